// What a line of a statement changes. These are values: whoever has the database carries them out.

import type { AdjustmentClass } from "../layout/adjustments.ts"

/** Why an adjustment is posted. `share`: what is one refund or dispute here comes in several lines, and each has its part. */
export type Reason =
  | "fee"
  | "date"
  | "rounding"
  | "refund_fee"
  | "share"
  | "rental"
  | "adjustment"
  | "lien"
  | "seizure"
  | "offsetting"
  | "cession_returned"
  | "pix_adjustment"
  | "negotiated"
  | "discount"
  | "debited"
  | "rest"

/**
 * A row of type `adjustment`: cents, below 0 if the account loses them, and the day from which they count. `about` is what the acquirer's own code says
 * of an adjustment.
 */
export type Posting = { do: "post"; reason: Reason; amount: number; on: number; about?: AdjustmentClass }

export type Event = "refund" | "refund_undone" | "chargeback" | "chargeback_undone"

export type Effect =
  | Posting
  /** The engine asks the acquirer what it holds of the charge, and books what it says. Amounts are in cents, above 0. */
  | { do: "ask"; about: Event; charge: string; amount: number }
  /** The acquirer no longer answers for the charge. It is booked as the line says. `net` comes on its day. */
  | { do: "book"; about: Event; charge: string; amount: number; net: number; on: number }
  /** A difference for a person. */
  | { do: "show"; why: "unknown_type" | "unsure" | "unknown_sale" | "rejected" | "not_answered" | "platform"; amount: number }
  /** Another source tells it: a negotiation (A, B, C), or the case at the Chargeback API. */
  | { do: "wait"; for: "negotiation" | "case"; amount: number }

/** Money that rows of ours have on a day. */
export type Dated = { net: number; on: number }

/** The day from which a row counts: that of the statement, or today if that has passed ("at once"). */
export function counting(on: number | null, today: number): number {
  return Math.max(on ?? today, today)
}

/**
 * The postings that move money from the days where rows have it to those of the statement. They add up to 0: what the statement has more or less
 * is no matter of dates. Rows that no day of the statement differs from are left alone.
 */
export function movesOf(here: readonly Dated[], there: readonly Dated[], today: number): Posting[] {
  const net = sumOf(here)
  const [first, ...others] = there
  if (!first) return []
  const wanted = [{ net: net - sumOf(others), on: first.on }, ...others]
  const byDay = new Map<number, number>()
  const add = (each: Dated, sign: 1 | -1) => {
    const on = counting(each.on, today)
    byDay.set(on, (byDay.get(on) ?? 0) + sign * each.net)
  }
  for (const each of here) add(each, -1)
  for (const each of wanted) add(each, 1)
  return [...byDay].filter(([, amount]) => amount !== 0).map(([on, amount]) => ({ do: "post", reason: "date", amount, on }))
}

export function sumOf(all: readonly Dated[]): number {
  return all.reduce((sum, { net }) => sum + net, 0)
}

/** A posting of cents, or none of 0. */
export function posting(reason: Reason, amount: number, on: number): Posting[] {
  return amount === 0 ? [] : [{ do: "post", reason, amount, on }]
}

/** What is posted for money that the acquirer pays out itself is only shown for money of the platform. */
export function shownOnly(effects: readonly Effect[]): Effect[] {
  return effects.map((effect) =>
    effect.do === "post" || effect.do === "book" ? { do: "show", why: "platform", amount: effect.amount } : effect,
  )
}
