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
