import { createLoginLink } from "../../../accounts/users/login-links.ts"
import { dismissUser, findUserById, giveRole, handOverLink, type Listed, pageOfUsers } from "../../../accounts/users/manage.ts"
import { mayAs, ROLES, type Role } from "../../../accounts/users/roles.ts"
import { addUser, isRole, mayManage, type User } from "../../../accounts/users/users.ts"
import { recordDone } from "../../../audit/log.ts"
import { Refusal } from "../../../base/errors.ts"
import { type Html, html } from "../../html.ts"
import { type Area, type Change, NotAllowed } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { checkField, selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { badge, buttonLink, empty, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { shownOnce } from "../shell/shown-once.ts"
import { WORDS } from "./words.ts"

/** The users of the dashboard. Owners see them, and manage those of their account or of every account. */
export function userPages(area: Area): void {
  area.page("/users", async (at) => {
    if (!mayAs(at.user.role, "owner")) throw new NotAllowed("owner")
    const everywhere = at.user.account === null && at.query("of") === "every"
    const page = await pageOfUsers(at.home.database, everywhere ? null : at.account, pageRequest(at))
    const words = at.words(WORDS)
    const body = html`${at.may("owner") && html`<p class="actions"><a class="button" href="${at.path("/users/add")}">${words.add}</a></p>`}
${at.user.account === null && reaches(at, everywhere)}${page.rows.length === 0 ? empty(words.none) : list(at, page.rows)}${pager(at, page)}`
    return { title: words.users, body }
  })

  area.change("/users/add", add)
  area.change("/users/:user/link", newLink)
  area.change("/users/:user/role", newRole)
  area.change("/users/:user/remove", removal)
}

function reaches(at: At, everywhere: boolean): Html {
  const words = at.words(WORDS)
  return tabs(words.account, [
    { href: at.path("/users"), text: words.ofThis, current: !everywhere },
    { href: at.path("/users?of=every"), text: words.ofEvery, current: everywhere },
  ])
}

function list(at: At, users: Listed[]): Html {
  const words = at.words(WORDS)
  const when = (ms: number | null) => (ms === null ? words.never : at.when(Math.floor(ms / 1000)))
  const links = ({ id }: User) =>
    at.may("owner") &&
    html`<span class="links"><a href="${at.path(`/users/${id}/role`)}">${words.changeRole}</a>
<a href="${at.path(`/users/${id}/link`)}">${words.link}</a> <a href="${at.path(`/users/${id}/remove`)}">${words.remove}</a></span>`
  return table({
    caption: words.users,
    columns: [words.email, words.role, words.passkeys, words.signedIn, words.added, ""],
    rows: users.map((user) => [
      html`${user.email} ${user.id === at.user.id && badge("calm", words.you)}`,
      words.roles[user.role],
      user.passkeys,
      when(user.signed_in_ms),
      when(user.created_ms),
      links(user),
    ]),
  })
}

/** A change of users gives others access, in both modes. */
const OF_OWNERS = { role: "owner", proof: "always" } as const

const roleField = (at: At, value: Role): Html =>
  selectField(at, {
    name: "role",
    label: at.words(WORDS).role,
    value,
    options: ROLES.map((role) => [role, at.words(WORDS).explained[role]] as const),
  })

function readRole(at: At): Role {
  const role = at.form.get("role") ?? ""
  if (isRole(role)) return role
  throw new Refusal("role_invalid", at.words(WORDS).notRole)
}

const add: Change<null> = {
  ...OF_OWNERS,
  find: async () => null,
  ask(at) {
    const words = at.words(WORDS)
    const reach =
      at.user.account === null &&
      selectField(at, {
        name: "account",
        label: words.account,
        options: [
          ["this", words.onlyThis(at.place.account.name)],
          ["every", words.everyAccount],
        ],
      })
    const email = {
      name: "email",
      label: words.email,
      type: "email",
      required: true,
      maxlength: 254,
      hint: words.emailHint,
    } as const
    const fields = html`${textField(at, email)}${roleField(at, "viewer")}${reach}`
    return { title: words.add, text: words.addText, fields, button: words.addButton, back: at.path("/users") }
  },
  async make(at) {
    const account = at.user.account === null && at.form.get("account") === "every" ? null : at.account
    const wanted = { email: sentText(at, "email"), role: readRole(at), account }
    const { email, token } = await at.actAtHome({ action: "user.add", account }, async (tx) => {
      const user = await addUser(tx, wanted)
      return { ...user, token: await createLoginLink(tx, at.home.ring, user) }
    })
    return linkPage(at, email, token)
  },
}

const newLink: Change<User> = {
  ...OF_OWNERS,
  find,
  ask(at, { email }) {
    const words = at.words(WORDS)
    const fields = checkField(at, { name: "forget", value: "yes", label: words.forget })
    return {
      title: words.linkTitle(email),
      text: words.linkText(email),
      fields,
      button: words.linkButton,
      back: at.path("/users"),
    }
  },
  async make(at, { id, account, email }) {
    const forget = at.form.get("forget") === "yes"
    const doing = { action: "dashboard.login_link", account, target: id } as const
    const { token } = await at.actAtHome(doing, async (tx) => {
      const made = await handOverLink(tx, at.home.ring, at.user, { id, forget })
      if (forget) await recordDone(tx, at.actor, { action: "passkey.remove", account, target: id })
      return made
    })
    return linkPage(at, email, token)
  },
}

const newRole: Change<User> = {
  ...OF_OWNERS,
  find,
  ask(at, { email, role }) {
    const words = at.words(WORDS)
    const text = words.roleText(email, words.roles[role])
    const fields = roleField(at, role)
    return { title: words.roleTitle(email), text, fields, button: words.roleButton, back: at.path("/users") }
  },
  async make(at, { id, account }) {
    const role = readRole(at)
    const doing = { action: "user.change_role", account, target: id } as const
    const { email } = await at.actAtHome(doing, (tx) => giveRole(tx, at.user, id, role))
    const words = at.words(WORDS)
    return { to: at.path("/users"), notice: words.roleDone(email, words.roles[role]) }
  },
}

const removal: Change<User> = {
  ...OF_OWNERS,
  find,
  ask(at, { email }) {
    const words = at.words(WORDS)
    const said = { title: words.removeTitle(email), text: words.removeText(email), button: words.removeButton(email) }
    return { ...said, tone: "danger", back: at.path("/users") }
  },
  async make(at, { id, account, email }) {
    await at.actAtHome({ action: "user.remove", account, target: id }, (tx) => dismissUser(tx, at.user, id))
    return { to: at.path("/users"), notice: at.words(WORDS).removed(email) }
  },
}

/** Finds the user in the path. A user whom the owner cannot manage has the same error as a missing one. */
async function find(at: At): Promise<User> {
  const user = await findUserById(at.home.database, at.param("user"))
  if (!user || user.removed_at_ms !== null || !mayManage(at.user, user.account)) throw new NoSuchPage()
  return user
}

function linkPage(at: At, email: string, token: string): Page {
  const words = at.words(WORDS)
  const link = shownOnce(words.linkOnce, `${at.parts.origin}/sign-in/${token}`)
  const body = html`${link}<p class="actions">${buttonLink(at.path("/users"), words.back)}</p>`
  return { title: words.linkShown(email), body }
}
