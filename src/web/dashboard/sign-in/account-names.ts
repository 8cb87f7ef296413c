import { accountsOfIds } from "../../../accounts/accounts.ts"
import type { User } from "../../../accounts/users/tables.ts"
import type { DashboardParts } from "../request/context.ts"

/** Returns the names of users' accounts, by the ids of the users. Users of every account are left out. */
export async function accountNames(
  { modes }: Pick<DashboardParts, "modes">,
  users: readonly Pick<User, "id" | "account">[],
): Promise<Map<string, string>> {
  const ids = users.flatMap(({ account }) => account ?? [])
  const accounts = new Map((await accountsOfIds(modes.test.database, ids)).map(({ id, name }) => [id, name]))
  return new Map(users.flatMap(({ id, account }) => (account === null ? [] : [[id, accounts.get(account) ?? account]])))
}
