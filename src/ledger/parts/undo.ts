// The lines of what is given back because a refund failed or a dispute was won.
import type { Line } from "./line.ts"

const UNDOING = { refund: "refund_failed", dispute: "dispute_reversed" } as const

/** `lines` are those of the refund. Undoes each when its part comes, or at once if that has come. `now` is in Unix seconds. */
export function undoingLines(lines: readonly Line[], now: number): Line[] {
  return lines.flatMap((line) => {
    const { type } = line
    if (type !== "refund" && type !== "dispute") return []
    const available_on = Math.max(line.available_on, now)
    return [{ ...line, type: UNDOING[type], amount: -line.amount, fee: 0 - line.fee, available_on }]
  })
}
