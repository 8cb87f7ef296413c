// What is known of a payment, from what Adyen has told and answered, in whatever order it came. Only what is signed counts, and what Adyen has answered.

import type { ThreeDSecure } from "../authentication.ts"
import type { Notice } from "../notices.ts"
import type { References } from "../references.ts"
import { NO_REFERENCES } from "../references.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { HeldDispute, Holdings, SaleOutcome, Taken } from "../sale.ts"
import { CANCELS, DISPUTES, GIVES_BACK, OWN, UNDOES } from "./events.ts"
import { refusedCard } from "./refusals.ts"
import { CAPTURE_LATEST } from "./requests.ts"
import { isAuthenticated, threeDSecureOf } from "./three-d-secure.ts"

/** A payment as it is known. Amounts are in the smallest unit of its currency. */
export type Known = {
  charge: string
  reference: string | null
  currency: string
  state: "authorised" | "refused" | "received"
  /** Adyen's code of a refusal, where it has answered one. */
  code: string | undefined
  advice: string | undefined
  references: References | undefined
  /** Whether it is only captured on request. */
  isLater: boolean
  authorised: number
  captured: number
  /** What was captured, and never arrived. */
  lost: number
  isReleased: boolean
  /** Left out if the payer was not to be authenticated, or if nothing was answered of it. */
  three_d_secure: ThreeDSecure | undefined
  /** Whether the money of a payer who was not authenticated is not wanted. */
  mustAuthenticate: boolean
  refunded: number
  charged_back: number
  disputes: HeldDispute[]
}

/** What is known of the payment of a charge. Undefined if nothing was heard of it. `about`: what concerns the charge or its reference. */
export function knownOf(about: readonly Notice[], charge: string): Known | undefined {
  const authorisation = about.findLast(({ event, subject }) => event === "AUTHORISATION" && subject === charge)
  const closed = about.find(({ event, subject }) => event === "OFFER_CLOSED" && subject === charge)
  const first = authorisation ?? closed ?? about.find(({ event, subject }) => event === OWN.received && subject === charge)
  if (!first) return undefined
  const own = about.filter((notice) => isOf(notice, charge, first.reference))
  const order = about.find(({ event, subject }) => event === OWN.saleOrdered && subject === first.reference)
  const isAuthorised = authorisation?.success === true
  const authorised = isAuthorised ? (authorisation.amount ?? 0) : 0
  const isLater = order?.detail?.capture_later === true
  const told = (event: string) => own.filter((notice) => notice.event === event && notice.success)
  const isCancelled = CANCELS.some((event) => told(event).length > 0)
  const captures = isLater ? sumOf(told("CAPTURE")) : isCancelled ? 0 : authorised
  const captured = Math.min(authorised, captures)
  // What was captured goes back by it, and otherwise it cancels.
  const reversed = told("CANCEL_OR_REFUND")
  const undone = new Set(own.filter(({ event }) => UNDOES.includes(event)).map(({ subject }) => subject))
  const refunds = [...told("REFUND"), ...(captured > 0 ? reversed : [])].filter(({ subject }) => !undone.has(subject))
  const isReversed = captured === 0 && reversed.length > 0
  const disputes = disputesIn(own)
  return {
    ...{ charge, reference: first.reference, currency: first.currency ?? "" },
    state: isAuthorised ? "authorised" : (authorisation ?? closed) ? "refused" : "received",
    ...{ code: textIn(first, "code"), advice: textIn(first, "advice"), references: referencesOf(charge, first) },
    ...{ isLater, authorised, captured, lost: Math.min(captured, sumOf(told("CAPTURE_FAILED"))) },
    isReleased: captured === 0 && (isCancelled || isReversed || told("EXPIRE").length > 0),
    ...{ three_d_secure: threeDSecureOf(first), mustAuthenticate: order?.detail?.must_authenticate === true },
    ...{ refunded: sumOf(refunds), charged_back: sumOf(disputes.filter(({ is_taken }) => is_taken)), disputes },
  }
}

/** An authorization is over, or was captured. */
const ENDS_HOLD: readonly string[] = [...CANCELS, "CAPTURE", "CAPTURE_FAILED", "CANCEL_OR_REFUND", "EXPIRE"]

/**
 * The same with the captures that Adyen has made by itself, at the end of the longest delay: it may not tell them. `now` is in Unix seconds. Nothing is
 * left to capture so late, unless a release never arrived.
 */
export function withOwnCaptures(about: readonly Notice[], now: number): Notice[] {
  const isDue = ({ reference }: Notice) =>
    about.some(
      ({ event, subject, detail, created }) =>
        event === OWN.saleOrdered && subject === reference && detail?.capture_later === true && created + LATEST_SECONDS <= now,
    )
  const isOver = ({ subject }: Notice) =>
    about.some(({ event, charge, success }) => charge === subject && success && ENDS_HOLD.includes(event))
  const held = about.filter((notice) => notice.event === "AUTHORISATION" && notice.success && !isOver(notice) && isDue(notice))
  return [...about, ...held.map((notice) => ({ ...notice, event: "CAPTURE", detail: null }))]
}

const LATEST_SECONDS = CAPTURE_LATEST * 3600

/** Some of Adyen's examples of disputes do not name the payment. */
function isOf(notice: Notice, charge: string, reference: string | null): boolean {
  const isUnnamed = DISPUTES.includes(notice.event) && notice.charge === notice.subject
  return notice.charge === charge || (isUnnamed && notice.reference === reference)
}

function sumOf(notices: readonly Pick<Notice, "amount">[]): number {
  return notices.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

/** Each dispute has an id of its own. What was given back and taken again is taken, in whatever order that was told. */
function disputesIn(own: readonly Notice[]): HeldDispute[] {
  return [...Map.groupBy(own, ({ subject }) => subject)].flatMap(([id, events]) => {
    const of = (event: string) => events.find((each) => each.event === event && each.success)
    const again = of("PREARBITRATION_LOST") ?? of("SECOND_CHARGEBACK")
    const back = of(GIVES_BACK)
    const told = again ?? of("CHARGEBACK") ?? back
    return told
      ? [{ id, amount: told.amount ?? 0, is_taken: again !== undefined || back === undefined, is_lost: again !== undefined }]
      : []
  })
}

function textIn({ detail }: Notice, name: string): string | undefined {
  const value = detail?.[name]
  return typeof value === "string" ? value : undefined
}

function referencesOf(charge: string, notice: Notice): References {
  return { ...NO_REFERENCES, tid: charge, authorization_code: textIn(notice, "authorization_code") ?? null }
}

/** What Adyen holds of a payment. */
export function holdingsOf(known: Known): Holdings {
  const { state, isLater, isReleased, authorised, captured, lost, refunded, charged_back, disputes } = known
  const isHeld = state === "authorised" && isLater && !isReleased && captured === 0
  const gone_back = Math.min(captured, refunded + lost)
  const beside = { ...(disputes.length > 0 && { disputes }), ...(isHeld && { authorized: authorised }) }
  return { captured, gone_back, charged_back, ...beside }
}

export function takenOf(known: Known): Taken {
  const { charge, currency, references } = known
  return { charge, currency, ...holdingsOf(known), ...(references && { references }) }
}

const RELEASED = "The authorization of the card was released at the acquirer."
const NOT_CAPTURED = "The acquirer could not capture the charge."

/** What has become of a payment. */
export function outcomeOf(known: Known): SaleOutcome {
  const { charge, currency, state, code, advice, isLater, isReleased, authorised, captured, lost, references } = known
  const { three_d_secure } = known
  const told = { ...(references && { references }), ...(three_d_secure && { three_d_secure }) }
  if (state === "received") return { result: "pending", charge, ...told }
  if (state === "refused") return { ...refusedCard(charge, { code: code ?? "", advice }), ...told }
  const isLost = captured > 0 && lost === captured && known.charged_back === 0
  if (isReleased || isLost) {
    const message = isLost ? NOT_CAPTURED : RELEASED
    return { result: "refused", charge, code: "processing_error", message, released: true, ...told }
  }
  const isHeld = isLater && captured === 0
  if (known.mustAuthenticate && three_d_secure && !isAuthenticated(three_d_secure)) {
    const refused = { ...NOT_AUTHENTICATED, charge, ...told }
    return isHeld ? { ...refused, unwanted_hold: charge } : { ...refused, unwanted: takenOf(known) }
  }
  if (isHeld) return { result: "authorized", charge, amount: authorised, currency, ...told }
  return { result: "approved", ...takenOf(known), ...told }
}

const NOT_AUTHENTICATED = {
  result: "refused",
  code: "authentication_failed",
  message: REFUSAL_MESSAGES.authentication_failed,
} as const

/** Which of several payments of one reference counts if none was approved. */
const ORDER: SaleOutcome["result"][] = ["approved", "authorized", "pending", "refused"]

/** What has become of a sale, of which Adyen may have made several payments. Undefined if nothing was heard of it. */
export function saleOutcome(about: readonly Notice[]): SaleOutcome | undefined {
  const outcomes = paymentsIn(about).map(outcomeOf)
  const [first, ...more] = outcomes.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result))
  if (first?.result !== "approved" && first?.result !== "authorized") return first
  const also_held = more.flatMap((outcome) => (outcome.result === "authorized" ? [outcome.charge] : []))
  const duplicates = more.flatMap((outcome) => (outcome.result === "approved" ? [withoutResult(outcome)] : []))
  const beside = { ...first, ...(also_held.length > 0 && { also_held }) }
  return beside.result === "approved" && duplicates.length > 0 ? { ...beside, duplicates } : beside
}

/** Every payment that is known. */
function paymentsIn(about: readonly Notice[]): Known[] {
  const first = about.filter(({ event }) => BEGINS.includes(event))
  return [...new Set(first.map(({ subject }) => subject))].flatMap((charge) => knownOf(about, charge) ?? [])
}

const BEGINS: readonly string[] = ["AUTHORISATION", "OFFER_CLOSED", OWN.received]

/** What else Adyen has captured for the sale of a payment: it has made two payments for one key, which it says it never does. */
export function duplicatesOf(about: readonly Notice[], { charge, reference }: Known): Taken[] {
  const others = paymentsIn(about).filter((one) => one.charge !== charge && one.reference === reference && one.captured > 0)
  return reference === null ? [] : others.map(takenOf)
}

function withoutResult({ result: _, ...taken }: Extract<SaleOutcome, { result: "approved" }>): Taken {
  return taken
}
