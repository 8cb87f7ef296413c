// What a dispute takes of its payment: a Refund of what was left of it. The card network has the money already, so no acquirer is called.
import { recordRefund, returnChargeback } from "../../acquirers/mock/ledger.ts"
import type { Transaction } from "../../db/database.ts"
import { recordUpdate } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { publicCharge } from "../intents/present.ts"
import type { IntentRow } from "../intents/table.ts"
import { leftToRefund, makeRoom } from "../refunds/left.ts"
import { insertRefund, undoDisputed } from "../refunds/store.ts"
import { changeDispute, disputesOf, presentDispute } from "./store.ts"
import type { DisputeRow } from "./table.ts"

/** What a dispute has of its payment: its Refund, if anything was left, and what it took beyond that. */
type Taken = Pick<DisputeRow, "refund" | "excess">

/** Takes what is left of a payment, at most the dispute's amount. The caller holds the intent. */
export async function takeOf(
  tx: Transaction,
  scope: EventScope,
  intent: IntentRow,
  { id, amount, charge }: Pick<DisputeRow, "id" | "amount" | "charge">,
): Promise<Taken> {
  const had = isKept(intent, charge) ? await makeRoom(tx, scope, intent, amount) : 0
  if (had === 0) return { refund: null, excess: amount }
  const booked = { amount: had, reason: "dispute", status: "succeeded", metadata: {}, reported: true } as const
  const refund = await insertRefund(tx, scope, intent, booked)
  // In test mode, the mock's ledger records it too.
  const { account, now } = scope
  if (!tx.livemode && intent.charge)
    await recordRefund(tx, { account, reference: id, charge: intent.charge, amount: had, kind: "chargeback", now })
  return { refund: refund.id, excess: amount - had }
}

/** Gives back what a dispute took of its payment: its Refund becomes `failed`. The caller holds the intent. */
export async function giveBack(tx: Transaction, scope: EventScope, intent: IntentRow, dispute: DisputeRow): Promise<void> {
  if (dispute.refund === null) return
  await undoDisputed(tx, scope, dispute.refund)
  const { charge } = intent
  if (!tx.livemode && charge) await returnChargeback(tx, { account: scope.account, reference: dispute.id, charge })
}

/**
 * Lets disputes that took more than the payment had left take what has become free, because a refund has failed or a dispute was won. The
 * dispute's Refund is made, or replaced by a larger one. The caller holds the intent.
 */
export async function takeFreed(tx: Transaction, scope: EventScope, intent: IntentRow): Promise<void> {
  for (const before of (await disputesOf(tx, intent)).filter(isOpenExcess)) {
    if (!isKept(intent, before.charge) || (await leftToRefund(tx, intent)) <= 0) continue
    await giveBack(tx, scope, intent, before)
    const after = await changeDispute(tx, before, await takeOf(tx, scope, intent, before))
    const [was, is] = [before, after].map((row) => presentDispute(row, tx.livemode))
    if (was && is) recordUpdate(tx, scope, "charge.dispute.updated", { before: was, after: is })
  }
}

/** Whether a person has yet to say what became of what a dispute took beyond its payment. */
export function isOpenExcess({ excess, excess_taken, status }: Pick<DisputeRow, "excess" | "excess_taken" | "status">): boolean {
  return excess > 0 && excess_taken === null && status !== "won"
}

/** Of a charge that the payment does not keep, it has nothing. */
function isKept(intent: IntentRow, charge: string | null): boolean {
  return intent.status === "succeeded" && charge === publicCharge(intent)
}
