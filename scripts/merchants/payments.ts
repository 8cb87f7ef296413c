// Random actions of merchants and payers.
import type { Json } from "../../test/support/app/client.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { authorizeFirst } from "./captures.ts"
import { atBank, newPayer, type Place, referenceOf, refundSometimes } from "./place.ts"

const OPERATIONS = [
  payByCard,
  payByCard,
  authorizeFirst,
  authorizeFirst,
  authorizeFirst,
  authorizeFirst,
  payLater("pix"),
  payLater("pix"),
  payLater("boleto"),
  payAfterChallenge,
  payWithSavedCard,
  decideAtBank,
]

/** Performs one action from its first request to its last response. */
export async function doSomething(place: Place): Promise<void> {
  await place.random.pick(OPERATIONS)(place)
}

async function payByCard(place: Place): Promise<void> {
  const number = place.random.pick([CARDS.approved, CARDS.approved, CARDS.approved, CARDS.declined, CARDS.processing])
  const token = await place.shop.post("/v1/tokens", cardBody(number))
  await refundSometimes(place, await pay(place, token.id))
}

async function payWithSavedCard(place: Place): Promise<void> {
  const { shop } = place
  const customer = await newPayer(shop)
  const token = await shop.post("/v1/tokens", cardBody())
  const saved = await shop.post("/v1/payment_methods", { token: token.id, customer })
  if (saved.id) await refundSometimes(place, await pay(place, saved.id, { customer }))
}

/** Pays by PIX or boleto, or cancels the payment, or both at once. */
function payLater(type: "pix" | "boleto") {
  return async (place: Place): Promise<void> => {
    const { shop, random } = place
    const token = await shop.post("/v1/tokens", { type })
    const intent = await pay(place, token.id, { type })
    if (intent.status !== "requires_action") return
    const reference = await referenceOf(place, intent)
    if (random.chance(0.4)) await decide(place, "approved", reference)
    if (random.chance(0.5)) await shop.post(`/v1/payment_intents/${intent.id}/cancel`, {})
    if (random.chance(0.4)) await decide(place, "approved", reference)
  }
}

async function payAfterChallenge(place: Place): Promise<void> {
  const { shop, random } = place
  const token = await shop.post("/v1/tokens", cardBody(CARDS.threeDs))
  const intent = await pay(place, token.id)
  const action = random.pick(["authorize", "authorize", "fail"] as const)
  for (let tries = 0; tries < 5 && intent.status === "requires_action"; tries++) {
    await place.press(intent.next_action.url, action)
    if ((await shop.get(`/v1/payment_intents/${intent.id}`)).status !== "requires_action") return
  }
}

/** Decides all waiting payments, as their payers or the bank would. */
function decideAtBank(place: Place): Promise<void> {
  return decide(place, place.random.pick(["approved", "approved", "refused"]))
}

function decide({ bank, shop }: Place, status: "approved" | "refused", reference?: string): Promise<void> {
  return atBank(async () => bank.decide(shop.account, status, reference))
}

type Paying = { type?: "card" | "pix" | "boleto"; customer?: string }

/** Most merchants choose something for each way to pay, and most payers by card pay in installments. */
async function pay(place: Place, payment_method: string, { type = "card", customer }: Paying = {}): Promise<Json> {
  const { shop, random } = place
  const details = { amount: random.integer(100, 99_999), currency: "brl", payment_method_types: ["card", "pix", "boleto"] }
  const max_installments = random.pick([null, 1, 3, 12])
  const payment_method_options = {
    card: { max_installments },
    pix: { expires_after_seconds: random.pick([null, 300, 3600, 86_400]) },
    boleto: { expires_after_days: random.pick([null, 0, 1, 30]) },
  }
  const intent = await shop.post("/v1/payment_intents", {
    ...{ ...details, ...(random.chance(0.7) && { payment_method_options }) },
    customer: customer ?? (await newPayer(shop)),
  })
  const most = intent.payment_method_options?.card?.max_installments ?? 12
  const installments = random.pick([1, most, random.integer(1, most)])
  const chosen = type === "card" ? { installments } : {}
  return shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method, ...chosen })
}
