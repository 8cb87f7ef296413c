import type { Holdings } from "../../acquirers/acquirer.ts"

/** What Vintém has booked of a paid intent, in cents. Refunds of disputes count as disputed only. */
export type Booked = {
  /** What the intent is about. */
  amount: number
  refunded: number
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

/**
 * What the card network has taken of a charge although the payer had it back already, in cents. `byHand` is what a person has paid back, if
 * anything, and how much had gone back before that. An acquirer may show that payment, too.
 */
export function returnedTwice(
  { captured, gone_back, charged_back }: Holdings,
  byHand?: { amount: number; before: number | null },
): number {
  const back = byHand ? Math.max(gone_back, (byHand.before ?? gone_back) + byHand.amount) : gone_back
  return Math.min(charged_back, Math.max(0, back + charged_back - captured))
}
