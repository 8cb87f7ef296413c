// The disputes of a charge at an acquirer that tells each by itself, and whose word is sure: what was taken, and what has come back.
import type { HeldDispute } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import type { PaymentScope } from "../intents/mode.ts"
import type { IntentRow } from "../intents/table.ts"
import { endHeld, takeAgain } from "./close.ts"
import { bookDispute } from "./disputes.ts"
import { correctAmount } from "./follow.ts"
import { shownOf } from "./shown.ts"
import { nextDisputeStatus } from "./state.ts"
import { disputesOf, noteShown } from "./store.ts"
import type { DisputeRow } from "./table.ts"

/** `of` is the id of the charge in the API. */
type Told = { of: string | null; disputes: readonly HeldDispute[] }

/**
 * Brings the disputes of a charge to where its acquirer says that they stand: one whose money was taken is booked, one whose money has come back is
 * won, and one whose money was taken again after that is lost. What a person has recorded before is the acquirer's own dispute of that amount. Returns
 * the ids of those that have changed. The caller holds the intent.
 */
export async function followTold(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { of, disputes }: Told,
): Promise<string[]> {
  const changed: string[] = []
  for (const told of disputes) {
    const known = await knownAs(tx, intent, of, told)
    if (known) {
      if (await follow(tx, scope, intent, known, told)) changed.push(known.id)
    } else if (told.is_taken) {
      const { id, amount } = told
      changed.push((await bookDispute(tx, scope, intent, { amount, reason: null, of, shown: { look_up: amount, id } })).id)
    }
  }
  return changed
}

/** The dispute that is the acquirer's, or else the oldest one of its amount that is no other's. */
async function knownAs(tx: Transaction, intent: IntentRow, of: string | null, { id, amount }: HeldDispute) {
  const ofCharge = (await disputesOf(tx, intent)).filter(({ charge }) => charge === of)
  const isFree = (dispute: DisputeRow) => dispute.shown?.id === undefined && dispute.amount === amount
  return ofCharge.find(({ shown }) => shown?.id === id) ?? ofCharge.find(isFree)
}

/** Only what the acquirer says anew moves a dispute that is won, because a person may have said so. Returns whether it has changed. */
async function follow(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  known: DisputeRow,
  told: HeldDispute,
): Promise<boolean> {
  const { id, amount, is_taken, is_lost } = told
  const was = known.shown?.id === id ? shownOf(known, "look_up") : amount
  const is = is_taken ? amount : 0
  if (known.shown?.id !== id || was !== is) await noteShown(tx, known, { ...known.shown, look_up: is, id })
  const isWon = known.status === "won"
  const isAgain = isWon && is_taken && was === 0
  if (isWon && !isAgain) return false
  if (!is_taken) {
    await endHeld(tx, scope, { intent, dispute: known }, "win")
    return true
  }
  let dispute = isAgain ? await takeAgain(tx, scope, { intent, dispute: known }, null) : known
  if ((isAgain || is_lost) && nextDisputeStatus(dispute.status, "lose"))
    dispute = await endHeld(tx, scope, { intent, dispute }, "lose")
  if (dispute.amount !== amount) await correctAmount(tx, scope, intent, dispute, amount)
  return dispute !== known || dispute.amount !== amount
}
