import { brandOf } from "../cards.ts"
import { digits, newPspReference } from "../ids.ts"
import type { Json, Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { authorise, outcomeFor } from "./authorise.ts"
import { offerBoleto } from "./boleto.ts"
import { challenge } from "./challenge.ts"
import { offerPix } from "./pix.ts"
import { asksForChallenge, isCard, refusePayment, warningsOf } from "./rules.ts"
import type { Payment } from "./types.ts"
import { resultOf } from "./view.ts"

/** `POST /payments` */
export function postPayment(world: World, { merchant, body, operation }: Call): Reply {
  warn(world, operation, merchant.account, body)
  refusePayment(body, world.options)
  const payment = newPayment(world, merchant.account, body)
  if (!isCard(body)) {
    world.payments.push(payment)
    return { status: 200, body: body.paymentMethod.type === "pix" ? offerPix(world, payment) : offerBoleto(world, payment) }
  }
  const outcome = outcomeFor(world, body)
  world.payments.push(payment)
  const { threeDSecure } = world.options
  if (asksForChallenge(body)) {
    if (threeDSecure === "challenge") return { status: 200, body: challenge(world, payment, outcome) }
    payment.authenticated = threeDSecure === "frictionless"
  }
  authorise(world, merchant, payment, outcome)
  return { status: 200, body: resultOf(world, payment, outcome.resultCode, outcome.additionalData) }
}

function warn(world: World, operation: string, account: string, body: Json): void {
  const own = world.series.filter(({ merchant }) => merchant === account)
  for (const rule of warningsOf(body, own, world.options)) world.violate(operation, rule)
  const earlier = world.payments.filter(({ merchant, reference }) => merchant === account && reference === body.reference)
  if (earlier.some(({ state }) => ["open", "received", "authorised"].includes(state)))
    world.violate(operation, `pays ${body.reference} under a second key, although the first payment is not refused`)
  const reference = body.paymentMethod.networkPaymentReference
  const ended = own.find((one) => one.networkTxReference === reference)?.endedBy
  const today = new Date(world.clock.now()).toISOString().slice(0, 10)
  if (ended && (ended.day === "for ever" || ended.day === today))
    world.violate(operation, `charges a card again after refusal ${ended.code}, which is final ${ended.day}`)
}

function newPayment({ clock }: World, merchant: string, body: Json): Payment {
  const { number, cvc: _, ...method } = body.paymentMethod
  return {
    ...{ pspReference: newPspReference(), merchant, reference: body.reference, amount: body.amount },
    ...{ method: method.type, brand: number ? (brandOf(number) ?? "unknown") : method.type, number },
    ...{ asked: { ...body, paymentMethod: method }, created: clock.now() },
    ...{ state: "open", code: undefined, authorised: 0, released: 0, captures: [], refunds: [], modifications: [] },
    ...{ chargedBack: 0, authenticated: false, networkTxReference: undefined, authCode: digits(6) },
    ...{ challenge: undefined, shown: undefined },
  }
}
