// Which acquirer gets a new sale (docs/decisions/0033-fallback.md).
import type { Acquirer, Candidate, Routing } from "./acquirer.ts"
import type { PaymentType } from "./sale.ts"

/**
 * Why a sale went to the fallback. `drained`: the method's own acquirer gets no new sales. `lacking`: it does not take such sales. `circuit`: it
 * has failed several times in a row. `unavailable`: it certainly did not make this sale. `refused`: it could not process this sale.
 */
export type FallbackReason = "drained" | "lacking" | "circuit" | "unavailable" | "refused"

/** What a sale asks of its acquirer. */
export type Wanted = {
  type: PaymentType
  currency: string
  installments: number
  capture_later: boolean
  /** The brand of the card. Null for PIX and boleto. */
  brand: string | null
  /** Debit cards and mandates have no fallback. */
  has_fallback: boolean
}

export type Choice = { acquirer: Acquirer; because: FallbackReason | null }

/** Whether an acquirer takes payments of a type in a currency. */
export function takesCurrency({ currencies }: Acquirer, type: PaymentType, currency: string): boolean {
  const taken = currencies[type]
  return taken === "all" || taken.includes(currency)
}

/** Whether an acquirer takes such a sale. */
export function takes(acquirer: Acquirer, { type, currency, installments, capture_later, brand }: Wanted): boolean {
  if (!takesCurrency(acquirer, type, currency)) return false
  if (capture_later && acquirer.captureDays === undefined) return false
  if (brand !== null && acquirer.brands && !acquirer.brands.includes(brand)) return false
  return installments <= (acquirer.maxInstallments ?? Number.POSITIVE_INFINITY)
}

/**
 * Returns the acquirer of a new sale, or undefined if none gets it. `isFailing`: whether an acquirer has failed so often that only a trial sale
 * goes to it. If neither takes such sales, the method's own acquirer gets it, and its refusal says what it lacks.
 */
export function choose(
  { own, fallback }: Routing,
  wanted: Wanted,
  isFailing: (acquirer: Acquirer) => boolean,
): Choice | undefined {
  if (!own) return undefined
  const canTakeOver = wanted.has_fallback && fallback && !fallback.drained && takes(fallback.acquirer, wanted)
  const other = canTakeOver ? fallback : undefined
  const because = reasonFor(own, wanted, () => other !== undefined && isFailing(own.acquirer))
  if (other && because) return { acquirer: other.acquirer, because }
  return own.drained ? undefined : { acquirer: own.acquirer, because: null }
}

function reasonFor({ acquirer, drained }: Candidate, wanted: Wanted, isFailing: () => boolean): FallbackReason | null {
  if (drained) return "drained"
  if (!takes(acquirer, wanted)) return "lacking"
  return isFailing() ? "circuit" : null
}

/** The acquirers that get new sales of a method, the usual one first. */
export function takersOf({ own, fallback }: Routing): Acquirer[] {
  if (!own) return []
  return [own, fallback].flatMap((candidate) => (candidate && !candidate.drained ? [candidate.acquirer] : []))
}

/** The acquirer of new sales of a method as far as nothing is known of the sale. */
export function usual(routing: Routing): Acquirer | undefined {
  return takersOf(routing)[0]
}

/** The same routing with other acquirers in the place of its own. */
export function mapRouting({ own, fallback }: Routing, change: (acquirer: Acquirer) => Acquirer): Routing {
  const changed = (candidate: Candidate | undefined) => candidate && { ...candidate, acquirer: change(candidate.acquirer) }
  return { own: changed(own), fallback: changed(fallback) }
}
