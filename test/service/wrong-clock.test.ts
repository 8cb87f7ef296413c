import { expect } from "chai"
import { madeAtMs } from "../../src/base/ids.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newToken } from "../support/merchants/payments.ts"
import { confirm, newOpenIntent, newPayer, payWith, pressButton, retrieve } from "../support/merchants/rails.ts"
import { cyclesOf, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Workers look for due work more than once in this time. */
const PIX_SECONDS = 3

/** What `/readyz` answers on the port of the metrics, which each process has. */
async function readinessOf({ metricsUrl }: Pick<Spawned, "metricsUrl">): Promise<string> {
  const response = await fetch(metricsUrl.replace("/metrics", "/readyz"))
  return `${response.status} ${await response.text()}`
}

describe("A worker whose host has a wrong clock", function () {
  this.timeout(120_000)
  let databases: Databases
  let api: Running
  /** Another process of the API. A PIX that is made here expires soon. */
  let hurried: Running
  let right: Spawned
  let wrong: Spawned
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    api = await startVintem({}, { databases, role: "api" })
    hurried = await startVintem({ PIX_TTL_SECONDS: String(PIX_SECONDS) }, { databases, role: "api" })
    right = await spawnVintem({}, { databases, role: "worker", merchant: api })
    wrong = await spawnVintem({}, { databases, role: "worker", merchant: api, aheadMs: 100 * DAY_MS })
  })
  after(async () => {
    for (const vintem of [wrong, right, hurried, api]) await vintem.close()
    await databases.remove()
  })
  beforeEach(async () => {
    merchant = await newMerchant(api)
  })

  async function newPix(on: Running) {
    const there: Pick<Merchant, "request"> = { request: (method, path, body) => on.request(method, path, body, merchant) }
    return payWith(there, "pix", { customer: (await newPayer(there)).id })
  }

  /** Lets some seconds pass while the worker has a wrong clock. The other worker does what falls due in them. */
  async function passSeconds(aheadMs: number, difference: string): Promise<void> {
    await wrong.ask("setClock", aheadMs)
    expect(await readinessOf(wrong)).to.equal(
      `503 The clock of this host is ${difference} the clock of the test database: set the one that is wrong. Nothing is done meanwhile.`,
    )
    const due = await newPix(hurried)
    await until(async () => (await retrieve(merchant, due.id)).status === "canceled")
    expect(await readinessOf(right)).to.equal("200 ready")
  }

  it("renews no subscription, although it is 100 days ahead", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(api, merchant))
    await passSeconds(100 * DAY_MS, "100 days ahead of")
    expect((await cyclesOf(merchant, subscription)).map(({ amount, status }) => [amount, status])).to.deep.equal([])
  })

  it("deletes no saved response, although it is 25 hours ahead: one idempotency key makes one payment", async () => {
    const body = { amount: 4990, currency: "brl", customer: (await newCustomer(merchant)).id }
    const idempotencyKey = newIdempotencyKey()
    const pay = async () => expectStatus(await merchant.request("POST", "/v1/payment_intents", body, { idempotencyKey }), 201).id
    const first = await pay()
    await passSeconds(25 * HOUR_MS, "25 hours ahead of")
    expect(await pay()).to.equal(first)
  })

  for (const [hours, difference] of [
    [3, "3 hours ahead of"],
    [-3, "3 hours behind"],
  ] as const) {
    it(`expires no fresh PIX, although it is ${difference} the others`, async () => {
      const pix = await newPix(api)
      await passSeconds(hours * HOUR_MS, difference)
      expect((await retrieve(merchant, pix.id)).status).to.equal("requires_action")
    })
  }

  it("erases no card of a fresh token, although it is 16 minutes ahead", async () => {
    const [{ id: token }, intent] = [await newToken(merchant), await newOpenIntent(merchant)]
    await passSeconds(16 * MINUTE_MS, "16 minutes ahead of")
    expect(expectStatus(await confirm(merchant, intent.id, token), 200).status).to.equal("succeeded")
  })

  it("says so in its log and in a metric, and works again once the clock is right", async () => {
    const ahead = async () => {
      const text = await (await fetch(wrong.metricsUrl)).text()
      return Number(/^vintem_clock_ahead_seconds\{mode="test"\} (\S+)$/m.exec(text)?.[1])
    }
    const count = (message: string) => wrong.output().split(message).length - 1
    const isLogged = (message: string, times: number) => until(async () => count(message) === times)
    await wrong.ask("setClock", 0)
    await isLogged("agree again", 1)
    expect(await ahead()).to.be.within(-10, 10)
    await wrong.ask("setClock", 2 * MINUTE_MS)
    expect(await ahead()).to.be.within(110, 130)
    await isLogged("differ: nothing is done meanwhile", 2)
    await right.stop()
    await wrong.ask("setClock", 0)
    expect(await readinessOf(wrong)).to.equal("200 ready")
    const due = await newPix(hurried)
    await until(async () => (await retrieve(merchant, due.id)).status === "canceled")
  })
})

describe("A server whose host has a wrong clock", function () {
  this.timeout(120_000)
  let databases: Databases
  let right: Running
  let wrong: Spawned
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    right = await startVintem({}, { databases, role: "api" })
    wrong = await spawnVintem({}, { databases, merchant: right, aheadMs: 3 * HOUR_MS })
  })
  beforeEach(async () => {
    merchant = await newMerchant(right)
  })
  after(async () => {
    await wrong.close()
    await right.close()
    await databases.remove()
  })

  for (const aheadMs of [3 * HOUR_MS, -3 * HOUR_MS]) {
    it(`accepts no requests while it is off by ${aheadMs / HOUR_MS} hours`, async () => {
      await wrong.ask("setClock", aheadMs)
      const product = { name: "Clube do Café" }
      const sent = { key: merchant.key, idempotencyKey: newIdempotencyKey() }
      for (const [method, path, body] of [
        ["POST", "/v1/products", product],
        ["GET", "/v1/products", undefined],
      ] as const) {
        const { status, headers, body: answer } = await wrong.request(method, path, body, sent)
        expect([status, answer.error.code]).to.deep.equal([503, "not_ready"])
        expect(headers).to.include({ "retry-after": "2", "service-should-retry": "true" })
      }
      expect((await wrong.request("GET", "/readyz", undefined, { key: null })).status).to.equal(503)
      expect((await wrong.request("GET", "/healthz", undefined, { key: null })).status).to.equal(200)
      expect(expectStatus(await merchant.request("GET", "/v1/products"), 200).data).to.deep.equal([])
      // The SDK tries again, and reaches a server whose clock is right.
      expectStatus(await merchant.request("POST", "/v1/products", product, sent), 201)
    })
  }

  it("lets no payer pay on its pages", async () => {
    await wrong.ask("setClock", 3 * HOUR_MS)
    const { id, next_action } = await payWith(merchant, CARDS.threeDs)
    const { pathname } = new URL(next_action.url)
    expect((await pressButton(wrong.url + pathname, "authorize")).status).to.equal(503)
    expect((await retrieve(merchant, id)).status).to.equal("requires_action")
    expect((await pressButton(right.url + pathname, "authorize")).status).to.equal(303)
    expect((await retrieve(merchant, id)).status).to.equal("succeeded")
  })

  it("serves no page of the dashboard", async () => {
    await wrong.ask("setClock", 3 * HOUR_MS)
    const page = await fetch(`${wrong.server.dashboardOrigin}/sign-in`)
    expect([page.status, await page.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 503 && text.includes("Not available at the moment"),
    )
  })

  it("gives everything the right time once its clock is right", async () => {
    await wrong.ask("setClock", 3 * HOUR_MS)
    await wrong.request("GET", "/v1/products", undefined, merchant)
    await wrong.ask("setClock", 0)
    const made = expectStatus(await wrong.request("POST", "/v1/products", { name: "Clube do Chá" }, merchant), 201)
    expect(made.created).to.be.within(Date.now() / 1000 - 20, Date.now() / 1000 + 1)
    expect(madeAtMs(made.id)).to.be.within(Date.now() - 20_000, Date.now() + 1000)
  })
})
