// Payments that are authorized first. Their merchant captures them, in whole or in part, or cancels them, or leaves them.
import type { Json } from "../../test/support/app/client.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { atBank, newPayer, type Place, referenceOf, refundSometimes } from "./place.ts"

const { approved, declined } = CARDS

type Ending = (place: Place, intent: Json) => Promise<unknown>

const ENDINGS: readonly Ending[] = [
  captureAndRefund,
  captureAndRefund,
  captureAndRefund,
  captureElsewhere,
  releaseElsewhere,
  cancel,
  async () => {},
]

export async function authorizeFirst(place: Place): Promise<void> {
  const { random } = place
  const held = await authorize(place, random.pick([approved, approved, approved, declined]))
  if (held.status === "requires_capture") await random.pick(ENDINGS)(place, held)
}

/** Confirms a payment that is captured later. */
export async function authorize({ shop, random }: Pick<Place, "shop" | "random">, card: string = approved): Promise<Json> {
  const { id: payment_method } = await shop.post("/v1/tokens", cardBody(card))
  const wanted = { capture_method: "manual", payment_method_types: ["card"], customer: await newPayer(shop) }
  const intent = await shop.post("/v1/payment_intents", { ...wanted, amount: random.integer(100, 99_999), currency: "brl" })
  return shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method })
}

async function captureAndRefund(place: Place, intent: Json): Promise<void> {
  await refundSometimes(place, await capture(place, intent))
}

/** Somebody captures in the bank's portal. The merchant captures or cancels too, or does not know that there is something to do. */
async function captureElsewhere(place: Place, intent: Json): Promise<void> {
  const { bank, shop, random } = place
  const charge = await chargeOf(place, intent)
  if (charge) await atBank(() => bank.captureInPortal(shop.account, charge, someOf(place, intent)))
  await random.pick([capture, cancel, async () => {}])(place, intent)
}

async function releaseElsewhere(place: Place, intent: Json): Promise<void> {
  const { bank, shop, random } = place
  const charge = await chargeOf(place, intent)
  if (charge) await atBank(() => bank.releaseInPortal(shop.account, charge))
  await random.pick([capture, cancel, async () => {}])(place, intent)
}

function capture(place: Place, intent: Json): Promise<Json> {
  const body = place.random.chance(0.4) ? {} : { amount_to_capture: someOf(place, intent) }
  return place.shop.post(`/v1/payment_intents/${intent.id}/capture`, body)
}

function cancel({ shop }: Place, { id }: Json): Promise<Json> {
  return shop.post(`/v1/payment_intents/${id}/cancel`, {})
}

function someOf({ random }: Place, { amount }: Json): number {
  return random.chance(0.5) ? amount : random.integer(1, amount)
}

/** The bank's own id of what it holds for a payment. Another one may be held for a sale of which the answer was lost. */
async function chargeOf(place: Place, intent: Json): Promise<string | undefined> {
  const { bank, shop } = place
  const ordered = await referenceOf(place, intent)
  return bank.sales(shop.account).find(({ reference, status }) => reference === ordered && status === "authorized")?.charge
}
