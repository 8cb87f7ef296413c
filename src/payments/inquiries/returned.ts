// A charge that no payment keeps. All of its money goes back: what its reversal does not return may go in other ways.
import { type Holdings, leftOf } from "../../acquirers/acquirer.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import { closeAttempt } from "../attempts/move.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { bookDispute, disputedOf } from "../disputes/disputes.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicChargeOf } from "../intents/public-charge.ts"
import type { IntentRow } from "../intents/table.ts"
import { returnedTwice } from "./differences.ts"

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
  { id: attempt, charge }: AttemptRow,
  intent: IntentRow,
  { reversal, publicId }: Returned,
  held: Holdings,
): Promise<boolean> {
  const { log } = scope.mode
  const about = { attempt, payment_intent: intent.id, charge }
  const isLowered = reversal?.state === "by_hand" && (await lowerReversal(tx, reversal, held))
  if (isLowered) log.warn({ ...about, left: leftOf(held) }, "less is left of a charge than a person was to pay back by hand")
  const amount = returnedTwice(held, paidByHand(reversal)) - (await disputedOf(tx, intent, publicId))
  if (amount <= 0) return isLowered
  const { id: dispute } = await bookDispute(tx, scope, intent, { amount, reason: null, of: publicId })
  log.warn({ ...about, dispute, amount }, "the card network took money back that had gone back already: a dispute was booked")
  return true
}

/** What a person has paid back of a charge, and how much had gone back before. */
function paidByHand(reversal: AttemptRow | undefined) {
  if (reversal?.outcome !== "settled_by_hand") return undefined
  return { amount: reversal.amount ?? 0, before: reversal.gone_back_before }
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
