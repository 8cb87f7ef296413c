import { type Command, InvalidArgumentError } from "commander"
import { accountsOfIds } from "../accounts/accounts.ts"
import { createLoginLink } from "../accounts/users/login-links.ts"
import { ROLES, type Role } from "../accounts/users/roles.ts"
import type { User } from "../accounts/users/tables.ts"
import { addUser, isRole, listUsers, removeUser, usersWithEmail } from "../accounts/users/users.ts"
import { act } from "../audit/act.ts"
import { recordRefused } from "../audit/log.ts"
import { maskCardNumbers } from "../base/card-numbers.ts"
import { must } from "../base/must.ts"
import { usersModeOf } from "../web/dashboard/request/context.ts"
import { currentActor } from "./shared/actor.ts"
import { loginUrl } from "./shared/login-url.ts"
import { type Modes, mustFindAccount, print, table, withModes } from "./shared/operator.ts"

/** Names the user of every account where an account is expected. */
const NO_ACCOUNT = "none"
const WHICH = `the user's account, or ${NO_ACCOUNT} for a user of every account; optional if only one user has the e-mail`

export function userCommands(vintem: Command): void {
  const users = vintem.command("users").description("Manage who can sign in to the dashboard.")

  users
    .command("add")
    .argument("<email>", "the user's e-mail address")
    .description("Add a user. Then make a sign-in link for them with: vintem dashboard login --user EMAIL")
    .requiredOption(
      "--role <role>",
      "viewer (reads), operator (also acts on payments and deliveries) or owner (also manages keys, endpoints and users)",
      readRole,
    )
    .option("--account <id>", "the only account that the user can see (default: every account)")
    .option("--json", "print one JSON value")
    .action((email: string, { role, account: named, json }: { role: Role; account?: string; json?: boolean }) =>
      withModes(async (modes) => {
        const account = named ? (await mustFindAccount(modes, named)).id : null
        const doing = { action: "user.add", account, target: null, creates: true } as const
        const user = await act(usersModeOf(modes).database, currentActor(), doing, (tx) => addUser(tx, { email, role, account }))
        print(
          json,
          present(user),
          () =>
            `${user.email} can sign in to the dashboard as ${role}. Make a link with: vintem dashboard login --user ${user.email}${account ? ` --account ${account}` : ""}`,
        )
      }),
    )

  users
    .command("list")
    .description("List the users, oldest first.")
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async (modes) => {
        const list = (await listUsers(usersModeOf(modes).database)).map(present)
        print(json, list, () => table(list.map(({ id, email, role, account }) => [id, email, role, account ?? "every account"])))
      }),
    )

  users
    .command("remove")
    .argument("<email>", "the user's e-mail address")
    .description("Remove a user. Their sessions end at once.")
    .option("--account <id>", WHICH)
    .option("--json", "print one JSON value")
    .action((email: string, { account: named, json }: { account?: string; json?: boolean }) =>
      withModes(async (modes) => {
        const { id, account } = await mustFindUser(modes, { email, named }, "user.remove")
        const doing = { action: "user.remove", account, target: id } as const
        const user = await act(usersModeOf(modes).database, currentActor(), doing, async (tx) =>
          must(await removeUser(tx, id), id),
        )
        print(json, present(user), () => `${user.email} is removed.`)
      }),
    )

  loginCommand(vintem)
}

function loginCommand(vintem: Command): void {
  vintem
    .command("dashboard")
    .description("Sign in to the dashboard.")
    .command("login")
    .description("Print a link that signs a user in once, within 10 minutes.")
    .option("--user <email>", "the user; optional if there is only one")
    .option("--account <id>", WHICH)
    .option("--json", "print one JSON value")
    .action(({ user: email, account: named, json }: { user?: string; account?: string; json?: boolean }) =>
      withModes(async (modes) => {
        if (named && !email) throw new Error("--account needs --user EMAIL.")
        const user = email ? await mustFindUser(modes, { email, named }, "dashboard.login_link") : await onlyUser(modes)
        const { database, ring, config } = usersModeOf(modes)
        const doing = { action: "dashboard.login_link", account: user.account, target: user.id } as const
        const { token } = await act(database, currentActor(), doing, async (tx) => ({
          token: await createLoginLink(tx, ring, user),
        }))
        const link = { user: user.email, url: loginUrl(config, token) }
        print(json, link, ({ url }) => `${url}\n(it works once, for 10 minutes)`)
      }),
    )
}

type Wanted = { email: string; named: string | undefined }

/** Throws if no user has the e-mail, in the named account if there is one, or if several users have it and no account is named. */
async function mustFindUser(
  modes: Modes,
  { email, named }: Wanted,
  action: "user.remove" | "dashboard.login_link",
): Promise<User> {
  const { database } = usersModeOf(modes)
  const account = named === undefined || named === NO_ACCOUNT ? null : (await mustFindAccount(modes, named)).id
  const users = (await usersWithEmail(database, email)).filter((each) => named === undefined || each.account === account)
  const [user, ...others] = users
  if (user && others.length === 0) return user
  if (user) throw new Error(await severalUsers(modes, user.email, users))
  await recordRefused(database, currentActor(), { action, account, target: null }, "not_found")
  const where = account ? ` in ${account}` : ""
  throw new Error(`No such user: '${maskCardNumbers(email, 64)}'${where}. List them with: vintem users list`)
}

async function severalUsers({ test }: Modes, email: string, users: readonly User[]): Promise<string> {
  const accounts = await accountsOfIds(
    test.database,
    users.flatMap(({ account }) => account ?? []),
  )
  const choices = users.map(({ account }) => {
    const name = account === null ? "every account" : (accounts.find(({ id }) => id === account)?.name ?? "")
    return [`  --account ${account ?? NO_ACCOUNT}`, name]
  })
  return `${users.length} users have the e-mail ${email}. Choose one with:\n${table(choices)}`
}

async function onlyUser(modes: Modes): Promise<User> {
  const [user, ...others] = await listUsers(usersModeOf(modes).database)
  if (!user) throw new Error("There is no user yet. Add one with: vintem users add EMAIL --role owner")
  if (others.length > 0) throw new Error("There are several users. Choose one with --user EMAIL.")
  return user
}

/** Returns a user in the form that the command prints. `created` is in Unix seconds. */
function present({ id, email, role, account, created_ms, removed_at_ms }: User) {
  return { id, email, role, account, created: Math.floor(created_ms / 1000), removed: removed_at_ms !== null }
}

function readRole(text: string): Role {
  if (isRole(text)) return text
  throw new InvalidArgumentError(`Must be one of ${ROLES.join(", ")}.`)
}
