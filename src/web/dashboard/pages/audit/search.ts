import { findUsersById } from "../../../../accounts/users/manage.ts"
import type { User } from "../../../../accounts/users/tables.ts"
import { usersWithEmail } from "../../../../accounts/users/users.ts"
import type { Entry } from "../../../../audit/log.ts"
import type { Search } from "../../../../audit/search.ts"
import type { Database } from "../../../../db/database.ts"
import { allOf } from "../../../../http/mode.ts"
import { modesOfAccount } from "../../../../modes/of-account.ts"
import { datesInQuery } from "../../lists/filters.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The databases whose entries a page shows. Users and their sign-ins are in one of them, whatever the mode. */
export async function databasesOf({ parts }: DashboardRequest, { account }: Search): Promise<Database[]> {
  const modes = account === null ? allOf(parts.modes) : await modesOfAccount(parts.modes, account)
  return modes.map(({ database }) => database)
}

/** Builds the search from the query. A user who sees every account also sees entries without an account. */
export async function readSearch(request: DashboardRequest): Promise<Search> {
  const account = request.user.account === null && request.queryParameter("of") === "none" ? null : request.account
  const { created_gte, created_lt } = datesInQuery(request)
  return {
    account,
    action: request.queryParameter("action") || undefined,
    actor: await actorOf(request, account, request.queryParameter("actor")),
    target: request.queryParameter("target") || undefined,
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
async function actorOf(request: DashboardRequest, account: string | null, text: string): Promise<string | undefined> {
  if (!text) return undefined
  const isEmail = text.includes("@") && !text.startsWith("os_user:")
  const users = isEmail ? await usersWithEmail(request.usersMode.database, text) : []
  const user = users.find((each) => each.account === account) ?? users.find((each) => each.account === null)
  return user ? `user:${user.id}` : text
}

/** Finds the users whom the entries name as actor or as target. */
export async function findUsersIn(request: DashboardRequest, entries: readonly Entry[]): Promise<Map<string, User>> {
  const named = entries.flatMap(({ actor, target }) => [actor.replace(/^user:/, ""), target ?? ""])
  const ids = [...new Set(named)].filter((id) => id.startsWith("usr_"))
  const found = await findUsersById(request.usersMode.database, ids)
  return new Map(found.map((user) => [user.id, user]))
}
