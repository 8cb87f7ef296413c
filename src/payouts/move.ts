// What becomes of a payout: it is sent, it arrives, or its money comes back.
import { dayOf, startOfDay } from "../base/day.ts"
import type { Transaction } from "../db/database.ts"
import { recordEvent } from "../events/record.ts"
import type { EventScope } from "../events/webhooks/mode.ts"
import { bookPlatform } from "../ledger/book.ts"
import { type Line, nextPart } from "../ledger/parts/line.ts"
import { ownRowsOf, releaseTaken, takeOwn } from "./claims.ts"
import { movePayout, presentPayout } from "./store.ts"
import type { FailureCode, PayoutRow } from "./tables.ts"

/** The bank has the payout. `due_at`: when the bank of test mode decides. Throws Refusal if it is not pending. */
export function sendPayout(tx: Transaction, payout: PayoutRow, due_at: number | null): Promise<PayoutRow> {
  return movePayout(tx, payout, "send", { due_at })
}

/** The money has arrived. Throws Refusal if the payout has ended. */
export async function payPayout(
  tx: Transaction,
  scope: EventScope,
  payout: PayoutRow,
  reference: string | null,
): Promise<PayoutRow> {
  const paid = await movePayout(tx, payout, "pay", { reference, arrival_date: startOfDay(dayOf(scope.now)) })
  recordEvent(tx, scope, "payout.paid", presentPayout(paid, tx.livemode))
  return paid
}

/**
 * The money has come back, also after it had arrived: then `reference` is the bank's name for what came back, and the payout keeps that of its
 * transfer. All that the payout took is free for the next one. Throws Refusal if it has ended otherwise.
 */
export async function failPayout(
  tx: Transaction,
  scope: EventScope,
  payout: PayoutRow,
  { failure_code, reference = null }: { failure_code: FailureCode; reference?: string | null },
): Promise<PayoutRow> {
  const named = payout.status === "paid" ? { return_reference: reference } : { reference }
  const failed = await movePayout(tx, payout, "fail", { failure_code, ...named })
  recordEvent(tx, scope, "payout.failed", presentPayout(failed, tx.livemode))
  scope.mode.checkpoint("payout: failed")
  return giveBack(tx, scope, failed)
}

/** Nobody has sent the payout, and nobody will. Throws Refusal if it is not pending. */
export async function cancelPayout(tx: Transaction, scope: EventScope, payout: PayoutRow): Promise<PayoutRow> {
  return giveBack(tx, scope, await movePayout(tx, payout, "cancel"))
}

async function giveBack(tx: Transaction, scope: EventScope, payout: PayoutRow): Promise<PayoutRow> {
  const { account, id, currency } = payout
  releaseTaken(tx, account, id)
  const undone = (await ownRowsOf(tx, account, id)).map(
    (row, _, own): Line => ({
      ...{ source: id, fee: 0, installment: null, available_on: scope.now, amount: -row.amount },
      ...(row.type === "fee" ? { type: "fee", part: nextPart(own, id, "fee") } : { type: "payout_failed", part: 0 }),
    }),
  )
  bookPlatform(tx, scope, currency, undone)
  takeOwn(tx, account, id)
  return payout
}
