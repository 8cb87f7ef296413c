import type { Database } from "../db/database.ts"
import { statement } from "../db/statement.ts"

const lastOfAccount = statement<{ seq: number | string }, "account">((k, p) =>
  k("api_requests").where({ account: p.account }).orderBy("seq", "desc").limit(1).select("seq"),
)

/** A text that changes when a request of the account is written to the log. */
export async function requestMark(database: Database, account: string): Promise<string> {
  return String((await database.requests().one(lastOfAccount, { account }))?.seq ?? 0)
}
