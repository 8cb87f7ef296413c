// What a merchant does before a payment: customers, products, tokens and the origins of its shop.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict"
import { ANA, CARD, ids, type Steps } from "./world.ts"

export const beforePayments: Steps = {
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

  "payment links are created, retrieved, updated and listed": async ({ vintem }) => {
    const product = await vintem.products.create({ name: "Oficina" })
    await vintem.products.setPrice(product.id, { amount: 15_000, currency: "brl" })
    const link = await vintem.paymentLinks.create({ product: product.id, max_payments: 20 })
    match(link.url, /\/pay\/buy\//)
    equal((await vintem.paymentLinks.retrieve(link.id)).payments, 0)
    equal((await vintem.paymentLinks.update(link.id, { active: false })).active, false)
    const closed = await vintem.paymentLinks.list({ active: "false" })
    ok(ids(closed.data).includes(link.id))
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
}
