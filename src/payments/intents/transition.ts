import { ApiError, HeldError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { type EventType, recordEvent } from "../../events/record.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import { endLinks } from "../links/links.ts"
import { bookPaid, type KnownSale } from "./book-success.ts"
import { endFounded } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import { presentIntent } from "./present.ts"
import { type IntentTrigger, isFinal, nextIntentStatus } from "./state.ts"
import { lockIntent, transitionIntentRow, unlockIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { watchEnded } from "./void.ts"

/** A charge, method details and amounts that are not given stay as they are. */
export type IntentChanges = Partial<
  Pick<
    IntentRow,
    | "last_payment_error"
    | "charge"
    | "payment_method_details"
    | "next_action"
    | "cancellation_reason"
    | "due_at"
    | "amount"
    | "authorized_amount"
  >
>

/** The events of each trigger (openapi.yaml, Webhooks). */
const EVENTS: Partial<Record<IntentTrigger, EventType[]>> = {
  action_required: ["payment_intent.requires_action"],
  pending: ["payment_intent.processing"],
  mismatched: ["payment_intent.processing"],
  authorized: ["payment_intent.amount_capturable_updated"],
  capturing: ["payment_intent.processing"],
  not_captured: ["payment_intent.amount_capturable_updated"],
  approved: ["payment_intent.succeeded"],
  paid: ["payment_intent.succeeded"],
  helper_succeed: ["payment_intent.succeeded"],
  refused: ["payment_intent.payment_failed"],
  failed: ["payment_intent.payment_failed"],
  helper_fail: ["payment_intent.payment_failed"],
  expired: ["payment_intent.payment_failed", "payment_intent.canceled"],
  helper_expire: ["payment_intent.payment_failed", "payment_intent.canceled"],
  cancel: ["payment_intent.canceled"],
  withdrawn: ["payment_intent.canceled"],
  released: ["payment_intent.canceled"],
}

/**
 * Applies one transition of the state table and writes its events, in the caller's transaction. `intent.running_attempt` must be
 * the caller's own attempt, or null. Throws payment_intent_unexpected_state if the table has no such transition, and
 * payment_intent_locked if another process has changed the intent first.
 */
export async function transitionIntent(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: IntentTrigger,
  changes: IntentChanges = {},
): Promise<IntentRow> {
  const moved = await moveIntent(tx, scope, intent, trigger, changes)
  await followMove(tx, scope, { before: intent, moved }, trigger)
  return moved
}

/** The first part of `transitionIntent`: changes the row of the intent. `followMove` must come after it. */
export async function moveIntent(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: IntentTrigger,
  changes: IntentChanges,
): Promise<IntentRow> {
  const status = nextIntentStatus(intent.status, trigger)
  if (!status) throw unexpectedState(intent, trigger)
  const moved = await tx.one(transitionIntentRow, {
    account: intent.account,
    id: intent.id,
    from: intent.status,
    attempt: intent.running_attempt ?? "",
    status,
    last_payment_error: changes.last_payment_error ?? null,
    charge: changes.charge === undefined ? intent.charge : changes.charge,
    payment_method_details: changes.payment_method_details ?? intent.payment_method_details,
    next_action: changes.next_action ?? null,
    cancellation_reason: changes.cancellation_reason ?? null,
    expired: isExpiry(trigger, changes),
    due_at: changes.due_at ?? null,
    counted: intent.counted || status === "processing" || status === "succeeded",
    ended_at: isFinal(status) ? scope.now : null,
    amount: changes.amount ?? intent.amount,
    authorized_amount: changes.authorized_amount ?? intent.authorized_amount,
  })
  if (!moved) throw lockedError(intent.id)
  tx.wake(intent.id)
  return moved
}

/** Whether a time limit has ended the intent. */
function isExpiry(trigger: IntentTrigger, { last_payment_error: error }: IntentChanges): boolean {
  return trigger === "expired" || trigger === "helper_expire" || error?.code === "capture_expired"
}

/** Books the money of a transition, writes its events, and tells the listeners. They see its attempt and its token as they are now. */
export async function followMove(
  tx: Transaction,
  scope: PaymentScope,
  { before, moved }: { before: IntentRow; moved: IntentRow },
  trigger: IntentTrigger,
  sale?: KnownSale,
): Promise<void> {
  await watchEnded(tx, scope, moved, trigger)
  if (moved.status === "canceled" && mayFound(moved)) await endFounded(tx, scope, await latestAttemptOf(tx, moved))
  if (moved.status === "succeeded") await bookPaid(tx, scope, moved, sale)
  if (mayHaveLinks(before) && isFinal(moved.status)) await endLinks(tx, scope, moved.id)
  for (const type of EVENTS[trigger] ?? []) recordEvent(tx, scope, type, presentIntent(moved, scope.mode))
  for (const listener of scope.mode.intentListeners) await listener.moved(tx, scope, moved, trigger)
}

/** Locks an intent for one attempt. Throws payment_intent_locked if another attempt holds it or its status has changed. */
export async function lock(tx: Transaction, { account, id, status: from }: IntentRow, attempt: string): Promise<IntentRow> {
  const held = await tx.one(lockIntent, { account, id, from, attempt })
  if (!held) throw lockedError(id)
  return held
}

/** Releases an attempt's lock of an intent. Returns undefined if the attempt does not hold the lock. */
export async function unlock(
  tx: Transaction,
  { account, id }: Pick<IntentRow, "account" | "id">,
  attempt: string,
): Promise<IntentRow | undefined> {
  tx.wake(id)
  return tx.one(unlockIntent, { account, id, attempt })
}

/** Whether an intent may have been to found a mandate, which ends with it. */
function mayFound({ payment_method_types, subscription }: IntentRow): boolean {
  return subscription === null && payment_method_types.includes("pix_automatico")
}

/** A payment intent has links once its payer has had to act. */
function mayHaveLinks({ status }: IntentRow): boolean {
  return status === "requires_action" || status === "processing"
}

/** Throws payment_intent_locked while the outcome of a capture is open. */
export function checkNotCapturing(intent: Pick<IntentRow, "id" | "status" | "authorized_amount">): void {
  if (isCapturing(intent)) throw lockedError(intent.id)
}

/** Whether an authorized intent waits for the outcome of a capture. */
export function isCapturing({ status, authorized_amount }: Pick<IntentRow, "status" | "authorized_amount">): boolean {
  return status === "processing" && authorized_amount !== null
}

export function unexpectedState({ id, status }: Pick<IntentRow, "id" | "status">, action: string): ApiError {
  return new ApiError(
    "payment_intent_unexpected_state",
    `The payment intent ${id} has the status '${status}', which does not allow '${action}'.`,
  )
}

export function lockedError(id: string): HeldError {
  return new HeldError("payment_intent_locked", `Another request is using the payment intent ${id}. Retry in a moment.`, id)
}

/** For `catch`: ignores payment_intent_locked, and rethrows every other error. */
export function unlessLocked(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === "payment_intent_locked")) throw error
}
