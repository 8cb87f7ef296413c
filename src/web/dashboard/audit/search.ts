import { findUsersById } from "../../../accounts/users/manage.ts"
import { type User, usersWithEmail } from "../../../accounts/users/users.ts"
import type { Entry } from "../../../audit/log.ts"
import type { Search } from "../../../audit/search.ts"
import { allOf } from "../../../modes/modes.ts"
import type { At } from "../shell/at.ts"
import { datesOf } from "../shell/filters.ts"

/** The databases whose entries a page shows. Users and their sign-ins are in one of them, whatever the mode. */
export const databasesOf = (at: At) => allOf(at.parts.modes).map(({ database }) => database)

/** Builds the search from the query. A user who sees every account also sees entries without an account. */
export async function searchOf(at: At): Promise<Search> {
  const account = at.user.account === null && at.query("of") === "none" ? null : at.account
  const { created_gte, created_lt } = datesOf(at)
  return {
    account,
    action: at.query("action") || undefined,
    actor: await actorOf(at, account, at.query("actor")),
    target: at.query("target") || undefined,
    since: created_gte,
    until: created_lt,
  }
}

export const isFiltered = ({ action, actor, target, since, until }: Search) =>
  [action, actor, target, since, until].some((filter) => filter !== undefined)

/**
 * Finds the log's id of a user by e-mail address, which is how people know users. The account's own user comes before the one of every
 * account.
 */
async function actorOf(at: At, account: string | null, text: string): Promise<string | undefined> {
  if (!text) return undefined
  const isEmail = text.includes("@") && !text.startsWith("os_user:")
  const users = isEmail ? await usersWithEmail(at.home.database, text) : []
  const user = users.find((each) => each.account === account) ?? users.find((each) => each.account === null)
  return user ? `user:${user.id}` : text
}

/** Finds the users whom the entries name as actor or as target. */
export async function usersIn(at: At, entries: readonly Entry[]): Promise<Map<string, User>> {
  const named = entries.flatMap(({ actor, target }) => [actor.replace(/^user:/, ""), target ?? ""])
  const ids = [...new Set(named)].filter((id) => id.startsWith("usr_"))
  const found = await findUsersById(at.home.database, ids)
  return new Map(found.map((user) => [user.id, user]))
}
