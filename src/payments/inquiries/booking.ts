// What an acquirer shows of a charge beyond what is booked: of a charge that a payment keeps, and of one that is sent back.
import { type Holdings, leftOf } from "../../acquirers/sale.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { book } from "../../ledger/book.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import { closeAttempt } from "../attempts/move.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { bookShown, bookUntold, settleEstimates } from "../chargebacks/booking.ts"
import { countedOf } from "../disputes/store.ts"
import { followTold } from "../disputes/told.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge, publicChargeOf } from "../intents/present.ts"
import type { IntentRow } from "../intents/table.ts"
import { makeRoom, refundsBySending, sumOf } from "../refunds/left.ts"
import { insertRefund } from "../refunds/store.ts"

/** What Vintém has booked of a paid intent, in cents. Refunds of disputes count as disputed only. */
export type Booked = {
  /** What the intent is about. */
  amount: number
  refunded: number
  /** Also what the acquirer still shows of disputes that were won. */
  disputed: number
}

/** What an acquirer shows beyond what is booked, in cents, never less than 0. */
export type Differences = { refunded: number; disputed: number }

/**
 * Compares what an acquirer holds with what is booked. An operator may have accepted a sale that captured more than its intent's amount.
 * What goes back elsewhere first uses up that excess, which the intent never had.
 */
export function differencesOf(
  { captured, gone_back, charged_back }: Holdings,
  { amount, refunded, disputed }: Booked,
): Differences {
  const excess = Math.max(0, captured - amount)
  return {
    refunded: Math.max(0, gone_back - excess - refunded),
    disputed: Math.max(0, charged_back - disputed),
  }
}

/** How much of what a sale captured beyond its intent's amount has gone back, in cents. */
function excessGone({ captured, gone_back }: Holdings, { amount }: Pick<IntentRow, "amount">, refunded: number): number {
  return Math.max(0, Math.min(captured - amount, gone_back - refunded))
}

/**
 * What the card network has taken of a charge although the payer had it back already, in cents. `returned` is what its reversal or a person has
 * paid back, if anything, and how much had gone back before that. An acquirer may show that already or only later, so it is not added to what is
 * shown. Only a reversal of the release before may not know what had gone back.
 */
export function returnedTwice(
  { captured, gone_back, charged_back }: Holdings,
  returned?: { amount: number; before: number | null },
): number {
  const back = returned ? Math.max(gone_back, (returned.before ?? 0) + returned.amount) : gone_back
  return Math.min(charged_back, Math.max(0, back + charged_back - captured))
}

/**
 * Books what the acquirer shows of the charge that a payment keeps, beyond what is booked: a chargeback as a dispute, and what was sent back
 * elsewhere as a refund. Returns whether there was anything. The caller holds the intent.
 */
export async function bookKept(
  tx: Transaction,
  scope: PaymentScope,
  inquiry: AttemptRow,
  intent: IntentRow,
  held: Holdings,
): Promise<boolean> {
  const { log } = scope.mode
  const { id: attempt, charge } = inquiry
  const about = { attempt, payment_intent: intent.id, charge }
  const { sent } = await refundsBySending(tx, intent)
  const refunded = sumOf(sent.filter(({ reason }) => reason !== "dispute"))
  const { charged_back: total } = held
  const of = publicCharge(intent)
  await settleEstimates(tx, scope, intent, { of, total })
  const followed = held.disputes ? await followTold(tx, scope, intent, { of, disputes: held.disputes }) : []
  for (const dispute of followed) log.warn({ ...about, dispute }, "a dispute is where its acquirer says that it stands")
  const disputed = held.disputes ? total : await countedOf(tx, intent, { charge: of, source: "look_up", total })
  const found = differencesOf(held, { amount: intent.amount, refunded, disputed })
  await book(tx, scope, intent, {
    moved: "difference_gone",
    payment_intent: intent.id,
    amount: excessGone(held, intent, refunded),
  })
  if (found.disputed > 0) {
    const { disputed: amount } = found
    for (const dispute of await bookShown(tx, scope, intent, { of, amount, reason: held.charged_back_reason }, inquiry))
      log.warn({ ...about, dispute, amount }, "the card network took money of a payment back: a dispute was booked")
  }
  const isTold = await bookUntold(tx, scope, intent, of, charge)
  if (found.refunded > 0) {
    const amount = await makeRoom(tx, scope, intent, found.refunded)
    if (amount < found.refunded) log.error({ ...about, amount: found.refunded - amount }, "more has gone back than a payment had")
    const booked = { amount, reason: null, status: "succeeded", metadata: {}, reported: true } as const
    if (amount > 0) await insertRefund(tx, scope, intent, booked)
    log.warn({ ...about, amount }, "money of a payment was sent back at the acquirer: its refund was booked")
  }
  return followed.length > 0 || isTold || found.disputed > 0 || found.refunded > 0
}

/** Whether the outcome of a refund is open that the acquirer may show already. */
export async function hasOpenRefund(db: Queries, intent: IntentRow): Promise<boolean> {
  return (await refundsBySending(db, intent)).sent.some(({ status }) => status === "pending")
}

/** The reversal of a charge, if it has one, and the charge's id in the API. */
export type Returned = { reversal: AttemptRow | undefined; publicId: string }

const lowerAmount = attempts.update(["account", "id"], ["amount", "gone_back_before"], (rows) => rows.where({ state: "by_hand" }))

export async function returnedOf(db: Queries, inquiry: AttemptRow): Promise<Returned> {
  const about = await attemptsAbout(db, inquiry)
  // The second charge of a sale has no sale of its own.
  const first = about.find(({ kind }) => kind === "charge") ?? about[0]
  const publicId = publicChargeOf({ id: first?.id ?? inquiry.id, charge: inquiry.charge ?? "" })
  return { publicId, reversal: about.find(({ kind }) => kind === "reversal") }
}

/** Whether the acquirer may be sending the money back now. A reversal that a person must make is not sent. */
export function isReversalOpen(reversal: AttemptRow | undefined): boolean {
  return reversal !== undefined && reversal.state !== "done" && reversal.state !== "by_hand"
}

/**
 * Books a chargeback of money that had gone back to the payer: a dispute of which the payment has nothing, so a person answers it. Lowers
 * what a person is to pay back by hand to what is left. Returns whether there was anything. The caller holds the intent.
 */
export async function bookReturned(
  tx: Transaction,
  scope: PaymentScope,
  inquiry: AttemptRow,
  intent: IntentRow,
  { reversal, publicId: of }: Returned,
  held: Holdings,
): Promise<boolean> {
  const { log } = scope.mode
  const { id: attempt, charge } = inquiry
  const about = { attempt, payment_intent: intent.id, charge }
  const isLowered = reversal?.state === "by_hand" && (await lowerReversal(tx, reversal, held))
  if (isLowered) log.warn({ ...about, left: leftOf(held) }, "less is left of a charge than a person was to pay back by hand")
  const total = returnedTwice(held, madeBy(reversal))
  await settleEstimates(tx, scope, intent, { of, total })
  const amount = total - (await countedOf(tx, intent, { charge: of, source: "look_up", total }))
  if (amount > 0)
    for (const dispute of await bookShown(tx, scope, intent, { of, amount, reason: held.charged_back_reason }, inquiry))
      log.warn({ ...about, dispute, amount }, "the card network took money back that had gone back already: a dispute was booked")
  const isTold = await bookUntold(tx, scope, intent, of, charge)
  return isTold || amount > 0 || isLowered
}

/** How many cents of a charge that no payment keeps have gone back: what its reversal or a person has paid back, and what had gone back before. */
export async function sentBackOf(db: Queries, charge: Pick<AttemptRow, "account" | "acquirer" | "charge">): Promise<number> {
  const made = madeBy((await attemptsAbout(db, charge)).find(({ kind }) => kind === "reversal"))
  return made ? made.amount + (made.before ?? 0) : 0
}

/** What a reversal or a person has paid back of a charge: 0 if the charge had nothing left. */
export function madeBy(reversal: AttemptRow | undefined) {
  if (!reversal) return undefined
  const { outcome, amount, gone_back_before: before } = reversal
  // A reversal of the release before that found nothing left kept its amount.
  const isMade = outcome === "settled_by_hand" || (outcome === "refunded" && before !== null)
  return isMade ? { amount: amount ?? 0, before } : undefined
}

/** Lowers what a person is to pay back by hand. Returns false if it is all left. */
async function lowerReversal(tx: Transaction, reversal: AttemptRow, held: Holdings): Promise<boolean> {
  const { account, id, amount } = reversal
  const left = leftOf(held)
  if (amount === null || left >= amount || held.captured === 0) return false
  await tx.run(lowerAmount, { account, id, amount: Math.max(0, left), gone_back_before: held.gone_back })
  if (left <= 0) await closeAttempt(tx, reversal, "refunded")
  return true
}
