import type { ServerResponse } from "node:http"
import { expect } from "chai"
import Stripe from "stripe"
import { scopeOf } from "../../src/accounts/scope.ts"
import { newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { createIntegration, deactivateIntegration } from "../../src/events/webhooks/integrations.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { cancelOne, type Merchant, newMerchant, ONLY_OUTCOMES, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent } from "../support/merchants/payments.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const { webhooks } = new Stripe("sk_test_not_used")

const keys = [
  ...["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "utm_referrer", "utm_landing_page"],
  ...["src", "sck"],
]
const nothing = Object.fromEntries(keys.map((key) => [key, null]))

describe("Marketing integrations", () => {
  let vintem: Running
  let merchant: Merchant
  const sinks: Sink[] = []

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(async () => {
    for (const sink of sinks.splice(0)) await sink.close()
  })

  async function sinkFor(...args: Parameters<typeof startSink>): Promise<Sink> {
    const sink = await startSink(...args)
    sinks.push(sink)
    return sink
  }
  /** Does what `vintem integrations create` does, in this process. */
  async function create(url: string, { account } = merchant) {
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, account)
    const { row, secret } = await mode.database.transaction((tx) => createIntegration(tx, scope, url))
    return { id: row.id, secret }
  }
  const messages = (sink: Sink) => sink.received.map(({ body }) => JSON.parse(body.toString()))

  it("receive a signed message about an approved purchase with its attribution", async () => {
    const sink = await sinkFor()
    const { secret } = await create(sink.url)
    const utm = { utm_source: "instagram", src: "parceiro", sck: "abc" }
    const intent = await payOne(merchant, CARDS.approved, { utm })
    const [request] = await sink.arrived(1)
    const { id, status, amount, currency, customer } = intent
    const message = JSON.parse(request!.body.toString())
    expect(message).to.deep.equal({
      event: "PURCHASE_APPROVED",
      payment_intent: { id, status, amount, currency, customer },
      utm: { ...nothing, ...utm },
      created: message.created,
    })
    const { body: events } = await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES)
    expect(message.created).to.equal(events.data[0].created)
    webhooks.constructEvent(request!.body, String(request!.headers["service-signature"]), secret)
  })

  it("receive a refused purchase, with null attribution if there was none", async () => {
    const sink = await sinkFor()
    await create(sink.url)
    const { id } = await payOne(merchant, CARDS.declined)
    await sink.arrived(1)
    const [message] = messages(sink)
    expect(message).to.include({ event: "PURCHASE_REFUSED" })
    expect(message.payment_intent).to.include({ id, status: "canceled" })
    expect(message.utm).to.deep.equal(nothing)
  })

  it("receive each outcome once, including one forced by a test helper", async () => {
    const sink = await sinkFor()
    await create(sink.url)
    const expected: string[] = []
    for (const [helper, event] of [
      ["succeed", "PURCHASE_APPROVED"],
      ["fail", "PURCHASE_REFUSED"],
      ["expire", "PURCHASE_REFUSED"],
    ] as const) {
      const { id } = await newIntent(merchant)
      const { status } = await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/${helper}`, {})
      expect(status).to.equal(200)
      expected.push(`${id} ${event}`)
    }
    await sink.arrived(3)
    await payOne(merchant)
    await sink.arrived(4)
    const received = messages(sink).map(({ event, payment_intent }) => `${payment_intent.id} ${event}`)
    expect(received).to.have.length(4).and.include.members(expected)
  })

  it("receive what was captured of an authorized payment, once it was", async () => {
    const sink = await sinkFor()
    await create(sink.url)
    const { id } = await payOne(merchant, CARDS.approved, { capture_method: "manual" })
    const path = `/v1/payment_intents/${id}/capture`
    expectStatus(await merchant.request("POST", path, { amount_to_capture: 990 }), 200)
    await sink.arrived(1)
    const [{ event, payment_intent }] = messages(sink)
    expect({ event, ...payment_intent }).to.include({ event: "PURCHASE_APPROVED", id, status: "succeeded", amount: 990 })
    expect(sink.received).to.have.length(1)
  })

  it("receive the begin of a trial without a charge, with the amount 0", async () => {
    const sink = await sinkFor()
    await create(sink.url)
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    const { id } = await payOne(merchant, CARDS.approved, { product, amount: 0 })
    await sink.arrived(1)
    const [{ event, payment_intent }] = messages(sink)
    expect({ event, ...payment_intent }).to.include({ event: "PURCHASE_APPROVED", id, status: "succeeded", amount: 0 })
  })

  it("do not receive a manual cancellation", async () => {
    const sink = await sinkFor()
    await create(sink.url)
    await cancelOne(merchant)
    const { id } = await payOne(merchant)
    await sink.arrived(1)
    expect(messages(sink).map((message) => message.payment_intent.id)).to.deep.equal([id])
  })

  it("of the account all receive it, each signed with its own secret", async () => {
    const [first, second, stranger] = await Promise.all([sinkFor(), sinkFor(), sinkFor()])
    const own = [await create(first.url), await create(second.url)]
    await create(stranger.url, await newMerchant(vintem))
    await payOne(merchant)
    const requests = [(await first.arrived(1))[0]!, (await second.arrived(1))[0]!]
    expect(requests[0]!.body.equals(requests[1]!.body)).to.equal(true)
    for (const [i, { body, headers }] of requests.entries()) {
      webhooks.constructEvent(body, String(headers["service-signature"]), own[i]!.secret)
    }
    // Pending deliveries are stored too.
    const deliveries = await newestDeliveries(vintem.server.modes.test.database, { account: merchant.account, limit: 10 })
    expect(deliveries.map(({ target }) => target)).to.have.members(own.map(({ id }) => id))
  })

  it("get retries like an endpoint, each with the message of its own purchase", async () => {
    const sink = await sinkFor((_request, response, count) => response.writeHead(count < 5 ? 500 : 200).end())
    await create(sink.url)
    await payOne(merchant)
    await payOne(merchant)
    await sink.arrived(2)
    await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 60 })
    const bodies = (await sink.arrived(6)).map(({ body }) => body.toString())
    const [first, second] = bodies
    expect(first).not.to.equal(second)
    expect(bodies.sort()).to.deep.equal([first, first, first, second, second, second].sort())
  })

  it("receive nothing once deactivated, not even pending deliveries", async () => {
    const sink = await sinkFor((_request, response) => response.writeHead(500).end())
    const { id } = await create(sink.url)
    await payOne(merchant)
    await sink.arrived(1)
    const { database } = vintem.server.modes.test
    const deliveries = () => newestDeliveries(database, { account: merchant.account, limit: 10 })
    const statuses = async () => (await deliveries()).map(({ status }) => status)
    await until(async () => (await deliveries())[0]!.attempts === 1) // as what is being written is canceled by a worker, later
    await database.transaction((tx) => deactivateIntegration(tx, { account: merchant.account, id }))
    expect(await statuses()).to.deep.equal(["canceled"])
    await payOne(merchant)
    expect(await statuses()).to.deep.equal(["canceled"])
    await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 3600 })
    expect(sink.received).to.have.length(1)
  })

  it("receive nothing once deactivated, not even queued deliveries", async () => {
    const held: ServerResponse[] = []
    const sink = await sinkFor((_request, response) => void held.push(response))
    const { id } = await create(sink.url)
    const next = await sinkFor()
    const finish = async () => {
      const { id } = await newIntent(merchant)
      await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/succeed`, {})
    }
    for (let i = 0; i < 10; i++) await finish()
    await sink.arrived(8) // the others wait for these
    await vintem.server.modes.test.database.transaction((tx) => deactivateIntegration(tx, { account: merchant.account, id }))
    await create(next.url)
    for (const response of held) response.end()
    await finish()
    await next.arrived(1)
    await finish()
    await next.arrived(2)
    expect(sink.received).to.have.length(8)
  })

  it("cannot get a replay once deactivated", async () => {
    const sink = await sinkFor()
    const { id } = await create(sink.url)
    await payOne(merchant)
    await sink.arrived(1)
    const { database } = vintem.server.modes.test
    await database.transaction((tx) => deactivateIntegration(tx, { account: merchant.account, id }))
    const [delivery] = await newestDeliveries(database, { account: merchant.account, limit: 1 })
    const { status, stderr } = await vintem.cli("deliveries", "replay", delivery!.id)
    expect(status).to.equal(1)
    expect(stderr).to.contain(id)
  })

  it("never reach a private address", async () => {
    const { id } = await create("https://10.0.0.1/")
    await payOne(merchant)
    const refused = await until(async () => {
      const { database } = vintem.server.modes.test
      const [row] = await newestDeliveries(database, { account: merchant.account, limit: 1 })
      return row && row.attempts > 0 && row
    })
    expect(refused.target).to.equal(id)
    expect(refused.last_attempt).to.include({ error: "address_refused" })
  })

  it("are managed by the command line, which shows the secret once, never stores it in clear text, and is audited", async function () {
    this.timeout(120_000)
    const integrations = (...args: string[]) => vintem.cli("integrations", ...args, "--json")
    const ofAccount = ["--mode", "test", "--account", merchant.account]
    const url = "https://tool.example/in"
    const { json: created } = await integrations("create", ...ofAccount, "--url", url)
    const { secret, ...shown } = created
    expect(secret).to.match(/^whsec_test_/)
    expect(shown).to.deep.equal({ id: created.id, kind: "envelope", url, active: true })
    expect((await integrations("list", ...ofAccount)).json).to.deep.equal([shown])
    expect((await integrations("deactivate", created.id)).json).to.deep.equal({ ...shown, active: false })
    expect((await integrations("list", ...ofAccount)).json).to.deep.equal([{ ...shown, active: false }])
    expect(await findCanaries([secret], vintem.databases)).to.deep.equal([])
    const { json: audited } = await vintem.cli("audit", "list", ...ofAccount, "--json")
    expect(audited.map(({ action, target }: Json) => [action, target])).to.have.deep.members([
      ["integration.create", created.id],
      ["integration.deactivate", created.id],
    ])

    const wrong = await integrations("create", ...ofAccount, "--url", "http://tool.example/")
    expect([wrong.status, wrong.stdout]).to.deep.equal([1, ""])
    expect(wrong.stderr).to.match(/https/)
    expect((await integrations("deactivate", "int_none")).status).to.equal(1)
    expect((await integrations("create", ...ofAccount)).status).to.equal(2)
  })

  for (const url of [
    "http://tool.example/",
    "https://a:b@tool.example/",
    "tool.example",
    "https:///",
    `https://x/${"a".repeat(2048)}`,
  ]) {
    it(`are refused with the URL ${url.slice(0, 40)}`, async () => {
      const failure = await create(url).catch((error) => error)
      expect(failure).to.include({ code: "parameter_invalid", param: "url" })
    })
  }
})
