// The lines of what a refund or a dispute takes from its payment.

import { rounded } from "../../base/shares.ts"
import type { TransactionType } from "./kinds.ts"
import type { Line } from "./line.ts"

/** `amount` is in cents, and `now` in Unix seconds. `returns_fee`: the payment's fee goes back in proportion. */
type Taking = { type: "refund" | "dispute"; source: string; amount: number; returns_fee: boolean; now: number }

/** The types of lines that take from a payment, and give back to it. */
const TAKING: readonly TransactionType[] = ["refund", "dispute", "refund_failed", "dispute_reversed"]

/**
 * Takes money that is still to come first, the latest part first: of each part what earlier lines have left of it, when that part comes. The rest
 * is taken at once. `lines` are all of the payment so far.
 */
export function takingLines(lines: readonly Line[], { type, source, amount, returns_fee, now }: Taking): Line[] {
  const taken: Pick<Line, "amount" | "installment" | "available_on">[] = []
  let left = amount
  for (const part of partsToCome(lines, now)) {
    const taking = Math.min(left, part.left)
    if (taking > 0) taken.push({ ...part, amount: taking })
    left -= taking
  }
  if (left > 0) taken.push({ amount: left, installment: null, available_on: now })
  const returned = returns_fee ? returnedFees(lines, taken) : []
  return taken.map(({ installment, available_on, ...each }, part) => ({
    type,
    source,
    part,
    amount: -each.amount,
    fee: 0 - (returned[part] ?? 0),
    installment,
    available_on,
  }))
}

type Part = Pick<Line, "installment" | "available_on"> & { left: number }

/** The parts of a payment that are still to come, the latest first. */
function partsToCome(lines: readonly Line[], now: number): Part[] {
  const parts = lines.filter(({ type, available_on }) => type === "payment" && available_on > now)
  parts.sort((a, b) => b.available_on - a.available_on || (b.installment ?? 0) - (a.installment ?? 0))
  return parts.map((part) => ({ ...part, left: part.amount + changeOf(part, lines) }))
}

/** How much lines have changed a part that is to come. What is taken at once is taken from no part, or after the only part has come. */
function changeOf(part: Line, lines: readonly Line[]): number {
  const about = lines.filter(({ type, installment }) => TAKING.includes(type) && installment === part.installment)
  return about.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * How much of the payment's fee goes back in each line, in cents: what makes all that has gone back the rounded share of all that was taken.
 * After refunds that failed, more than that may have gone back already. Then nothing does until the share is larger.
 */
function returnedFees(lines: readonly Line[], taken: readonly { amount: number }[]): number[] {
  const sum = (types: readonly TransactionType[], member: "amount" | "fee") =>
    lines.filter(({ type }) => types.includes(type)).reduce((total, line) => total + line[member], 0)
  const [amount, fee] = [sum(["payment"], "amount"), sum(["payment"], "fee")]
  let gone = -sum(TAKING, "amount")
  let returned = -sum(TAKING, "fee")
  return taken.map((each) => {
    gone += each.amount
    const returning = Math.max(0, rounded(fee, gone, amount) - returned)
    returned += returning
    return returning
  })
}
