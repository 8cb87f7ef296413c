import { findCurrentCredentials } from "../acquirers/credentials.ts"
import type { Funds } from "../acquirers/table.ts"
import type { Queries } from "../db/database.ts"
import { STATEMENT_ACQUIRER } from "./acquirer.ts"

/** Who pays out the money that statements tell of, where no charge says it. An acquirer that was removed pays it itself, as by default. */
export async function payerOfStatements(db: Queries, account: string): Promise<Funds> {
  return (await findCurrentCredentials(db, account, STATEMENT_ACQUIRER))?.funds ?? "acquirer"
}
