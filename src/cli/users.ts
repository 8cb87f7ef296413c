import { type Command, InvalidArgumentError } from "commander"
import { createLoginLink } from "../accounts/users/login-links.ts"
import { ROLES, type Role } from "../accounts/users/roles.ts"
import { addUser, findUser, isRole, listUsers, removeUser, type User } from "../accounts/users/users.ts"
import { act } from "../audit/act.ts"
import { recordRefused } from "../audit/log.ts"
import type { Config } from "../config/config.ts"
import { homeOf } from "../web/dashboard/shell/context.ts"
import { currentActor } from "./actor.ts"
import { type Modes, mustFindAccount, print, table, withModes } from "./operator.ts"

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
        const user = await act(homeOf(modes).database, currentActor(), doing, (tx) => addUser(tx, { email, role, account }))
        print(
          json,
          present(user),
          () =>
            `${user.email} can sign in to the dashboard as ${role}. Make a link with: vintem dashboard login --user ${user.email}`,
        )
      }),
    )

  users
    .command("list")
    .description("List the users, oldest first.")
    .option("--json", "print one JSON value")
    .action(({ json }) =>
      withModes(async (modes) => {
        const list = (await listUsers(homeOf(modes).database)).map(present)
        print(json, list, () => table(list.map(({ id, email, role, account }) => [id, email, role, account ?? "every account"])))
      }),
    )

  users
    .command("remove")
    .argument("<email>", "the user's e-mail address")
    .description("Remove a user. Their sessions end at once.")
    .option("--json", "print one JSON value")
    .action((email: string, { json }) =>
      withModes(async (modes) => {
        const { id, account } = await mustFindUser(modes, email, "user.remove")
        const doing = { action: "user.remove", account, target: id } as const
        const user = await act(homeOf(modes).database, currentActor(), doing, async (tx) => (await removeUser(tx, id))!)
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
    .option("--json", "print one JSON value")
    .action(({ user: email, json }: { user?: string; json?: boolean }) =>
      withModes(async (modes) => {
        const user = email ? await mustFindUser(modes, email, "dashboard.login_link") : await onlyUser(modes)
        const { database, ring, config } = homeOf(modes)
        const doing = { action: "dashboard.login_link", account: user.account, target: user.id } as const
        const { token } = await act(database, currentActor(), doing, async (tx) => ({
          token: await createLoginLink(tx, ring, user),
        }))
        const link = { user: user.email, url: loginUrl(config, token) }
        print(json, link, ({ url }) => `${url}\n(it works once, for 10 minutes)`)
      }),
    )
}

/** Returns the URL of a one-time link for a token. */
export function loginUrl({ dashboardOrigin, dashboardPort }: Config, token: string): string {
  return `${dashboardOrigin ?? `http://localhost:${dashboardPort}`}/sign-in/${token}`
}

async function mustFindUser(modes: Modes, email: string, action: "user.remove" | "dashboard.login_link"): Promise<User> {
  const { database } = homeOf(modes)
  const user = await findUser(database, email)
  if (user) return user
  await recordRefused(database, currentActor(), { action, account: null, target: null }, "not_found")
  throw new Error(`No such user: '${email.slice(0, 64)}'. List them with: vintem users list`)
}

async function onlyUser(modes: Modes): Promise<User> {
  const [user, ...others] = await listUsers(homeOf(modes).database)
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
