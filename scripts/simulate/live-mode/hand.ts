// The commands of an operator, as functions of the service: the simulated database is open in this process only.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { Refusal } from "../../../src/base/errors.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Mode, Scope } from "../../../src/modes/wiring.ts"
import { dismissInquiry } from "../../../src/payments/attempts/charges.ts"
import { settleExcess } from "../../../src/payments/disputes/excess.ts"
import { findDispute } from "../../../src/payments/disputes/store.ts"
import { settleCharge } from "../../../src/payments/intents/settle-charge.ts"
import { settleByHand, settleReversal } from "../../../src/payments/refunds/settle-by-hand.ts"
import type { Hand } from "../../live-mode/desk.ts"

/** `mode` has a database to which the connection never fails. */
export function handOn(mode: Mode): Hand {
  async function act(account: string, work: (tx: Transaction, scope: Scope) => Promise<unknown>): Promise<boolean> {
    try {
      await mode.database.transaction(async (tx) => work(tx, await scopeOf(tx, mode, account)))
      return true
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }

  return {
    settleRefund: (refund, status) => act(refund.account, (tx, scope) => settleByHand(tx, scope, refund, status)),
    settleReversal: (reversal) => act(reversal.account, (tx, scope) => settleReversal(tx, scope, reversal)),
    settleCharge: (charge, decision) => act(charge.account, (tx, scope) => settleCharge(tx, scope, charge, decision)),
    dismiss: (inquiry) => act(inquiry.account, (tx) => dismissInquiry(tx, inquiry)),
    settleExcess: async ({ account, id }, taken) => {
      const dispute = await findDispute(mode.database, account, id)
      return dispute !== undefined && act(account, (tx, scope) => settleExcess(tx, scope, dispute, taken))
    },
  }
}
