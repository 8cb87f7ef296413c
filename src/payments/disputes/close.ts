// What becomes of a dispute: what the merchant answers, and what the card network decides.
import { dayOf, startOfDay } from "../../base/day.ts"
import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { recordEvent, recordUpdate } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { book } from "../../ledger/book.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import { fundsOf } from "../intents/book-success.ts"
import { refuseForPlatform, type SaidBy } from "../intents/platform-money.ts"
import { type DisputeTrigger, nextDisputeStatus } from "./state.ts"
import { changeDispute, type DisputeChange, type Held, holdDispute, presentDispute } from "./store.ts"
import type { DisputeRow } from "./table.ts"
import { giveBack, takeFreed, takeOf } from "./taking.ts"

type Which = Pick<DisputeRow, "account" | "id">

/** The merchant accepts the chargeback: it is lost. Throws Refusal if it does not wait for an answer. */
export function acceptDispute(tx: Transaction, scope: EventScope, dispute: Which): Promise<DisputeRow> {
  return end(tx, scope, dispute, "accept")
}

/**
 * The merchant refuses the chargeback. No acquirer takes the answer from Vintém: a person gives it there, and later says what the card network
 * has decided. Throws Refusal if it does not wait for an answer.
 */
export function refuseDispute(tx: Transaction, scope: EventScope, dispute: Which): Promise<DisputeRow> {
  return end(tx, scope, dispute, "refuse")
}

/**
 * The card network has decided. Where it gives the money back, the dispute's Refund becomes `failed`, and what it took is the payment's again.
 * Throws Refusal if that is decided already, or if only the operator of the platform may say that it is won.
 */
export async function closeDispute(
  tx: Transaction,
  scope: SaidBy<EventScope>,
  dispute: Which,
  outcome: "won" | "lost",
): Promise<DisputeRow> {
  if (outcome === "won") await refuseForPlatform(tx, scope.by, (await holdDispute(tx, dispute)).dispute)
  return end(tx, scope, dispute, outcome === "won" ? "win" : "lose")
}

/** Nobody has answered in time. Does nothing to a dispute that was answered or closed meanwhile. */
export async function closeIfOverdue(tx: Transaction, scope: EventScope, dispute: Which): Promise<void> {
  const held = await holdDispute(tx, dispute)
  const { status, due_at } = held.dispute
  if (status === "needs_response" && due_at !== null && due_at <= scope.now) await move(tx, scope, held, "overdue")
}

/** The card network has taken the money of a case again that was won: the same dispute, with a new Refund. The caller holds the intent. */
export async function takeAgain(
  tx: Transaction,
  scope: EventScope,
  { intent, dispute }: Held,
  due_by: number | null,
): Promise<DisputeRow> {
  mustAllow(dispute, "take_again")
  const taken = await takeOf(tx, scope, intent, dispute)
  return move(tx, scope, { intent, dispute }, "take_again", { ...taken, excess_taken: null, due_by, due_at: lostAt(due_by) })
}

/** When a dispute is lost that nobody has answered: the day after the last one to answer begins. */
export function lostAt(due_by: number | null): number | null {
  return due_by === null ? null : startOfDay(dayOf(due_by) + 1)
}

async function end(tx: Transaction, scope: EventScope, which: Which, trigger: DisputeTrigger): Promise<DisputeRow> {
  return endHeld(tx, scope, await holdDispute(tx, which), trigger)
}

/** Moves a dispute, and gives back what it took if it was won. The caller holds the intent. */
export async function endHeld(
  tx: Transaction,
  scope: EventScope,
  held: Held,
  trigger: DisputeTrigger,
  change: DisputeChange = {},
): Promise<DisputeRow> {
  const { intent, dispute } = held
  const after = await move(tx, scope, held, trigger, change)
  if (after.status !== "won") return after
  await giveBack(tx, scope, intent, dispute)
  const funds = await fundsOf(tx, await latestAttemptOf(tx, intent))
  await book(tx, scope, { ...intent, funds }, { moved: "excess", dispute: dispute.id, amount: 0 })
  await takeFreed(tx, scope, intent)
  return after
}

/** Each move is due work no more, unless the change says so. */
async function move(
  tx: Transaction,
  scope: EventScope,
  { dispute }: Held,
  trigger: DisputeTrigger,
  change: DisputeChange = {},
): Promise<DisputeRow> {
  const status = mustAllow(dispute, trigger)
  const after = await changeDispute(tx, dispute, { due_at: null, ...change, status })
  const [was, is] = [presentDispute(dispute, tx.livemode), presentDispute(after, tx.livemode)]
  if (status === "won" || status === "lost") recordEvent(tx, scope, "charge.dispute.closed", is)
  else recordUpdate(tx, scope, "charge.dispute.updated", { before: was, after: is })
  return after
}

function mustAllow({ id, status }: DisputeRow, trigger: DisputeTrigger) {
  const next = nextDisputeStatus(status, trigger)
  if (next) return next
  throw new Refusal("dispute_unexpected_state", `The dispute ${id} is ${status.replace("_", " ")}, so this is not possible.`)
}
