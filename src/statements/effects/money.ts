// What negotiations, deposits and debits of the bank account change.
import type { NegotiatedUnit, Negotiation } from "../layout/negotiation.ts"
import type { Unit } from "../layout/unit.ts"
import type { Deposit } from "../matching/deposits.ts"
import { counting, type Posting, posting } from "./effect.ts"

/**
 * An anticipation leaves the rows of sales alone: what its units would have brought is taken from their day, and comes, less the discount, on the day
 * that the negotiation is paid. Then its C is the deposit that takes it.
 */
export function negotiationPostings(
  { payment_date }: Pick<Negotiation, "payment_date">,
  units: readonly Pick<NegotiatedUnit, "gross" | "net" | "discount" | "original_due_on">[],
  today: number,
): Posting[] {
  return units.flatMap(({ gross, net, discount, original_due_on }) => [
    ...posting("negotiated", 0 - gross, counting(original_due_on, today)),
    ...posting("negotiated", gross, counting(payment_date, today)),
    // Files before 15.9 have no discount.
    ...posting("discount", 0 - (discount === null ? gross - net : Math.abs(discount)), counting(payment_date, today)),
  ])
}

/** What Cielo debits from the bank account has left the balance already, as a refund or rent. The merchant's bank has paid it. */
export function debitPostings({ net, payment_date }: Pick<Unit, "net" | "payment_date">, today: number): Posting[] {
  return posting("debited", Math.abs(net), counting(payment_date, today))
}

/** The payout of a deposit, and the adjustment that makes it and our rows of its lines add up to 0. */
export type DepositEffect = { payout: number; rest: Posting[] }

/**
 * `known` has what our rows of the deposit's lines come to, for each line that has any. Undefined if it pays nothing, or no line is ours: its rows
 * wait for the next deposit.
 */
export function depositEffect({ amount, status }: Deposit, known: readonly number[], today: number): DepositEffect | undefined {
  if (amount <= 0 || known.length === 0 || status === "failed") return undefined
  const net = known.reduce((sum, each) => sum + each, 0)
  return { payout: 0 - amount, rest: posting("rest", amount - net, today) }
}
