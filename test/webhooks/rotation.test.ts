import { expect } from "chai"
import { webhookEndpoints } from "../../src/events/webhooks/tables.ts"
import { webhooks } from "../sdk/runtime.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { testOnly } from "../support/databases/statement.ts"
import { cancelOne, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { type Received, type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { timeoutMs } from "./sinks.ts"

const HOUR = 3600
const oldSecretOf = testOnly(webhookEndpoints.find(["id"], (rows) => rows.select("sealed_old_secret")))

describe("Rotating a signing secret", () => {
  /** Real time. It stands still unless a test advances it. */
  let now = Math.floor(Date.now() / 1000) * 1000
  let vintem: Running
  let merchant: Merchant
  let sink: Sink
  let endpoint: { id: string; secret: string }

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { clock: { now: () => now } })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    sink = await startSink()
    endpoint = await newEndpoint(merchant, sink.url)
  })
  afterEach(() => sink.close())

  /** Returns the new secret. */
  const rotate = async (body?: object): Promise<string> =>
    expectStatus(await merchant.request("POST", `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`, body), 200).secret

  async function nextWebhook(): Promise<Received> {
    const count = sink.received.length + 1
    await cancelOne(merchant)
    const received = await sink.arrived(count, timeoutMs)
    // Until its outcome is stored, a test that lets an hour pass would see it sent again.
    await vintem.server.modes.test.outbox?.letPass(merchant.account, { deadlineMs: Number.POSITIVE_INFINITY })
    return received.at(-1)!
  }

  /** Expects that each of these secrets has one signature, in this order, and that there is no other signature. */
  function expectSignedWith({ headers, body }: Received, ...secrets: string[]): void {
    const [timestamp, ...signatures] = String(headers["service-signature"]).split(",")
    expect(signatures).to.have.length(secrets.length)
    for (const [i, secret] of secrets.entries()) {
      const tolerance = Number.MAX_SAFE_INTEGER
      expect(webhooks.constructEvent(body, `${timestamp},${signatures[i]}`, secret, tolerance)).to.have.property("id")
      expect(webhooks.constructEvent(body, String(headers["service-signature"]), secret, tolerance)).to.have.property("id")
    }
  }

  for (const body of [undefined, {}, { expire_old_in: 0 }, { expire_old_in: null }]) {
    it(`with ${JSON.stringify(body) ?? "no body"} ends the old secret at once`, async () => {
      expectSignedWith(await nextWebhook(), endpoint.secret)
      const secret = await rotate(body)
      expectSignedWith(await nextWebhook(), secret)
    })
  }

  it("with expire_old_in signs with both secrets, the new one first, until that time has passed", async () => {
    const secret = await rotate({ expire_old_in: HOUR })
    expectSignedWith(await nextWebhook(), secret, endpoint.secret)
    now += HOUR * 1000 - 1
    expectSignedWith(await nextWebhook(), secret, endpoint.secret)
    now += 1
    expectSignedWith(await nextWebhook(), secret)
  })

  it("counts real time, not the test clock's", async () => {
    const secret = await rotate({ expire_old_in: HOUR })
    expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 2 * HOUR }), 200)
    expectSignedWith(await nextWebhook(), secret, endpoint.secret)
  })

  it("again leaves at most two secrets: the newest and the one before it", async () => {
    const second = await rotate({ expire_old_in: 24 * HOUR })
    const third = await rotate({ expire_old_in: HOUR })
    expectSignedWith(await nextWebhook(), third, second)
    now += HOUR * 1000
    expectSignedWith(await nextWebhook(), third)
  })

  it("again without expire_old_in ends every old secret", async () => {
    await rotate({ expire_old_in: 24 * HOUR })
    const secret = await rotate()
    expectSignedWith(await nextWebhook(), secret)
  })

  it("at the same moment keeps two secrets that were returned", async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => rotate({ expire_old_in: HOUR })))
    const { headers, body } = await nextWebhook()
    const signature = String(headers["service-signature"])
    const valid = secrets.filter((secret) => {
      try {
        return webhooks.constructEvent(body, signature, secret, Number.MAX_SAFE_INTEGER)
      } catch {
        return false
      }
    })
    expect([valid.length, signature.split(",v1=").length]).to.deep.equal([2, 3])
  })

  it("erases the old secret once it has run out, and not before", async () => {
    const stored = async () =>
      (await vintem.server.modes.test.database.one(oldSecretOf, { id: endpoint.id }))!.sealed_old_secret !== null
    await rotate({ expire_old_in: HOUR })
    await vintem.server.tick()
    expect(await stored()).to.equal(true)
    now += HOUR * 1000
    await until(async () => {
      await vintem.server.tick()
      return !(await stored())
    })
  })
})
