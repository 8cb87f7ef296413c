// Captures, cancels and refunds. Adyen accepts them at once and tells later what became of them. Each has a key of its own, so one whose answer was
// lost is sent again.

import type { Notice } from "../notices.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { CaptureOrder, CaptureOutcome, ChargeId, Holdings, RefundOrder, RefundOutcome, VoidOutcome } from "../sale.ts"
import { readAccepted } from "./answers.ts"
import { OWN, UNDOES } from "./events.ts"
import type { Account } from "./exchange.ts"
import { duplicatesOf, holdingsOf, type Known, knownOf, takenOf } from "./facts.ts"
import { type Failure, failureOf, send } from "./failures.ts"
import { aboutCharge, isRepeatable, noticeOf, secondsNow } from "./sales.ts"

const NO_CHARGE = "The acquirer has no such charge."
const NOTHING_TO_CAPTURE = "The acquirer has nothing to capture."

/** What Adyen holds of a charge, as far as it has told. Undefined if nothing was heard of it. */
export async function holds(account: Account, charge: string): Promise<Holdings | undefined> {
  const about = await aboutCharge(account, charge)
  const known = knownOf(about, charge)
  if (!known) return undefined
  const duplicates = duplicatesOf(about, known)
  return { ...holdingsOf(known), ...(duplicates.length > 0 && { duplicates }) }
}

/** Orders a refund. Adyen accepts it, and tells later whether it was made. */
export async function refund(account: Account, order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome> {
  const { charge, reference, amount } = order
  const known = knownOf(await aboutCharge(account, charge), charge)
  if (!known) return { result: "refused", message: NO_CHARGE }
  const { currency } = known
  await account.notices.put(
    { ...noticeOf(account, OWN.refundOrdered, reference), charge, reference, amount, currency },
    secondsNow(account),
  )
  return requestRefund(account, order, currency, signal)
}

/** What has become of a refund. If its answer was lost, it is sent again, as it was. */
export async function lookUpRefund(
  account: Account,
  order: RefundOrder,
  signal: AbortSignal,
): Promise<RefundOutcome | undefined> {
  const about = await aboutCharge(account, order.charge)
  const told = toldRefund(about, order)
  if (told) return told
  const ordered = about.find(({ event, subject }) => event === OWN.refundOrdered && subject === order.reference)
  if (!ordered || ordered.merchant !== account.merchant || !isRepeatable(account, ordered)) return undefined
  const again = await requestRefund(account, { ...order, amount: ordered.amount ?? order.amount }, ordered.currency ?? "", signal)
  // That this request was not carried out says nothing about the first one.
  return again.result === "unavailable" ? { result: "unknown" } : again
}

async function requestRefund(
  account: Account,
  { charge, reference, amount, ...order }: RefundOrder,
  currency: string,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const body = { reference, amount: { currency: currency.toUpperCase(), value: amount } }
  const accepted = await request(account, { charge, what: "refunds", body, key: reference }, signal)
  if ("result" in accepted) return accepted
  const notice = { ...noticeOf(account, OWN.refundAccepted, accepted.id), charge, reference, amount, currency }
  await account.notices.keep([notice], secondsNow(account))
  return toldRefund(await aboutCharge(account, charge), { charge, reference, amount, ...order }) ?? { result: "pending" }
}

/** What was told of a refund: by Adyen's id of it, or by our reference. */
function toldRefund(about: readonly Notice[], { charge, reference }: RefundOrder): RefundOutcome | undefined {
  const accepted = about.filter((each) => each.event === OWN.refundAccepted && each.reference === reference)
  const ids = new Set(accepted.map(({ subject }) => subject))
  const own = about.filter((each) => each.charge === charge && (ids.has(each.subject) || each.reference === reference))
  const of = (events: readonly string[]) => own.findLast(({ event }) => events.includes(event))
  if (of(UNDOES)) return { result: "refused", message: "The refund was turned back after it was made." }
  const told = of(["REFUND"])
  if (told) return told.success ? { result: "refunded" } : { result: "refused", message: "The acquirer did not make the refund." }
  return accepted.length > 0 ? { result: "pending" } : undefined
}

/**
 * Orders the capture of an authorized card. What was captured before is what counts. An earlier capture that is not decided is not followed by
 * another one.
 */
export async function capture(account: Account, order: CaptureOrder, signal: AbortSignal): Promise<CaptureOutcome> {
  const { charge, amount } = order
  const about = await aboutCharge(account, charge)
  const known = knownOf(about, charge)
  const decided = known ? captured(known) : undefined
  if (decided) return decided
  if (!known || holdingsOf(known).authorized === undefined)
    return { result: "refused", code: "processing_error", message: NOTHING_TO_CAPTURE }
  const { subject, ordered } = captureOf(about, charge)
  if (ordered && ordered.amount !== amount) return { result: "unknown" }
  const { currency } = known
  await account.notices.put({ ...noticeOf(account, OWN.captureOrdered, subject), charge, amount, currency }, secondsNow(account))
  return requestCapture(account, { charge, amount, currency, subject }, signal)
}

/** What has become of a capture. If its answer was lost, it is sent again, as it was. Undefined if there is none. */
export async function lookUpCapture(
  account: Account,
  { charge }: ChargeId,
  signal: AbortSignal,
): Promise<CaptureOutcome | undefined> {
  const about = await aboutCharge(account, charge)
  const known = knownOf(about, charge)
  const decided = known && captured(known)
  if (decided) return decided
  const { subject, ordered, accepted, failed } = captureOf(about, charge)
  if (!ordered) return failed ? DECLINED : undefined
  if (accepted) return { result: "pending" }
  if (ordered.merchant !== account.merchant || !isRepeatable(account, ordered)) return undefined
  const { amount, currency } = ordered
  const again = await requestCapture(account, { charge, amount: amount ?? 0, currency: currency ?? "", subject }, signal)
  return again.result === "unavailable" ? { result: "unknown" } : again
}

const DECLINED: CaptureOutcome = { result: "refused", code: "card_declined", message: REFUSAL_MESSAGES.card_declined }

function captured(known: Known): CaptureOutcome | undefined {
  return known.captured > 0 ? { result: "approved", ...takenOf(known) } : undefined
}

/** The capture of a charge that is not decided. Each that has failed may be followed by another one, with a key of its own. */
function captureOf(about: readonly Notice[], charge: string) {
  const failures = about.filter((each) => each.event === "CAPTURE" && each.charge === charge && !each.success)
  const subject = `${charge}-capture-${failures.length}`
  const ordered = about.find((each) => each.event === OWN.captureOrdered && each.subject === subject)
  const accepted = about.some((each) => each.event === OWN.captureAccepted && each.reference === subject)
  return { subject, ordered, accepted, failed: failures.length > 0 }
}

type Capture = { charge: string; amount: number; currency: string; subject: string }

async function requestCapture(
  account: Account,
  { charge, amount, currency, subject }: Capture,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const body = { amount: { currency: currency.toUpperCase(), value: amount } }
  const accepted = await request(account, { charge, what: "captures", body, key: subject }, signal)
  if ("result" in accepted) return accepted.result === "refused" ? { ...accepted, code: "processing_error" } : accepted
  await account.notices.keep(
    [{ ...noticeOf(account, OWN.captureAccepted, accepted.id), charge, reference: subject, amount, currency }],
    secondsNow(account),
  )
  // Adyen may have told before it has answered.
  const about = await aboutCharge(account, charge)
  const known = knownOf(about, charge)
  const isFailed = about.some(({ event, subject: id, success }) => event === "CAPTURE" && id === accepted.id && !success)
  return (known && captured(known)) ?? (isFailed ? DECLINED : { result: "pending" })
}

/** Cancels an authorization that was not captured. May be repeated. */
export async function release(account: Account, { charge }: ChargeId, signal: AbortSignal): Promise<VoidOutcome> {
  const known = knownOf(await aboutCharge(account, charge), charge)
  if (!known || known.captured > 0) return { result: "refused" }
  if (holdingsOf(known).authorized === undefined) return { result: "voided" }
  // Two cancels do no harm. A key lives for some days.
  const key = `${charge}-cancel-${new Date(account.now()).toISOString().slice(0, 10)}`
  const accepted = await request(account, { charge, what: "cancels", body: {}, key }, signal)
  if (!("result" in accepted)) return { result: "voided" }
  return { result: accepted.result }
}

type Request = { charge: string; what: "captures" | "cancels" | "refunds"; body: object; key: string }

/** Asks for a change of a payment. Returns Adyen's id of the request. */
async function request(
  account: Account,
  { charge, what, body, key }: Request,
  signal: AbortSignal,
): Promise<{ id: string } | Failure> {
  const path = `/payments/${encodeURIComponent(charge)}/${what}`
  const answer = await send(account, { path, body, key }, signal)
  if (!answer) return { result: "unavailable" }
  return answer.status === 201 ? { id: readAccepted(answer) } : failureOf(account, answer)
}
