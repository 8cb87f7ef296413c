import { createLoginLink } from "../src/accounts/users/login-links.ts"
import type { User } from "../src/accounts/users/tables.ts"
import { addUser, removeUser, usersWithEmail } from "../src/accounts/users/users.ts"
import { act } from "../src/audit/act.ts"
import { currentActor } from "../src/cli/shared/actor.ts"
import { loginUrl } from "../src/cli/shared/login-url.ts"
import type { Mode } from "../src/modes/wiring.ts"

const EMAIL = "demo@example.com"

/** Creates a one-time link to a dashboard for the owner of the demo account, in test mode. Creates the owner if there is none yet. */
export async function demoLink(mode: Mode, dashboardOrigin: string, account: string): Promise<string> {
  const { database, ring, config } = mode
  const by = currentActor()
  const user = await demoUser(mode, account)
  const doing = { action: "dashboard.login_link", account, target: user.id } as const
  const { token } = await act(database, by, doing, async (tx) => ({ token: await createLoginLink(tx, ring, user) }))
  return loginUrl({ ...config, dashboardOrigin }, token)
}

async function demoUser({ database }: Mode, account: string): Promise<User> {
  const users = await usersWithEmail(database, EMAIL)
  const known = users.find((user) => user.account === account)
  if (known) return known
  const doing = { action: "user.add", account, target: null, creates: true } as const
  return act(database, currentActor(), doing, async (tx) => {
    // The owners of earlier demo accounts.
    for (const { id } of users) await removeUser(tx, id)
    return addUser(tx, { email: EMAIL, role: "owner", account })
  })
}
