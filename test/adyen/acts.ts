// What payers, issuers and people at Adyen do. None of it comes through the API.
import { type Outcome, outcomeOf } from "./cards.ts"
import { stamp } from "./clock.ts"
import { newPspReference } from "./ids.ts"
import type { Merchant } from "./merchants.ts"
import { authorise } from "./payments/authorise.ts"
import { decide } from "./payments/challenge.ts"
import type { Decision, Payment, Refund } from "./payments/types.ts"
import type { Item, Sign } from "./webhooks/sign.ts"
import { itemOf, tell, tellOfRequest } from "./webhooks/tell.ts"
import { paymentOf, type World } from "./world.ts"

function merchantOf({ merchants }: World, { merchant }: Payment): Merchant {
  return merchants.find(({ account }) => account === merchant)!
}

/** The payer decides on the issuer's page, `times` times. Returns where the browser goes. */
export function decideFor(
  world: World,
  { payment, decision, times = 1 }: { payment: string; decision: Decision; times?: number },
) {
  const { challenge, state, reference } = paymentOf(world, payment)
  if (!challenge) throw new RangeError(`${reference} asks for no authentication`)
  if (state === "closed") throw new RangeError(`the offer of ${reference} was closed`)
  return Array.from({ length: times }, () => decide(challenge, decision))
}

/** Somebody pays a PIX or a boleto: what was asked, in time, unless told otherwise. Throws where the payer's bank refuses it. */
export function pay(world: World, { payment: which, amount, late }: { payment: string; amount?: number; late?: boolean }): void {
  const payment = paymentOf(world, which)
  if (!payment.shown) throw new RangeError(`${which} is no PIX and no boleto`)
  if (payment.state === "authorised") throw new RangeError(`${which} was paid before`)
  if (payment.state === "closed" && !late) throw new RangeError(`${which} has expired`)
  if (amount !== undefined && payment.method === "pix") throw new RangeError("a PIX is paid with its own amount")
  if (amount !== undefined) payment.amount = { ...payment.amount, value: amount }
  authorise(world, merchantOf(world, payment), payment, { resultCode: "Authorised" })
}

/** The acquirer decides a payment that it has received: authorised, or refused with a code. */
export function settle(world: World, { payment: which, code }: { payment: string; code?: string }): void {
  const payment = paymentOf(world, which)
  if (payment.state !== "received") throw new RangeError(`${which} is ${payment.state}`)
  const outcome = code === undefined ? { resultCode: "Authorised" } : outcomeOf(code)
  if (!outcome || outcome.resultCode === "Received") throw new RangeError(`there is no refusal ${code}`)
  authorise(world, merchantOf(world, payment), payment, outcome)
}

/** What happens to the next payment (of a reference): a refusal's code, a resultCode, and members of additionalData. */
export type NextOutcome = { reference?: string; code?: string; resultCode?: string; additionalData?: Record<string, string> }

export function nextOutcome({ told }: World, { reference, code, resultCode, additionalData }: NextOutcome): void {
  const byCode = code === undefined ? undefined : outcomeOf(code)
  if (code !== undefined && !byCode) throw new RangeError(`there is no refusal ${code}`)
  const outcome: Outcome = {
    resultCode: resultCode ?? byCode?.resultCode ?? "Authorised",
    ...(byCode?.code && { code: byCode.code }),
    ...(additionalData && { additionalData }),
  }
  told.push({ outcome, ...(reference !== undefined && { reference }) })
}

/** The scheme turns a capture back after it was told. */
export function failCapture(world: World, { payment: which }: { payment: string }): void {
  const payment = paymentOf(world, which)
  const capture = payment.captures.findLast(({ state }) => state === "done")
  if (!capture) throw new RangeError(`${which} has no capture`)
  capture.state = "failed"
  const pspReference = capture.pspReference ?? payment.pspReference
  tellOfRequest(world, payment, {
    ...{ eventCode: "CAPTURE_FAILED", pspReference, success: true, value: capture.amount, reason: "Capture Failed" },
  })
}

/** A refund that was told as done fails, or comes back to the account. `refund` is its pspReference or its reference. */
export function undoRefund(world: World, { refund: which, by }: { refund: string; by: "scheme" | "return" }): void {
  const { payment, refund } = refundOf(world, which)
  if (refund.state !== "done") throw new RangeError(`the refund ${which} is ${refund.state}`)
  refund.state = by === "scheme" ? "failed" : "reversed"
  tellOfRequest(world, payment, {
    ...{ eventCode: by === "scheme" ? "REFUND_FAILED" : "REFUNDED_REVERSED", pspReference: refund.pspReference, success: true },
    ...{ value: refund.amount, reason: by === "scheme" ? "Refund Failed" : "" },
    ...(refund.reference && world.options.refundReference === "refund" && { merchantReference: refund.reference }),
  })
}

function refundOf({ payments }: World, which: string): { payment: Payment; refund: Refund } {
  for (const payment of payments) {
    const refund = payment.refunds.find(({ pspReference, reference }) => pspReference === which || reference === which)
    if (refund) return { payment, refund }
  }
  throw new RangeError(`there is no refund ${which}`)
}

/** The holder stops a series: charges that refer to it are refused with 26. */
export function revoke({ series }: World, { networkTxReference }: { networkTxReference: string }): void {
  const found = series.find((one) => one.networkTxReference === networkTxReference)
  if (!found) throw new RangeError(`there is no series ${networkTxReference}`)
  // Nobody was told of it yet: the first refusal ends it.
  found.revoked = true
}

/** Tells anything of a payment: also what did not happen, of codes that nobody knows, and with members that are not signed. */
export type Odd = { payment: string; item: Partial<Item> & { eventCode: string }; sign?: Sign }

export function notifyOdd(world: World, { payment: which, item, sign }: Odd): Item {
  const payment = paymentOf(world, which)
  const { eventCode, pspReference = newPspReference(), success = "true" } = item
  const told = { ...itemOf(world, payment, { eventCode, pspReference, success: success === "true" }), ...item, success }
  world.deliveries.notify(told, { isOdd: true, sign })
  return told
}

/** A settlement report can be downloaded. */
export function reportAvailable(world: World, { url, account }: { url: string; account: string }): void {
  world.deliveries.notify({
    ...{ pspReference: newPspReference(), merchantAccountCode: account, merchantReference: "", reason: url },
    ...{
      amount: { currency: "BRL", value: 0 },
      eventCode: "REPORT_AVAILABLE",
      eventDate: stamp(world.clock.now()),
      success: "true",
    },
  })
}

/** The authorisation's answer is told once more with the other outcome: the later one is right. */
export function correct(world: World, { payment: which, success }: { payment: string; success: boolean }): void {
  const payment = paymentOf(world, which)
  tell(world, payment, {
    eventCode: "AUTHORISATION",
    pspReference: payment.pspReference,
    success,
    reason: success ? "" : "Refused",
  })
}
