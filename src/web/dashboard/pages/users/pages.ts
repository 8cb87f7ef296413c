import { createLoginLink } from "../../../../accounts/users/login-links.ts"
import { dismissUser, findUserById, giveRole, handOverLink, type Listed, pageOfUsers } from "../../../../accounts/users/manage.ts"
import { mayAs, ROLES, type Role } from "../../../../accounts/users/roles.ts"
import type { User } from "../../../../accounts/users/tables.ts"
import { addUser, isRole, mayManage } from "../../../../accounts/users/users.ts"
import { recordDone } from "../../../../audit/log.ts"
import { Refusal } from "../../../../base/errors.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, tabs } from "../../components/basics.ts"
import { shownOnce } from "../../components/copyable.ts"
import type { Change } from "../../forms/change.ts"
import { checkboxField, selectField, textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { Page } from "../../layout/account-page.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { NotAllowed, PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** The users of the dashboard. Owners see them, and manage those of their account or of every account. */
export function userPages(routes: PageRoutes): void {
  routes.page("/users", async (request) => {
    if (!mayAs(request.user.role, "owner")) throw new NotAllowed("owner")
    const everywhere = request.user.account === null && request.queryParameter("of") === "every"
    const page = await pageOfUsers(request.usersMode.database, everywhere ? null : request.account, pageRequest(request))
    const words = request.words(WORDS)
    const body = html`${request.may("owner") && html`<p class="actions"><a class="button" href="${request.pathTo("/users/add")}">${words.add}</a></p>`}
${request.user.account === null && accountTabs(request, everywhere)}${page.rows.length === 0 ? emptyList(words.none) : userTable(request, page.rows)}${pager(request, page)}`
    return { title: words.users, body }
  })

  routes.change("/users/add", addChange)
  routes.change("/users/:user/link", newLinkChange)
  routes.change("/users/:user/role", roleChange)
  routes.change("/users/:user/remove", removeChange)
}

function accountTabs(request: DashboardRequest, everywhere: boolean): Html {
  const words = request.words(WORDS)
  return tabs(words.account, [
    { href: request.pathTo("/users"), text: words.ofThis, current: !everywhere },
    { href: request.pathTo("/users?of=every"), text: words.ofEvery, current: everywhere },
  ])
}

function userTable(request: DashboardRequest, users: Listed[]): Html {
  const words = request.words(WORDS)
  const when = (ms: number | null) => (ms === null ? words.never : request.dateTime(Math.floor(ms / 1000)))
  const links = ({ id }: User) =>
    request.may("owner") &&
    html`<span class="links"><a href="${request.pathTo(`/users/${id}/role`)}">${words.changeRole}</a>
<a href="${request.pathTo(`/users/${id}/link`)}">${words.link}</a> <a href="${request.pathTo(`/users/${id}/remove`)}">${words.remove}</a></span>`
  return table({
    caption: words.users,
    columns: [words.email, words.role, words.passkeys, words.signedIn, words.added, ""],
    rows: users.map((user) => [
      html`${user.email} ${user.id === request.user.id && badge("calm", words.you)}`,
      words.roles[user.role],
      user.passkeys,
      when(user.signed_in_ms),
      when(user.created_ms),
      links(user),
    ]),
  })
}

/** A change of users gives others access, in both modes. */
const OWNER_ONLY = { role: "owner", proof: "always" } as const

const roleField = (request: DashboardRequest, value: Role): Html =>
  selectField(request, {
    name: "role",
    label: request.words(WORDS).role,
    value,
    options: ROLES.map((role) => [role, request.words(WORDS).explained[role]] as const),
  })

function readRole(request: DashboardRequest): Role {
  const role = request.form.get("role") ?? ""
  if (isRole(role)) return role
  throw new Refusal("role_invalid", request.words(WORDS).notRole)
}

const addChange: Change<null> = {
  ...OWNER_ONLY,
  find: async () => null,
  confirmation(request) {
    const words = request.words(WORDS)
    const reach =
      request.user.account === null &&
      selectField(request, {
        name: "account",
        label: words.account,
        options: [
          ["this", words.onlyThis(request.location.account.name)],
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
    const fields = html`${textField(request, email)}${roleField(request, "viewer")}${reach}`
    return { title: words.add, text: words.addText, fields, button: words.addButton, back: request.pathTo("/users") }
  },
  async make(request) {
    const account = request.user.account === null && request.form.get("account") === "every" ? null : request.account
    const wanted = { email: fieldText(request, "email"), role: readRole(request), account }
    const { email, token } = await request.runUserAction({ action: "user.add", account }, async (tx) => {
      const user = await addUser(tx, wanted)
      return { ...user, token: await createLoginLink(tx, request.usersMode.ring, user) }
    })
    return linkPage(request, email, token)
  },
}

const newLinkChange: Change<User> = {
  ...OWNER_ONLY,
  find: findUser,
  confirmation(request, { email }) {
    const words = request.words(WORDS)
    const fields = checkboxField(request, { name: "forget", value: "yes", label: words.forget })
    return {
      title: words.linkTitle(email),
      text: words.linkText(email),
      fields,
      button: words.linkButton,
      back: request.pathTo("/users"),
    }
  },
  async make(request, { id, account, email }) {
    const forget = request.form.get("forget") === "yes"
    const audited = { action: "dashboard.login_link", account, target: id } as const
    const { token } = await request.runUserAction(audited, async (tx) => {
      const made = await handOverLink(tx, request.usersMode.ring, request.user, { id, forget })
      if (forget) await recordDone(tx, request.actor, { action: "passkey.remove", account, target: id })
      return made
    })
    return linkPage(request, email, token)
  },
}

const roleChange: Change<User> = {
  ...OWNER_ONLY,
  find: findUser,
  confirmation(request, { email, role }) {
    const words = request.words(WORDS)
    const text = words.roleText(email, words.roles[role])
    const fields = roleField(request, role)
    return { title: words.roleTitle(email), text, fields, button: words.roleButton, back: request.pathTo("/users") }
  },
  async make(request, { id, account }) {
    const role = readRole(request)
    const audited = { action: "user.change_role", account, target: id } as const
    const { email } = await request.runUserAction(audited, (tx) => giveRole(tx, request.user, id, role))
    const words = request.words(WORDS)
    return { to: request.pathTo("/users"), notice: words.roleDone(email, words.roles[role]) }
  },
}

const removeChange: Change<User> = {
  ...OWNER_ONLY,
  find: findUser,
  confirmation(request, { email }) {
    const words = request.words(WORDS)
    const said = { title: words.removeTitle(email), text: words.removeText(email), button: words.removeButton(email) }
    return { ...said, tone: "danger", back: request.pathTo("/users") }
  },
  async make(request, { id, account, email }) {
    await request.runUserAction({ action: "user.remove", account, target: id }, (tx) => dismissUser(tx, request.user, id))
    return { to: request.pathTo("/users"), notice: request.words(WORDS).removed(email) }
  },
}

/** Finds the user in the path. A user whom the owner cannot manage has the same error as a missing one. */
async function findUser(request: DashboardRequest): Promise<User> {
  const user = await findUserById(request.usersMode.database, request.pathParameter("user"))
  if (!user || user.removed_at_ms !== null || !mayManage(request.user, user.account)) throw new PageNotFound()
  return user
}

function linkPage(request: DashboardRequest, email: string, token: string): Page {
  const words = request.words(WORDS)
  const link = shownOnce(words.linkOnce, `${request.parts.origin}/sign-in/${token}`)
  const body = html`${link}<p class="actions">${buttonLink(request.pathTo("/users"), words.back)}</p>`
  return { title: words.linkShown(email), body }
}
