// What a merchant does with the SDK, operation by operation. It runs in its own project, on each Node.js, against a running
// service. It uses `import type` because only that project has the package. The steps share only the account.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict"
import type * as Package from "vintem"
import type { PaymentIntent, Vintem } from "vintem"

export type World = {
  sdk: typeof Package
  vintem: Vintem
  publishableKey: string
  /** A product with a monthly plan. */
  product: string
  baseUrl: string
}

const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123", holderName: "ANA SOUZA" }
const ANA = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "529.982.247-25" },
  address: { line1: "Rua A", number: "1", district: "Centro", city: "São Paulo", state: "SP", postal_code: "01310-200" },
} as const

const cardToken = async ({ vintem }: World, number = CARD.number) =>
  (await vintem.tokens.create({ type: "card", card: { ...CARD, number } })).id
const newCustomer = async ({ vintem }: World) => (await vintem.customers.create(ANA)).id
const newIntent = async (world: World, more: Partial<Package.PaymentIntentCreateParams> = {}) =>
  world.vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: await newCustomer(world), ...more })
const pay = async (world: World, number?: string, more?: Partial<Package.PaymentIntentCreateParams>) => {
  const intent = await newIntent(world, more)
  return world.vintem.paymentIntents.confirm(intent.id, { payment_method: await cardToken(world, number) })
}
const ids = (items: { id: string }[]) => items.map(({ id }) => id)

export const steps: Record<string, (world: World) => Promise<void>> = {
  "customers are created, retrieved, updated and listed": async (world) => {
    const { customers } = world.vintem
    const customer = await customers.create({ ...ANA, phone: null })
    equal(customer.object, "customer")
    equal(customer.livemode, false)
    equal(customer.document?.number, "52998224725")
    equal(customer.lastResponse.status, 201)
    match(customer.lastResponse.requestId ?? "", /./)
    ok(Number(customer.lastResponse.headers.get("ratelimit-remaining")) > 0)
    const updated = await customers.update(customer.id, { email: `${customer.id}@example.com`, address: null })
    equal(updated.address, null)
    equal(updated.name, ANA.name)
    deepEqual({ ...(await customers.retrieve(customer.id)) }, { ...updated })
    const found = await customers.list({ email: `${customer.id}@EXAMPLE.com` })
    deepEqual(ids(found.data), [customer.id])
    equal(found.has_more, false)
    equal(found.url, "/v1/customers")
  },

  "lists page in both directions": async (world) => {
    const { customers } = world.vintem
    const created: string[] = []
    for (let i = 0; i < 7; i++) created.push((await customers.create({ email: "lists@example.com" })).id)
    const newestFirst = created.toReversed?.() ?? [...created].reverse()
    const all: string[] = []
    for await (const { id } of customers.list({ email: "lists@example.com", limit: 2, ending_before: created[0] })) all.push(id)
    deepEqual(all, created.slice(1))
    deepEqual(ids(await customers.list({ email: "lists@example.com", limit: 3 }).toArray()).slice(0, 7), newestFirst)
    deepEqual(ids(await customers.list({ email: "lists@example.com", starting_after: created[3] }).toArray({ limit: 2 })), [
      created[2],
      created[1],
    ])
    await rejects(customers.list({ starting_after: "cus_none" }).toArray(), {
      name: "InvalidRequestError",
      param: "starting_after",
    })
  },

  "products are created, retrieved, updated and listed, and have prices": async ({ vintem, sdk }) => {
    const product = await vintem.products.create({ name: "Café" })
    equal(product.status, "ACTIVE")
    await rejects(vintem.products.retrievePrice(product.id), sdk.NotFoundError)
    const price = await vintem.products.setPrice(product.id, { amount: 1500, currency: "brl" })
    equal((await vintem.products.retrievePrice(product.id)).id, price.id)
    equal((await vintem.products.update(product.id, { status: "INACTIVE" })).status, "INACTIVE")
    equal((await vintem.products.retrieve(product.id)).status, "INACTIVE")
    const inactive = await vintem.products.list({ status: "INACTIVE" })
    ok(ids(inactive.data).includes(product.id))
  },

  "tokens are created for cards, PIX, boletos and wallets": async ({ vintem, sdk }) => {
    const card = await vintem.tokens.create({ type: "card", card: CARD })
    equal(card.card?.last4, "4242")
    equal(card.used, false)
    ok(Date.parse(card.expiresAt) - Date.parse(card.createdAt) === 15 * 60 * 1000)
    equal((await vintem.tokens.create({ type: "pix" })).card, null)
    equal((await vintem.tokens.create({ type: "boleto" })).type, "boleto")
    equal((await vintem.tokens.create({ type: "wallet", wallet: { provider: "apple_pay", payload: "…" } })).type, "wallet")
    await rejects(vintem.tokens.create({ type: "card", card: { ...CARD, number: "4242424242424241" } }), (error) => {
      ok(error instanceof sdk.InvalidRequestError)
      equal(error.param, "card.number")
      return true
    })
    await rejects(vintem.tokens.create({ type: "card", card: { ...CARD, expYear: 2020 } }), (error) => {
      ok(error instanceof sdk.CardError)
      equal(error.code, "expired_card")
      equal(error.status, 402)
      return true
    })
  },

  "a publishable key only creates tokens, and only from a registered origin": async ({ vintem, publishableKey }) => {
    const origin = "https://shop.example"
    const created = await vintem.merchantOrigins.create({ origin: "https://SHOP.example:443" })
    equal(created.origin, origin)
    const origins: string[] = []
    for await (const each of vintem.merchantOrigins.list()) origins.push(each.origin)
    ok(origins.includes(origin))
    const options = { apiKey: publishableKey, headers: { origin } }
    equal((await vintem.tokens.create({ type: "card", card: CARD }, options)).type, "card")
    await rejects(vintem.customers.list({}, options), { name: "PermissionError", code: "key_not_allowed", status: 403 })
    deepEqual({ ...(await vintem.merchantOrigins.delete(origin)) }, { object: "merchant_origin", origin, deleted: true })
    await rejects(vintem.tokens.create({ type: "card", card: CARD }, options), {
      name: "PermissionError",
      code: "origin_not_allowed",
    })
  },

  "a card payment succeeds, is listed and creates an event": async (world) => {
    const { vintem } = world
    const customer = await newCustomer(world)
    const intent = await vintem.paymentIntents.create({
      amount: 4990,
      currency: "brl",
      customer,
      description: "Pão",
      utm: { utm_source: "instagram", sck: null },
    })
    equal(intent.status, "requires_payment_method")
    equal(intent.utm?.utm_source, "instagram")
    const paid = await vintem.paymentIntents.confirm(intent.id, { payment_method: await cardToken(world) })
    equal(paid.status, "succeeded")
    match(paid.charges.latest ?? "", /^ch_/)
    equal((await vintem.paymentIntents.retrieve(intent.id)).status, "succeeded")
    deepEqual(ids((await vintem.paymentIntents.list({ customer })).data), [intent.id])
    const events = await vintem.events.list({ type: "payment_intent.succeeded", limit: 100 })
    const event = events.data.find(({ data }) => data.object.id === intent.id)
    ok(event)
    const again = await vintem.events.retrieve(event.id)
    if (again.type !== "payment_intent.succeeded") throw new Error(`The event is a ${again.type}.`)
    equal(again.data.object.description, "Pão")
  },

  "a refused card cancels the payment intent, which then refuses to be confirmed": async (world) => {
    const refused = await pay(world, "4000000000000002")
    equal(refused.status, "canceled")
    equal(refused.last_payment_error?.code, "card_declined")
    const token = await cardToken(world)
    await rejects(world.vintem.paymentIntents.confirm(refused.id, { payment_method: token }), {
      name: "InvalidRequestError",
      type: "invalid_request_error",
      code: "payment_intent_canceled",
      status: 400,
    })
  },

  "an unreachable acquirer is an APIError after retries": async (world) => {
    const intent = await newIntent(world)
    const token = await cardToken(world, "4000000000000119")
    await rejects(world.vintem.paymentIntents.confirm(intent.id, { payment_method: token }, { maxRetries: 1 }), {
      name: "APIError",
      code: "processing_error",
      status: 503,
    })
    equal((await world.vintem.paymentIntents.retrieve(intent.id)).status, "requires_payment_method")
  },

  "a payment intent is canceled, with and without a reason": async (world) => {
    const { paymentIntents } = world.vintem
    const reasoned = await paymentIntents.cancel((await newIntent(world)).id, { cancellation_reason: "the buyer left" })
    equal(reasoned.cancellation_reason, "the buyer left")
    equal((await paymentIntents.cancel((await newIntent(world)).id)).status, "canceled")
  },

  "PIX, boleto and 3DS return the payer's next action": async (world) => {
    const { vintem } = world
    const act = async (type: "pix" | "boleto") => {
      const intent = await newIntent(world, { payment_method_types: [type] })
      return vintem.paymentIntents.confirm(intent.id, { payment_method: (await vintem.tokens.create({ type })).id })
    }
    const pix = (await act("pix")).next_action
    if (pix?.type !== "pix_display_qr_code") throw new Error("The next action is not a PIX.")
    match(pix.qr_code_data, /^000201/)
    const boleto = (await act("boleto")).next_action
    if (boleto?.type !== "boleto_display_details") throw new Error("The next action is not a boleto.")
    match(boleto.line_code, /^\d{47}$/)
    const challenged = (await pay(world, "4000000000003220")).next_action
    if (challenged?.type !== "redirect_to_url") throw new Error("The next action is not a redirect.")
    ok(challenged.url.startsWith("http"))
  },

  "test helpers succeed, fail and expire a payment intent": async (world) => {
    const { paymentIntents } = world.vintem.testHelpers
    equal((await paymentIntents.succeed((await newIntent(world)).id)).status, "succeeded")
    const failed: PaymentIntent = await paymentIntents.fail((await newIntent(world)).id, { code: "insufficient_funds" })
    equal(failed.last_payment_error?.code, "insufficient_funds")
    equal((await paymentIntents.fail((await newIntent(world)).id)).last_payment_error?.code, "card_declined")
    equal((await paymentIntents.expire((await newIntent(world)).id)).status, "canceled")
  },

  "cards are saved, listed, charged and detached": async (world) => {
    const { paymentMethods, paymentIntents } = world.vintem
    const customer = await newCustomer(world)
    const saved = await paymentMethods.create({ token: await cardToken(world), customer })
    equal(saved.card.last4, "4242")
    deepEqual(ids((await paymentMethods.list({ customer, type: "card" })).data), [saved.id])
    const intent = await newIntent(world, { customer })
    equal((await paymentIntents.confirm(intent.id, { payment_method: saved.id, off_session: true })).status, "succeeded")
    equal((await paymentMethods.detach(saved.id)).customer, null)
    equal((await paymentMethods.retrieve(saved.id)).customer, null)
    const token = await cardToken(world, "4000000000000002")
    await rejects(paymentMethods.create({ token, customer }), { name: "CardError", code: "card_declined", status: 402 })
  },

  "refunds are created, retrieved and listed, and reduce the balance": async (world) => {
    const { refunds, balance } = world.vintem
    const available = async () => (await balance.retrieve()).available.find(({ currency }) => currency === "brl")?.amount ?? 0
    const intent = await pay(world)
    const before = await available()
    const refund = await refunds.create({ payment_intent: intent.id, amount: 1000, reason: "requested_by_customer" })
    equal(refund.status, "succeeded")
    equal(await available(), before - 1000)
    equal((await refunds.retrieve(refund.id)).amount, 1000)
    deepEqual(ids((await refunds.list({ payment_intent: intent.id })).data), [refund.id])
    await rejects(refunds.create({ payment_intent: intent.id }), { code: "payment_intent_already_refunded" })
  },

  "webhook endpoints are created, retrieved, listed, rotated and deleted, and deliveries replayed": async (world) => {
    const { webhookEndpoints } = world.vintem
    const endpoint = await webhookEndpoints.create({ url: "https://receiver.invalid/hook", events: ["payment_intent.canceled"] })
    match(endpoint.secret, /^whsec_test_/)
    deepEqual(endpoint.enabled_events, ["payment_intent.canceled"])
    equal((await webhookEndpoints.retrieve(endpoint.id)).url, endpoint.url)
    ok(ids(await webhookEndpoints.list().toArray()).includes(endpoint.id))
    const rotated = await webhookEndpoints.rotateSecret(endpoint.id)
    ok(rotated.secret !== endpoint.secret)
    const { id } = await world.vintem.paymentIntents.cancel((await newIntent(world)).id)
    const [delivery] = await webhookEndpoints.listDeliveries(endpoint.id).toArray()
    equal(delivery?.object, "webhook_delivery")
    const event = await world.vintem.events.retrieve(delivery?.event ?? "")
    equal(event.data.object.id, id)
    const replayed = await webhookEndpoints.replay(endpoint.id, event.id)
    equal(replayed.status, "pending")
    deepEqual({ ...(await webhookEndpoints.delete(endpoint.id)) }, { id: endpoint.id, object: "webhook_endpoint", deleted: true })
    await rejects(webhookEndpoints.retrieve(endpoint.id), { name: "NotFoundError", code: "webhook_endpoint_not_found" })
  },

  "a subscription starts with a payment, renews when the clock advances, and is canceled": async (world) => {
    const { vintem, product } = world
    const customer = await newCustomer(world)
    await pay(world, undefined, { customer, product })
    const [created, ...others] = await vintem.customerSubscriptions.list({ customer, status: "ACTIVE" }).toArray()
    ok(created)
    equal(others.length, 0)
    const clock = await vintem.testHelpers.clock.retrieve()
    ok(clock.now < created.current_period_end)
    ok((await vintem.testHelpers.clock.advance({ to: created.current_period_end + 1 })).now > created.current_period_end)
    const renewed = await vintem.customerSubscriptions.retrieve(created.id)
    ok(renewed.latest_payment_intent !== created.latest_payment_intent)
    equal((await vintem.paymentIntents.retrieve(renewed.latest_payment_intent)).subscription, created.id)
    const canceled = await vintem.customerSubscriptions.cancel(created.id, { reason: "moving" })
    equal(canceled.status, "CANCELED")
    await rejects(vintem.customerSubscriptions.cancel(created.id), { code: "subscription_canceled" })
  },

  "an idempotency key runs one operation once": async ({ vintem }) => {
    const idempotencyKey = globalThis.crypto?.randomUUID() ?? "0c2f4b3e-6a58-4d07-8a9e-2f3f6f7b9d10"
    const first = await vintem.customers.create({ email: "once@example.com" }, { idempotencyKey })
    const second = await vintem.customers.create({ email: "once@example.com" }, { idempotencyKey })
    equal(second.id, first.id)
    equal(first.lastResponse.headers.get("idempotent-replayed"), null)
    equal(second.lastResponse.headers.get("idempotent-replayed"), "true")
    await rejects(vintem.customers.create({ email: "twice@example.com" }, { idempotencyKey }), {
      name: "IdempotencyError",
      code: "idempotency_key_in_use",
      status: 422,
    })
  },

  "errors have the class of their type": async ({ sdk, vintem, baseUrl }) => {
    const wrongKey = { apiKey: "zsk_test_00000000000000000000000000000000" }
    await rejects(vintem.customers.list({}, wrongKey), { name: "AuthenticationError", code: "api_key_invalid", status: 401 })
    await rejects(vintem.customers.retrieve("cus_none"), (error) => {
      ok(error instanceof sdk.NotFoundError && error instanceof sdk.VintemError && error instanceof Error)
      equal(error.requestId, error.headers?.get("request-id"))
      match(error.message, /./)
      return true
    })
    await rejects(vintem.customers.create({ email: "" }), {
      name: "InvalidRequestError",
      code: "parameter_invalid",
      param: "email",
    })
    await rejects(vintem.customers.list({}, { version: "1999-01-01" }), {
      name: "InvalidRequestError",
      code: "parameter_invalid",
    })
    await rejects(vintem.request({ method: "GET", path: "/v1/nothing" }), { name: "NotFoundError", code: "route_not_found" })
    const unreachable = new sdk.Vintem("zsk_test_a", { baseUrl: "http://127.0.0.1:9", maxRetries: 0 })
    await rejects(unreachable.balance.retrieve(), { name: "ConnectionError" })
    const hasty = new sdk.Vintem("zsk_test_a", { baseUrl, maxRetries: 0, timeout: 1, fetch: (_, { signal }) => slow(signal) })
    await rejects(hasty.balance.retrieve(), { name: "TimeoutError" })
  },
}

const slow = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
