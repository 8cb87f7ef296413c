import { brandOf, NAMES, type Outcome, outcomeOf, TEST_CVC } from "../cards.ts"
import { DAY_MS, HOUR_MS } from "../clock.ts"
import { invalid } from "../errors.ts"
import { digits } from "../ids.ts"
import type { Merchant } from "../merchants.ts"
import { IRREVERSIBLE, IRREVERSIBLE_ADVICE, REFUSALS } from "../refusals.ts"
import type { Json } from "../types.ts"
import { tell } from "../webhooks/tell.ts"
import type { World } from "../world.ts"
import { capturedOf, openOf, type Payment, type State } from "./types.ts"
import { additionalDataOf } from "./view.ts"

/** How a payment by card ends: as a test has said, or as the card, its holder and its data ask for. */
export function outcomeFor(world: World, body: Json): Outcome {
  const at = world.told.findIndex(({ reference }) => reference === undefined || reference === body.reference)
  if (at >= 0) return world.told.splice(at, 1)[0]!.outcome
  const code = body.additionalData?.RequestedTestAcquirerResponseCode ?? NAMES[body.paymentMethod.holderName]
  if (code !== undefined) {
    const asked = outcomeOf(String(code))
    if (!asked) throw invalid("702", `RequestedTestAcquirerResponseCode ${code} is none of the document`)
    return asked
  }
  return refusalByData(world, body) ?? { resultCode: "Authorised" }
}

function refusalByData({ clock, options, series }: World, { paymentMethod }: Json): Outcome | undefined {
  const { number, expiryMonth, expiryYear, cvc, networkPaymentReference } = paymentMethod
  const endsAt = Date.UTC(Number(expiryYear), Number(expiryMonth), 1)
  const own = series.find((one) => one.networkTxReference === networkPaymentReference && one.number === number)
  if (own?.revoked) return { resultCode: "Refused", code: "26" }
  if (own?.endedBy) return { resultCode: "Refused", code: own.endedBy.code }
  if (endsAt <= clock.now()) return { resultCode: "Refused", code: "6" }
  const right = brandOf(number) === "amex" ? [TEST_CVC, "7373"] : [TEST_CVC]
  if (options.testCvc && cvc !== undefined && !right.includes(cvc)) return { resultCode: "Refused", code: "24" }
  return undefined
}

const STATES: Record<string, State> = {
  Authorised: "authorised",
  PartiallyAuthorised: "authorised",
  Refused: "refused",
  Cancelled: "cancelled",
  Error: "error",
  Received: "received",
  Pending: "received",
}

/** Ends a payment as the outcome says, tells it, and captures what is captured by itself. */
export function authorise(
  world: World,
  merchant: Merchant,
  payment: Payment,
  { resultCode, code, additionalData }: Outcome,
): void {
  payment.state = STATES[resultCode] ?? "received"
  payment.code = code
  if (payment.state === "received") return
  if (payment.state !== "authorised") {
    endSeries(world, payment, code, additionalData?.merchantAdviceCode)
    tellOutcome(world, payment, false, additionalData)
    return
  }
  const isPart = resultCode === "PartiallyAuthorised"
  payment.authorised = isPart ? Math.floor(payment.amount.value / 2) : payment.amount.value
  if (payment.method === "scheme") payment.networkTxReference = digits(15)
  beginSeries(world, payment)
  tellOutcome(world, payment, true, additionalData)
  captureByItself(world, merchant, payment)
  lapse(world, payment)
}

function tellOutcome(world: World, payment: Payment, success: boolean, extra?: Record<string, string>): void {
  tell(world, payment, {
    eventCode: "AUTHORISATION",
    pspReference: payment.pspReference,
    success,
    value: success ? payment.authorised : payment.amount.value,
    reason: success ? "" : (REFUSALS[payment.code ?? ""] ?? "Refused"),
    ...(success && { operations: ["CANCEL", "CAPTURE", "REFUND"] }),
    additionalData: additionalDataOf(world, payment, extra),
  })
}

/** What captures the whole amount after the delay of the payment, or of the account. */
function captureByItself(world: World, { captureDelay }: Merchant, payment: Payment): void {
  const delay = payment.asked.captureDelayHours ?? captureDelay
  if (delay === "manual" || payment.authorised === 0) return
  const capture = () => {
    const amount = openOf(payment)
    if (amount <= 0) return
    payment.captures.push({ pspReference: undefined, amount, state: "done" })
    if (!world.options.automaticCaptureTold) return
    tell(world, payment, {
      ...{ eventCode: "CAPTURE", pspReference: payment.pspReference, originalReference: payment.pspReference },
      ...{ success: true, value: amount },
    })
  }
  if (delay === 0) capture()
  else world.clock.later(delay * HOUR_MS, capture)
}

function lapse(world: World, payment: Payment): void {
  world.clock.later(world.options.authorisationDays * DAY_MS, () => {
    const value = openOf(payment)
    if (value <= 0) return
    payment.released += value
    if (capturedOf(payment) === 0) payment.state = "closed"
    tell(world, payment, { eventCode: "EXPIRE", pspReference: payment.pspReference, success: true, value })
  })
}

function beginSeries({ series }: World, { merchant, number, asked, networkTxReference }: Payment): void {
  if (!number || !networkTxReference || !asked.recurringProcessingModel) return
  if ((asked.shopperInteraction ?? "Ecommerce") === "Ecommerce") series.push({ merchant, number, networkTxReference })
}

/** A refusal that is for ever ends a series. */
function endSeries({ series, clock }: World, { asked, number }: Payment, code = "", advice = ""): void {
  const isForEver = IRREVERSIBLE.includes(code) || IRREVERSIBLE_ADVICE.includes(advice)
  const reference = asked.paymentMethod.networkPaymentReference
  const found = series.find((one) => one.networkTxReference === reference && one.number === number)
  if (!found || !(isForEver || code === "46")) return
  found.endedBy = { code, day: code === "46" ? new Date(clock.now()).toISOString().slice(0, 10) : "for ever" }
}
