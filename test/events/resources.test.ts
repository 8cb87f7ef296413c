import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { updateCustomer } from "../../src/customers/customers.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { beginRefund } from "../../src/payments/refunds/create.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"

const DAY = 86_400

describe("Events of a resource", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const send = async (method: string, path: string, body?: object, status = 200): Promise<Json> =>
    expectStatus(await merchant.request(method, `/v1/${path}`, body), status)
  const list = async (): Promise<Json[]> => (await send("GET", "events?limit=100")).data.reverse()
  /** Returns the events that an action makes, oldest first. */
  async function eventsBy(action: () => Promise<unknown>): Promise<Json[]> {
    const before = (await list()).length
    await action()
    return (await list()).slice(before)
  }
  const typesBy = async (action: () => Promise<unknown>) => (await eventsBy(action)).map(({ type }) => type)
  const test = () => vintem.server.modes.test
  const scope = () => scopeOf(test().database, test(), merchant.account)
  const saveCard = async (customer: string) => {
    const token = await send("POST", "tokens", cardBody(), 201)
    return send("POST", "payment_methods", { token: token.id, customer }, 201)
  }
  const subscribe = async () => {
    const product = await newRecurringProduct(vintem, merchant)
    await payOne(merchant, CARDS.approved, { product })
    return (await send("GET", "customer_subscriptions")).data[0]
  }

  it("have the whole customer, and the old values of what changed of it", async () => {
    let customer: Json
    const [created, ...none] = await eventsBy(async () => {
      customer = await newCustomer(merchant, { metadata: { tier: "gold", since: "2020" } })
    })
    expect([created!.type, created!.data, none]).to.deep.equal(["customer.created", { object: customer }, []])
    const path = `customers/${customer.id}`
    const [updated] = await eventsBy(async () => {
      customer = await send("POST", path, { phone: "+5511987654321", metadata: { tier: "silver" } })
    })
    const previous_attributes = { phone: created!.data.object.phone, metadata: { tier: "gold", since: "2020" } }
    expect([updated!.type, updated!.data]).to.deep.equal(["customer.updated", { object: customer, previous_attributes }])
    expect(await typesBy(() => send("POST", path, { phone: "+5511987654321", metadata: {} }))).to.deep.equal([])
    expect(await typesBy(() => send("POST", path, {}))).to.deep.equal([])
  })

  it("are none for a request that is refused, and one for a request that is repeated", async () => {
    const { id } = await newCustomer(merchant)
    expect(await typesBy(() => send("POST", `customers/${id}`, { phone: "1", name: "" }, 400))).to.deep.equal([])
    const idempotencyKey = "6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11"
    const again = () => merchant.request("POST", `/v1/customers/${id}`, { name: "Bia Lima" }, { idempotencyKey })
    expect(await typesBy(async () => [await again(), await again()])).to.deep.equal(["customer.updated"])
  })

  it("are one for all changes of a transaction, or none if they cancel out", async () => {
    const { id, name } = await newCustomer(merchant, { name: "Ana Souza" })
    const own = await scope()
    const change = (...names: string[]) =>
      test().database.transaction(async (tx) => {
        for (const each of names) await updateCustomer(tx, own, id, { name: each })
      })
    const [event, ...none] = await eventsBy(() => change("Bia Lima", "Caio Reis"))
    expect([event!.data.object.name, event!.data.previous_attributes, none]).to.deep.equal(["Caio Reis", { name }, []])
    expect(await typesBy(() => change("Bia Lima", "Caio Reis"))).to.deep.equal([])
    const undone = test().database.transaction(async (tx) => {
      await tx
        .savepoint(() => updateCustomer(tx, own, id, { name: "Davi" }).then(() => Promise.reject(new Error("no"))))
        .catch(() => 0)
    })
    expect(await typesBy(() => undone)).to.deep.equal([])
  })

  it("tell of a saved card from its attachment to its detachment", async () => {
    const { id: customer } = await newCustomer(merchant)
    let card: Json
    const [attached] = await eventsBy(async () => {
      card = await saveCard(customer)
    })
    expect([attached!.type, attached!.data]).to.deep.equal(["payment_method.attached", { object: card }])
    const [updated] = await eventsBy(() => send("POST", `payment_methods/${card.id}`, { metadata: { a: "1" } }))
    expect(updated!.type).to.equal("payment_method.updated")
    expect(updated!.data.previous_attributes).to.deep.equal({ metadata: {} })
    const detach = () => send("POST", `payment_methods/${card.id}/detach`)
    const [detached, ...none] = await eventsBy(async () => [await detach(), await detach()])
    expect([detached!.type, detached!.data.object.customer, none]).to.deep.equal(["payment_method.detached", null, []])
    expect(detached!.data.object.card).to.deep.equal(card.card)
  })

  it("tell of a subscription: its start, each renewal, a planned end and the end", async () => {
    const started = await eventsBy(() => subscribe())
    expect(started.map(({ type }) => type)).to.deep.equal([
      ...["customer.created", "payment_intent.succeeded", "payment_method.attached", "customer_subscription.created"],
    ])
    const [subscription] = (await send("GET", "customer_subscriptions")).data
    expect(started.at(-1)!.data).to.deep.equal({ object: subscription })
    const renewed = await eventsBy(() => send("POST", "test_helpers/clock/advance", { seconds: 32 * DAY }))
    const [opened] = renewed.filter(({ type }) => type === "customer_subscription.updated")
    expect(Object.keys(opened!.data.previous_attributes)).to.include.members(["current_period_start", "latest_payment_intent"])
    expect(opened!.data.previous_attributes.current_period_start).to.equal(subscription.current_period_start)
    expect(renewed.map(({ type }) => type)).to.include("payment_intent.succeeded")
    const path = `customer_subscriptions/${subscription.id}/cancel`
    const [planned] = await eventsBy(() => send("POST", path, { cancel_at_period_end: true }))
    expect(planned!.type).to.equal("customer_subscription.updated")
    expect(planned!.data.previous_attributes).to.deep.include({ cancel_at_period_end: false })
    const [canceled, ...none] = await eventsBy(() => send("POST", path, {}))
    expect([canceled!.type, canceled!.data.object.status, none]).to.deep.equal(["customer_subscription.canceled", "CANCELED", []])
    expect(canceled!.data).not.to.have.property("previous_attributes")
  })

  it("tell of the subscriptions that lose their card with its detachment, after the card", async () => {
    const { id, customer } = await subscribe()
    const { id: payment_method } = await saveCard(customer)
    await send("POST", `customer_subscriptions/${id}`, { payment_method })
    const [detached, updated] = await eventsBy(() => send("POST", `payment_methods/${payment_method}/detach`))
    expect([detached!.type, updated!.type]).to.deep.equal(["payment_method.detached", "customer_subscription.updated"])
    expect(updated!.data.previous_attributes).to.deep.equal({ payment_method })
  })

  it("tell of a refund as it is stored, and then what became of it", async () => {
    const { id: payment_intent } = await payOne(merchant)
    let refund: Json
    const events = await eventsBy(async () => {
      refund = await send("POST", "refunds", { payment_intent, metadata: { a: "1" } }, 201)
    })
    expect(events.map(({ type }) => type)).to.deep.equal(["refund.created", "refund.updated"])
    expect(events[0]!.data).to.deep.equal({ object: { ...refund, status: "pending" } })
    expect(events[1]!.data).to.deep.equal({ object: refund, previous_attributes: { status: "pending" } })
  })

  it("tell of a dispute before the refunds that it makes and fails", async () => {
    const { id } = await payOne(merchant)
    const own = await scope()
    await test().database.transaction((tx) => beginRefund(tx, own, { payment_intent: id }, null))
    const events = await eventsBy(() => test().database.transaction((tx) => openDispute(tx, own, id, { reason: "fraudulent" })))
    expect(events.map(({ type, data }) => [type, data.object.status])).to.deep.equal([
      ["charge.dispute.created", "lost"],
      ["refund.failed", "failed"],
      ["refund.created", "succeeded"],
    ])
    expect(events[2]!.data.object).to.include({ reason: "dispute", payment_intent: id })
  })

  it("tell of a payment that waits for its payer or its acquirer", async () => {
    const { id } = await newIntent(merchant)
    const confirm = async (card: string) => {
      const token = await send("POST", "tokens", cardBody(card), 201)
      return send("POST", `payment_intents/${id}/confirm`, { payment_method: token.id })
    }
    const [waits] = await eventsBy(() => confirm(CARDS.threeDs))
    expect([waits!.type, waits!.data.object.status]).to.deep.equal(["payment_intent.requires_action", "requires_action"])
    const [, processing] = await eventsBy(() => payOne(merchant, CARDS.processing))
    expect([processing!.type, processing!.data.object.status]).to.deep.equal(["payment_intent.processing", "processing"])
  })
})
