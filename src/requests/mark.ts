import type { Database } from "../db/database.ts"
import { apiRequests } from "./table.ts"

const lastOfAccount = apiRequests.find(["account"], (rows) => rows.orderBy("seq", "desc").limit(1).select("id"))

/**
 * A text that changes when a request of the account is written to the log. It is the id of that request and not its place, which would say how many
 * requests all accounts send.
 */
export async function requestMark(database: Database, account: string): Promise<string> {
  return (await database.requests().one(lastOfAccount, { account }))?.id ?? ""
}
