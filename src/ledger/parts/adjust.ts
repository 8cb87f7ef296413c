// Lines of one amount that is due at once: the own fee of a refund or a dispute, and adjustments.
import { type Line, nextPart, sumOfType } from "./line.ts"

/** What a source's lines of a type should add up to, in cents. */
type Target = { type: "fee" | "adjustment"; source: string; amount: number; now: number }

/**
 * The line that makes those of a source add up to an amount, or none if they do. So doing it twice books it once. A fee is below 0, and
 * goes back with the amount 0. `lines` are all of the payment so far.
 */
export function adjustingLines(lines: readonly Line[], { type, source, amount, now }: Target): Line[] {
  const change = amount - sumOfType(lines, source, type)
  if (change === 0) return []
  return [{ type, source, part: nextPart(lines, source, type), amount: change, fee: 0, installment: null, available_on: now }]
}
