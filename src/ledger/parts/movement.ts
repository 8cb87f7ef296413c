// What happens to the money of a payment, and the lines that it writes.
import type { Terms } from "../terms/terms.ts"
import { adjustingLines } from "./adjust.ts"
import { type Line, sumOfType } from "./line.ts"
import { takingLines } from "./take.ts"
import { undoingLines } from "./undo.ts"

/**
 * A change of a payment's money after its success. Amounts are in cents. What adds up to an amount may be said again: it is booked once.
 * `excess`: what a dispute took beyond the payment, 0 if it did not or was won. `difference`: what an accepted payment took beyond its
 * amount, below 0 if it took less. `difference_gone`: how much of that has gone back since, in all.
 */
export type Movement =
  | { moved: "refund"; refund: string; amount: number; is_dispute: boolean }
  | { moved: "refund_undone"; refund: string }
  | { moved: "dispute"; dispute: string }
  | { moved: "excess"; dispute: string; amount: number }
  | { moved: "difference" | "difference_gone"; payment_intent: string; amount: number }

type Fees = Pick<Terms, "refund_fee" | "dispute_fee" | "returns_fee_on_refund">

/** `lines` are all of the payment so far, and `fees` those of its terms. A refund's own fee goes back if the refund fails, that of a dispute does not. */
export function linesOf(movement: Movement, lines: readonly Line[], fees: Fees, now: number): Line[] {
  switch (movement.moved) {
    case "refund": {
      const { refund: source, amount, is_dispute } = movement
      const { returns_fee_on_refund: returns_fee } = fees
      const taken = takingLines(lines, { type: is_dispute ? "dispute" : "refund", source, amount, returns_fee, now })
      return is_dispute ? taken : [...taken, ...feeLines(lines, source, fees.refund_fee, now)]
    }
    case "refund_undone": {
      const { refund: source } = movement
      if (lines.some((line) => line.source === source && isUndoing(line))) return []
      const own = lines.filter((line) => line.source === source)
      return [...undoingLines(own, now), ...feeLines(lines, source, 0, now)]
    }
    case "dispute":
      return feeLines(lines, movement.dispute, fees.dispute_fee, now)
    case "excess":
      return adjustingLines(lines, { type: "adjustment", source: movement.dispute, amount: 0 - movement.amount, now })
    case "difference":
      return adjustingLines(lines, { type: "adjustment", source: movement.payment_intent, amount: movement.amount, now })
    case "difference_gone": {
      const { payment_intent: source, amount: gone } = movement
      const had =
        lines.find(({ type, part, ...line }) => type === "adjustment" && part === 0 && line.source === source)?.amount ?? 0
      if (had <= 0) return []
      // What has gone stays gone: an acquirer that does not show a refund made by hand seems to have sent less back.
      const left = Math.min(had - gone, sumOfType(lines, source, "adjustment"))
      return adjustingLines(lines, { type: "adjustment", source, amount: Math.max(0, left), now })
    }
  }
}

function isUndoing({ type }: Line): boolean {
  return type === "refund_failed" || type === "dispute_reversed"
}

function feeLines(lines: readonly Line[], source: string, fee: number, now: number): Line[] {
  return adjustingLines(lines, { type: "fee", source, amount: 0 - fee, now })
}
