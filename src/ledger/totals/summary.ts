import { type MethodType, railOf } from "../../acquirers/sale.ts"
import { EXPIRED, OF_DISPUTE, type TotalKind } from "./kinds.ts"
import type { Total } from "./tables.ts"

/** How payments ended. `failed`: refused. `expired`: not paid in time, which is not a refusal. `volume` is in cents. */
export type Outcomes = { succeeded: number; failed: number; expired: number; volume: number }

export type DaySummary = Outcomes & { day: number; refunds: number; refunded: number; disputes: number; disputed: number }

export type Summary = Omit<DaySummary, "day"> & {
  days: DaySummary[]
  methods: Map<string, Outcomes>
  /** Card payments by brand. */
  brands: Map<string, Outcomes>
  /** How many payments succeeded, and shift the loss of a fraud to the issuer because of 3-D Secure. All are by card. */
  authenticated: number
  /** How many payments failed for each reason, the most frequent first. */
  reasons: [code: string, count: number][]
}

/** Sums up the totals of one currency for the days from `from` to `to`, both included. A day without payments has a line too. */
export function summarize(totals: Total[], { currency, from, to }: { currency: string; from: number; to: number }): Summary {
  const days = Array.from({ length: to - from + 1 }, (_, i) => ({ day: from + i, ...emptyDay() }))
  const summary = { ...emptyDay(), days, methods: new Map(), brands: new Map(), authenticated: 0 }
  const reasons = new Map<string, number>()
  for (const total of totals) {
    const day = days[total.day - from]
    if (total.currency !== currency || !day) continue
    for (const one of [summary, day]) addTo(one, total)
    if (total.kind === "authenticated") summary.authenticated += total.count
    if (total.kind !== "succeeded" && total.kind !== "failed") continue
    addOutcome(outcomesOf(summary.methods, railOf(total.method as MethodType)), total)
    if (total.brand) addOutcome(outcomesOf(summary.brands, total.brand), total)
    if (total.code && !EXPIRED.includes(total.code)) reasons.set(total.code, (reasons.get(total.code) ?? 0) + total.count)
  }
  return { ...summary, reasons: [...reasons].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]) }
}

/** The share of succeeded payments among those that succeeded or were refused. Undefined if there are none. */
export function approvalRate({ succeeded, failed }: Pick<Outcomes, "succeeded" | "failed">): number | undefined {
  return succeeded + failed > 0 ? succeeded / (succeeded + failed) : undefined
}

/** The share of payments whose issuer bears the loss of a fraud among the card payments that succeeded. Undefined if there are none. */
export function authenticatedShare({ authenticated, methods }: Pick<Summary, "authenticated" | "methods">): number | undefined {
  const cards = methods.get("card")?.succeeded ?? 0
  return cards > 0 ? authenticated / cards : undefined
}

/** How often something happened in the days from `from` to `to`, in all currencies. */
export function countOf(totals: Total[], kind: TotalKind, { from, to }: { from: number; to: number }): number {
  return totals
    .filter((total) => total.kind === kind && total.day >= from && total.day <= to)
    .reduce((sum, { count }) => sum + count, 0)
}

/** The currencies of payments, the one with the most payments first. */
export function currenciesOf(totals: Total[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency, kind, count } of totals)
    if (kind === "succeeded" || kind === "failed") counts.set(currency, (counts.get(currency) ?? 0) + count)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([currency]) => currency)
}

function addTo(sum: Omit<DaySummary, "day">, total: Total): void {
  const { kind, code, count, amount } = total
  addOutcome(sum, total)
  if (kind === "refund") Object.assign(sum, { refunds: sum.refunds + count, refunded: sum.refunded + amount })
  const isWon = kind === "refund_failed" && code === OF_DISPUTE
  if (isWon) Object.assign(sum, { disputes: sum.disputes - count, disputed: sum.disputed - amount })
  if (kind === "refund_failed" && !isWon) Object.assign(sum, { refunds: sum.refunds - count, refunded: sum.refunded - amount })
  if (kind === "dispute") Object.assign(sum, { disputes: sum.disputes + count, disputed: sum.disputed + amount })
}

function addOutcome(sum: Outcomes, { kind, code, count, amount }: Total): void {
  if (kind === "succeeded") {
    sum.succeeded += count
    sum.volume += amount
  }
  if (kind === "failed") sum[EXPIRED.includes(code) ? "expired" : "failed"] += count
}

function outcomesOf(map: Map<string, Outcomes>, key: string): Outcomes {
  const known = map.get(key) ?? emptyOutcomes()
  map.set(key, known)
  return known
}

const emptyOutcomes = (): Outcomes => ({ succeeded: 0, failed: 0, expired: 0, volume: 0 })
const emptyDay = () => ({ ...emptyOutcomes(), refunds: 0, refunded: 0, disputes: 0, disputed: 0 })
