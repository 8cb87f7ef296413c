import type { Database } from "../../src/db/database.ts"
import { REFUND_LISTENERS } from "../../src/modes/wiring.ts"
import { attempts } from "../../src/payments/attempts/table.ts"
import type { PaymentsMode } from "../../src/payments/intents/mode.ts"
import { OPERATOR } from "../../src/payments/intents/platform-money.ts"
import { settleByHand, settleReversal } from "../../src/payments/refunds/settle-by-hand.ts"
import { findRefundAnywhere } from "../../src/payments/refunds/store.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { testOnly } from "../../test/support/databases/statement.ts"

const unknown = testOnly(
  attempts.find(["account"], (rows) => rows.where({ state: "unknown" }).whereIn("kind", ["refund", "reversal"])),
)

/** Settles refunds and reversals that never arrived at the bank, as an operator does: refunds fail, and reversals are made by hand. */
export async function settleWhatIsLost(database: Database, { acquirer }: Bank, account: string): Promise<void> {
  // Whatever is to be delivered waits for the next tick of a server.
  const mode = { checkpoint: () => undefined, refundListeners: REFUND_LISTENERS, eventListeners: [] } as unknown as PaymentsMode
  const scope = { mode, account, now: Math.floor(Date.now() / 1000), by: OPERATOR }
  for (const attempt of await database.all(unknown, { account })) {
    const { reference, type, refund } = attempt
    const order = { account, reference, type, charge: attempt.charge!, amount: attempt.amount!, gone_back_before: null }
    const { signal } = new AbortController()
    if (await acquirer.lookUpRefund(order, signal)) continue
    if (refund === null) await acquirer.refund(order, signal)
    await database.transaction(async (tx) => {
      if (refund === null) await settleReversal(tx, scope, attempt)
      else await settleByHand(tx, scope, (await findRefundAnywhere(tx, refund))!, "failed")
    })
  }
}
