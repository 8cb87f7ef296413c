// The commands of an operator, as functions of the service: the simulated database is open in this process only.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { ApiError, Refusal } from "../../../src/base/errors.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Mode, Scope } from "../../../src/modes/wiring.ts"
import { dismissInquiry } from "../../../src/payments/attempts/charges.ts"
import { acceptDispute, closeDispute, refuseDispute } from "../../../src/payments/disputes/close.ts"
import { openDispute } from "../../../src/payments/disputes/disputes.ts"
import { settleExcess } from "../../../src/payments/disputes/excess.ts"
import { findDispute } from "../../../src/payments/disputes/store.ts"
import { settleCharge } from "../../../src/payments/intents/settle-charge.ts"
import { settleByHand, settleReversal } from "../../../src/payments/refunds/settle-by-hand.ts"
import type { Hand } from "../../live-mode/desk.ts"
import type { Decision } from "../../live-mode/dispute-desk.ts"

type Which = { account: string; id: string }

const DECIDE: Record<Decision, (tx: Transaction, scope: Scope, dispute: Which) => Promise<unknown>> = {
  accept: acceptDispute,
  refuse: refuseDispute,
  win: (tx, scope, dispute) => closeDispute(tx, scope, dispute, "won"),
  lose: (tx, scope, dispute) => closeDispute(tx, scope, dispute, "lost"),
}

/** `mode` has a database to which the connection never fails. */
export function handOn(mode: Mode): Hand {
  /** Undefined if it is refused. */
  async function ask<T>(account: string, work: (tx: Transaction, scope: Scope) => Promise<T>): Promise<T | undefined> {
    try {
      return await mode.database.transaction(async (tx) => work(tx, await scopeOf(tx, mode, account)))
    } catch (error) {
      if (error instanceof Refusal || error instanceof ApiError) return undefined
      throw error
    }
  }

  async function act(account: string, work: (tx: Transaction, scope: Scope) => Promise<unknown>): Promise<boolean> {
    const done = async (tx: Transaction, scope: Scope) => work(tx, scope).then(() => true)
    return (await ask(account, done)) ?? false
  }

  return {
    disputes: {
      open: (account, intent, reported) => ask(account, (tx, scope) => openDispute(tx, scope, intent, reported)),
      decide: (account, id, decision) => act(account, (tx, scope) => DECIDE[decision](tx, scope, { account, id })),
    },
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
