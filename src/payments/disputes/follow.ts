// What the acquirer itself says of a dispute: where it stands, and how much was taken.
import type { Transaction } from "../../db/database.ts"
import { recordUpdate } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import type { IntentRow } from "../intents/table.ts"
import { endHeld, takeAgain } from "./close.ts"
import type { DisputeStatus, DisputeTrigger } from "./state.ts"
import { changeDispute, type DisputeChange, type Held, presentDispute } from "./store.ts"
import type { DisputeRow } from "./table.ts"
import { giveBack, takeFreed, takeOf } from "./taking.ts"

/** How a dispute comes to where its acquirer says that it stands. */
const MOVES: Record<DisputeStatus, Partial<Record<DisputeStatus, DisputeTrigger>>> = {
  needs_response: { under_review: "refuse", won: "win", lost: "lose" },
  under_review: { needs_response: "ask_again", won: "win", lost: "lose" },
  lost: { needs_response: "ask_again", under_review: "review", won: "win" },
  won: {},
}

/** `due_by` and the reasons are those of the acquirer. */
export type SaidOfDispute = Pick<DisputeRow, "status" | "due_by" | "reason" | "network_reason">

/**
 * Brings a dispute to where its acquirer says that it stands. `again`: the acquirer had called it won, and has gone on with it, so the money was
 * taken again. A dispute that a person called won stays won. The caller holds the intent.
 */
export async function followAcquirer(
  tx: Transaction,
  scope: EventScope,
  held: Held,
  { status, ...facts }: SaidOfDispute,
  again: boolean,
): Promise<DisputeRow> {
  const { intent } = held
  const isTaken = held.dispute.status === "won" && status !== "won" && again
  const dispute = isTaken ? await takeAgain(tx, scope, held, facts.due_by) : held.dispute
  const change: DisputeChange = { ...facts, due_at: null }
  const trigger = MOVES[dispute.status][status]
  if (trigger) return endHeld(tx, scope, { intent, dispute }, trigger, change)
  return dispute.status === status ? update(tx, scope, dispute, change) : dispute
}

/** Another source has said how much was taken: the dispute's Refund fails, and one of the right amount is made. The caller holds the intent. */
export async function correctAmount(
  tx: Transaction,
  scope: EventScope,
  intent: IntentRow,
  dispute: DisputeRow,
  amount: number,
): Promise<void> {
  await giveBack(tx, scope, intent, dispute)
  const taken = await takeOf(tx, scope, intent, { ...dispute, amount })
  await update(tx, scope, dispute, { amount, excess_taken: null, ...taken })
  await takeFreed(tx, scope, intent)
}

async function update(tx: Transaction, scope: EventScope, before: DisputeRow, change: DisputeChange): Promise<DisputeRow> {
  const after = await changeDispute(tx, before, change)
  const [was, is] = [presentDispute(before, tx.livemode), presentDispute(after, tx.livemode)]
  recordUpdate(tx, scope, "charge.dispute.updated", { before: was, after: is })
  return after
}
