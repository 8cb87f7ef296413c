// What was paid under a txid of ours, of either kind.
import { isOwnTxid, referenceOf } from "./charge.ts"
import type { Account } from "./exchange.ts"
import type { Pix } from "./pix.ts"
import { findRecurring, isRecurringTxid, paymentsUnder } from "./recurring.ts"
import { findCharge, paymentsFor } from "./sales.ts"

/** The payments of a charge, the earliest first. Undefined if the bank has no such charge, or if the txid is not of ours. */
export async function paymentsOfTxid(account: Account, txid: string, signal: AbortSignal): Promise<Pix[] | undefined> {
  if (isRecurringTxid(txid)) {
    const charge = await findRecurring(account, txid, signal)
    return charge && paymentsUnder(account, charge, signal)
  }
  if (!isOwnTxid(txid)) return undefined
  const charge = await findCharge(account, referenceOf(txid) ?? "", signal)
  return charge && paymentsFor(account, charge, signal)
}
