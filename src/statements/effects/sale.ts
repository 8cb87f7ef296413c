// What the line of a sale changes: its real fee and date replace those that we expected.
import { isRounding, type Pair, pairsOf } from "../matching/compare.ts"
import type { Match } from "../matching/match.ts"
import { counting, type Effect, movesOf, posting } from "./effect.ts"

/**
 * The parts of the charge are what its rows say now, adjustments of earlier lines included. So a line that is read again changes nothing. Another
 * amount waits for a person: the fee and the date of the statement are posted all the same, but for a sale that the acquirer rejects.
 */
export function saleEffects({ charge, sale }: Pick<Match, "charge" | "sale">, today: number): Effect[] {
  if (sale.rejected) return [{ do: "show", why: "rejected", amount: charge.amount }]
  return pairsOf(charge, sale).flatMap((pair) => pairEffects(pair, today))
}

function pairEffects({ here, there, all, rounded }: Pair, today: number): Effect[] {
  const [first] = all
  const day = counting(first?.due_on ?? here.due_on, today)
  const rounding = there.amount - here.amount
  const dated = all.map(({ amount, fee, due_on }) => ({ net: amount - fee, on: due_on ?? here.due_on }))
  return [
    ...movesOf([{ net: here.amount - here.fee, on: here.due_on }], dated, today),
    ...posting("fee", here.fee - there.fee, day),
    ...(isRounding(rounding, rounded) ? posting("rounding", rounding, day) : []),
  ]
}
