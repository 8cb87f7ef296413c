// The commands of an operator, as functions of the service: the simulated database is open in this process only.

import { scopeOf } from "../../../src/accounts/scope.ts"
import { ApiError, Refusal } from "../../../src/base/errors.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Mode, Scope } from "../../../src/modes/wiring.ts"
import { settleSaleOrCapture } from "../../../src/payments/captures/settle.ts"
import { acceptDispute, closeDispute, refuseDispute } from "../../../src/payments/disputes/close.ts"
import { openDispute } from "../../../src/payments/disputes/disputes.ts"
import { settleExcess } from "../../../src/payments/disputes/excess.ts"
import { findDispute } from "../../../src/payments/disputes/store.ts"
import type { DisputeRow } from "../../../src/payments/disputes/table.ts"
import { dismissInquiry } from "../../../src/payments/inquiries/dismiss.ts"
import { OPERATOR, type SaidBy } from "../../../src/payments/intents/platform-money.ts"
import { settleByHand, settleReversal } from "../../../src/payments/refunds/settle-by-hand.ts"
import type { Hand } from "../../live-mode/desk.ts"
import type { Decision } from "../../live-mode/dispute-desk.ts"

const DECIDE: Record<Decision, (tx: Transaction, scope: SaidBy<Scope>, dispute: DisputeRow) => Promise<unknown>> = {
  accept: acceptDispute,
  refuse: refuseDispute,
  win: (tx, scope, dispute) => closeDispute(tx, scope, dispute, "won"),
  lose: (tx, scope, dispute) => closeDispute(tx, scope, dispute, "lost"),
}

/** `mode` has a database to which the connection never fails. */
export function handOn(mode: Mode): Hand {
  /** Undefined if it is refused. */
  async function ask<T>(account: string, work: (tx: Transaction, scope: SaidBy<Scope>) => Promise<T>): Promise<T | undefined> {
    try {
      return await mode.database.transaction(async (tx) => work(tx, { ...(await scopeOf(tx, mode, account)), by: OPERATOR }))
    } catch (error) {
      if (error instanceof Refusal || error instanceof ApiError) return undefined
      throw error
    }
  }

  async function act(account: string, work: (tx: Transaction, scope: SaidBy<Scope>) => Promise<unknown>): Promise<boolean> {
    const done = async (tx: Transaction, scope: SaidBy<Scope>) => work(tx, scope).then(() => true)
    return (await ask(account, done)) ?? false
  }

  return {
    disputes: {
      open: (account, intent, reported) => ask(account, (tx, scope) => openDispute(tx, scope, intent, reported)),
      decide: async (account, id, decision) => {
        const dispute = await findDispute(mode.database, account, id)
        return dispute !== undefined && act(account, (tx, scope) => DECIDE[decision](tx, scope, dispute))
      },
    },
    settleRefund: (refund, status) => act(refund.account, (tx, scope) => settleByHand(tx, scope, refund, status)),
    settleReversal: (reversal) => act(reversal.account, (tx, scope) => settleReversal(tx, scope, reversal)),
    settleCharge: (charge, decision) => act(charge.account, (tx, scope) => settleSaleOrCapture(tx, scope, charge, decision)),
    dismiss: (inquiry) => act(inquiry.account, (tx, scope) => dismissInquiry(tx, scope, inquiry)),
    settleExcess: async ({ account, id }, taken) => {
      const dispute = await findDispute(mode.database, account, id)
      return dispute !== undefined && act(account, (tx, scope) => settleExcess(tx, scope, dispute, taken))
    },
  }
}
