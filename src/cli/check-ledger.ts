import type { Queries } from "../db/database.ts"
import { checkAccepted } from "./check-ledger/accepted.ts"
import { checkPayouts } from "./check-ledger/payouts.ts"
import { checkPrices } from "./check-ledger/prices.ts"
import { checkStatements } from "./check-ledger/statements.ts"
import { checkSums } from "./check-ledger/sums.ts"
import { checkTaken } from "./check-ledger/taken.ts"
import { SHOWN, type WrongRow } from "./check-ledger/wrong-row.ts"

/**
 * Compares the balance transactions of an account with its payments, refunds, disputes and payouts, and with their terms. Returns the first that are wrong,
 * or nothing if they agree. Reads every payment of the account.
 */
export async function checkLedger(db: Queries, account: string): Promise<WrongRow[]> {
  const wrong: WrongRow[] = []
  for (const check of [checkSums, checkPrices, checkTaken, checkAccepted, checkPayouts, checkStatements])
    wrong.push(...(await check(db, account)))
  return wrong.slice(0, SHOWN)
}
