// The part of a shop that uses Vintém: it reads its catalog, charges orders, and believes only webhooks. A real shop keeps its orders in
// its database. Here they are in memory.
import { randomUUID } from "node:crypto"
import Vintem, { type CustomerCreateParams, type Event, type PaymentIntent } from "vintem"

export const { PRODUCTS = "", SHOP_URL = "http://localhost:4242" } = process.env

/** Reads VINTEM_KEY and VINTEM_BASE_URL from the environment. */
export const vintem = new Vintem()

/** The data from the buyer. The token comes from vintem.js, so no card number ever reaches this server. */
export type Purchase = {
  order: string
  product: string
  token: string
  installments?: number
  buyer: CustomerCreateParams
}

export type Order = {
  id: string
  /** One idempotency key for each request, so a checkout that is sent twice charges once. */
  keys: { customer: string; intent: string; confirm: string }
  customer?: string
  intent?: string
  status: "open" | "paid" | "failed"
  /** Why the last payment failed. */
  error?: string | undefined
  events: { id: string; type: string; created: number }[]
  /** Unix seconds. Only for a subscription. */
  nextCharge?: number | null
}

const orders = new Map<string, Order>()

export const findOrder = (id: string): Order | undefined => orders.get(id)

/** The products and their prices. These never come from the page. */
export async function catalog() {
  return Promise.all(
    PRODUCTS.split(",").map(async (id) => {
      const [{ name, description, recurring }, { amount }] = await Promise.all([
        vintem.products.retrieve(id),
        vintem.products.retrievePrice(id),
      ])
      return { id, name, description, amount, recurring, maxInstallments: recurring ? 1 : 12 }
    }),
  )
}

/** Charges an order. If the same purchase is sent again, it gets the same payment intent. */
export async function checkout({ order: id, product, token, installments, buyer }: Purchase): Promise<PaymentIntent> {
  const [{ recurring }, { amount, currency }] = await Promise.all([
    vintem.products.retrieve(product),
    vintem.products.retrievePrice(product),
  ])
  const order = orders.get(id) ?? newOrder(id)
  const { email, name, document, address } = buyer
  const customer = await vintem.customers.create({ email, name, document, address }, { idempotencyKey: order.keys.customer })
  order.customer = customer.id
  const intent = await vintem.paymentIntents.create(
    {
      amount,
      currency,
      customer: customer.id,
      product,
      // A subscription needs a method that can be charged again.
      payment_method_types: recurring ? ["card", "pix_automatico"] : ["card", "pix", "boleto"],
      statement_descriptor: "HORIZONTE",
      metadata: { order: id },
    },
    { idempotencyKey: order.keys.intent },
  )
  order.intent = intent.id
  const payment = { payment_method: token, installments, return_url: `${SHOP_URL}/?order=${id}` }
  return vintem.paymentIntents.confirm(intent.id, payment, { idempotencyKey: order.keys.confirm })
}

/** Records an event on its order, once, and returns the order. Only this makes an order paid. */
export async function book(event: Event): Promise<Order | undefined> {
  const order = orderOf(event)
  const [subscription] = order?.customer
    ? await vintem.customerSubscriptions.list({ customer: order.customer }).toArray({ limit: 1 })
    : []
  // Vintém sends an event again until it gets a response, so the same event can come twice.
  if (!order || order.events.some(({ id }) => id === event.id)) return
  const { id, type, created, data } = event
  order.events.push({ id, type, created })
  order.nextCharge = subscription?.next_charge_at
  if (data.object.object === "payment_intent") order.error = data.object.last_payment_error?.code
  if (type === "payment_intent.succeeded") order.status = "paid"
  else if (type === "payment_intent.payment_failed" || type === "payment_intent.canceled") fail(order)
  return order
}

function fail(order: Order): void {
  if (order.status === "open") order.status = "failed"
}

function newOrder(id: string): Order {
  const keys = { customer: randomUUID(), intent: randomUUID(), confirm: randomUUID() }
  const order: Order = { id, keys, status: "open", events: [] }
  orders.set(id, order)
  return order
}

/** Renewals of a subscription have their own payment intents, without our metadata. */
function orderOf({ data: { object } }: Event): Order | undefined {
  if (object.object === "payout") return undefined // pays out many orders
  const all = [...orders.values()]
  if ("payment_intent" in object) return all.find(({ intent }) => intent === object.payment_intent)
  const owner = object.object === "customer" ? object.id : object.customer
  return orders.get(object.metadata.order ?? "") ?? all.find(({ customer }) => customer === owner)
}
