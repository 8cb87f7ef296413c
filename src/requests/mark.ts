import type { Database } from "../db/database.ts"
import { statement } from "../db/statement.ts"

const lastOfAccount = statement<{ id: string }, "account">((k, p) =>
  k("api_requests").where({ account: p.account }).orderBy("seq", "desc").limit(1).select("id"),
)

/**
 * A text that changes when a request of the account is written to the log. It is the id of that request and not its place, which would say how many
 * requests all accounts send.
 */
export async function requestMark(database: Database, account: string): Promise<string> {
  return (await database.requests().one(lastOfAccount, { account }))?.id ?? ""
}
