// Simultaneous requests of the same merchant, which must not take or return the same money twice.
import { randomUUID } from "node:crypto"
import { CARDS, cardBody } from "../../../test/support/merchants/payments.ts"
import { authorize } from "../../merchants/captures.ts"
import { PAYER, type Place } from "../../merchants/place.ts"
import { headersOf, isOverOrLocked, request } from "../shop.ts"
import type { World } from "../world.ts"

const LATER_MS = [0, 60_000, 20 * 60_000, 3 * 3_600_000]

const RACES = [
  confirmTwice,
  useTokenTwice,
  refundTwice,
  refundInParts,
  cancelMeanwhile,
  captureTwice,
  captureAgain,
  captureAndCancel,
]

/** Runs one of the races to its end. The bank's bookings are compared at the end, as always. */
export async function race(world: World, place: Place): Promise<void> {
  await place.random.pick(RACES)(world, place)
}

/** Sends a request until it gets a response. Unlike with `shop.post`, the response may be a refusal. */
function send(world: World, { shop }: Place, path: string, body: object) {
  const headers = { ...headersOf(shop.key), "idempotency-key": randomUUID() }
  return request(world, { method: "POST", path, body, headers })
}

/** Two cards for one payment. */
async function confirmTwice(world: World, place: Place): Promise<void> {
  const [intent, ...tokens] = [await newIntent(place), await newToken(place), await newToken(place)]
  await Promise.all(
    tokens.map((payment_method) => send(world, place, `/v1/payment_intents/${intent}/confirm`, { payment_method })),
  )
}

/** One card for two payments. */
async function useTokenTwice(world: World, place: Place): Promise<void> {
  const [payment_method, ...intents] = [await newToken(place), await newIntent(place), await newIntent(place)]
  const answers = await Promise.all(
    intents.map((id) => send(world, place, `/v1/payment_intents/${id}/confirm`, { payment_method })),
  )
  if (answers.every(({ status }) => status === 200)) world.machine.accuse(`the token ${payment_method} was used twice`)
}

async function refundTwice(world: World, place: Place): Promise<void> {
  const intent = await newIntent(place)
  await send(world, place, `/v1/payment_intents/${intent}/confirm`, { payment_method: await newToken(place) })
  await Promise.all([1, 2].map(() => send(world, place, "/v1/refunds", { payment_intent: intent })))
}

/** Three parts that are together more than the payment. */
async function refundInParts(world: World, place: Place): Promise<void> {
  const intent = await newIntent(place)
  const paid = await send(world, place, `/v1/payment_intents/${intent}/confirm`, { payment_method: await newToken(place) })
  const amount = Math.ceil((paid.body.amount ?? 100) / 2)
  await Promise.all([1, 2, 3].map(() => send(world, place, "/v1/refunds", { payment_intent: intent, amount })))
}

async function cancelMeanwhile(world: World, place: Place): Promise<void> {
  const intent = await newIntent(place)
  const payment_method = await newToken(place)
  await Promise.all([
    send(world, place, `/v1/payment_intents/${intent}/confirm`, { payment_method }),
    send(world, place, `/v1/payment_intents/${intent}/cancel`, {}),
  ])
}

/** Two parts that are together more than what is held. */
async function captureTwice(world: World, place: Place): Promise<void> {
  const { id, amount } = await authorize(place)
  const amount_to_capture = Math.ceil((amount * 2) / 3)
  await Promise.all([1, 2].map(() => act(world, place, `${id}/capture`, { amount_to_capture })))
}

/** Half, and later the other half, which is no longer held. */
async function captureAgain(world: World, place: Place): Promise<void> {
  const { id, amount } = await authorize(place)
  for (const later of [0, place.random.pick(LATER_MS)]) {
    await world.machine.pause(world.machine.world, later)
    await act(world, place, `${id}/capture`, { amount_to_capture: Math.ceil(amount / 2) })
  }
}

async function captureAndCancel(world: World, place: Place): Promise<void> {
  const { id } = await authorize(place)
  await Promise.all(["capture", "cancel"].map((what) => act(world, place, `${id}/${what}`, {})))
}

/** The outcome of another capture may be open. */
function act(world: World, { shop }: Place, what: string, body: object) {
  const headers = { ...headersOf(shop.key), "idempotency-key": randomUUID() }
  return request(world, { method: "POST", path: `/v1/payment_intents/${what}`, body, headers }, isOverOrLocked)
}

async function newIntent({ shop, random }: Place): Promise<string> {
  const { id: customer } = await shop.post("/v1/customers", PAYER)
  return (await shop.post("/v1/payment_intents", { amount: random.integer(100, 99_999), currency: "brl", customer })).id
}

async function newToken({ shop }: Place): Promise<string> {
  return (await shop.post("/v1/tokens", cardBody(CARDS.approved))).id
}
