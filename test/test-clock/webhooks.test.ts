import type { ServerResponse } from "node:http"
import { expect } from "chai"
import { idempotencyKeys } from "../../src/idempotency/table.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { testOnly } from "../support/databases/statement.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { advance, DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const HOUR = 3600

const leaseOf = testOnly(idempotencyKeys.find(["key"]))

describe("Webhooks under the test clock", () => {
  let vintem: Running
  let sink: Sink
  let merchant: Merchant
  let statuses: number[] = []
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { clock })
    sink = await startSink((_request, response) => {
      response.statusCode = statuses.shift() ?? 500
      response.end()
    })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    sink.received.length = 0
    statuses = []
  })
  after(async () => {
    await vintem.close()
    await sink.close()
  })

  it("a dead endpoint is tried seven times when two days pass in a moment", async () => {
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const from = await timeOf(merchant)
    await advance(merchant, { seconds: 2 * DAY })
    const [delivery] = await deliveriesOf(merchant, endpoint.id)
    expect([delivery.status, delivery.attempts, delivery.next_attempt_at]).to.deep.equal(["dead_letter", 7, null])
    expect(sink.received).to.have.length(7)
    const hours = (delivery.last_attempt.at - from) / HOUR
    // The delays are 5 s, 30 s, 5 min, 1 h, 6 h and 24 h, each up to 10 % longer.
    expect(hours).to.be.within(31.09, 34.21)
  })

  it("an attempt is made when it is due, and not before", async () => {
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    await advance(merchant, { seconds: 60 })
    expect(sink.received).to.have.length(3)
    statuses = [200]
    await advance(merchant, { seconds: 6 * 60 })
    expect(sink.received).to.have.length(4)
    const [delivery] = await deliveriesOf(merchant, endpoint.id)
    expect([delivery.status, delivery.attempts]).to.deep.equal(["delivered", 4])
  })

  it("retries to 26 endpoints do not wait for each other, and each is made at its time", async () => {
    // Every attempt is answered some time after the same attempt has arrived at all endpoints.
    const held: ServerResponse[] = []
    const answerAll = () => {
      for (const each of held.splice(0)) each.end()
    }
    const answerTogether = (_request: unknown, response: ServerResponse) => {
      response.statusCode = 500
      if (held.push(response) === 26) setTimeout(answerAll, 100)
    }
    const sinks = [await startSink(answerTogether), await startSink(answerTogether)]
    const received = () => sinks.reduce((sum, each) => sum + each.received.length, 0)
    try {
      const endpoints: Json[] = []
      for (let i = 0; i < 26; i++) endpoints.push(await newEndpoint(merchant, `${sinks[i % 2]!.url}/${i}`))
      const deliveries = async () => (await Promise.all(endpoints.map(({ id }) => deliveriesOf(merchant, id)))).flat() as Json[]
      await cancelOne(merchant)
      await advance(merchant, { seconds: 2 * HOUR })
      expect(received()).to.equal(5 * 26)
      const before = await deliveries()
      const due = new Map(before.map(({ id, next_attempt_at }) => [id, next_attempt_at as number]))
      // The waits of six hours differ by up to 36 minutes.
      expect(Math.max(...due.values()) - Math.min(...due.values())).to.be.above(600)

      await advance(merchant, { seconds: 6 * HOUR })
      expect(received()).to.equal(6 * 26)
      for (const { id, attempts, last_attempt, next_attempt_at } of await deliveries()) {
        expect(attempts).to.equal(6)
        expect(last_attempt.at - due.get(id)!).to.be.within(-1, 60)
        expect(next_attempt_at - last_attempt.at).to.be.within(DAY, 1.1 * DAY + 1)
      }

      // Nothing can follow the last attempts, but the advance waits for them, too.
      await advance(merchant, { seconds: 2 * DAY })
      expect((await deliveries()).map(({ status }) => status)).to.deep.equal(Array(26).fill("dead_letter"))
    } finally {
      for (const each of sinks) await each.close()
    }
  })

  it("an advance that an endpoint delays is not started again under its key, and delays no other account", async () => {
    const held: ServerResponse[] = []
    const hanging = await startSink((_request, response) => void held.push(response))
    try {
      const { id: endpoint } = await newEndpoint(merchant, hanging.url)
      await cancelOne(merchant)
      const from = await timeOf(merchant)
      const key = newIdempotencyKey()
      const turn = () => merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: DAY }, { idempotencyKey: key })
      const lease = async () => (await vintem.server.modes.test.database.one(leaseOf, { key }))?.lease_until_ms ?? undefined
      const turning = turn()
      await hanging.arrived(1)
      const first = await until(lease)
      await advance(await newMerchant(vintem), { seconds: DAY })
      expect(held).to.have.length(1)
      expect(await timeOf(merchant)).to.be.lessThan(from + DAY)
      // Longer than a lease without renewal. This process renews it.
      await until(async () => (await lease())! > first + 5000, 20_000)
      const meanwhile = await turn()
      expect([meanwhile.status, meanwhile.body.error?.code]).to.deep.equal([409, "idempotency_request_in_progress"])

      for (const response of held) response.end()
      const turned = await turning
      expect(expectStatus(turned, 200).now - from).to.be.within(DAY, DAY + 60)
      // The time of an attempt is that of its end.
      const [{ last_attempt: attempt }] = (await deliveriesOf(merchant, endpoint)) as [Json]
      expect(attempt.at - from).to.be.within(Math.floor(attempt.duration_ms / 1000) - 1, 60)
      const again = await turn()
      expect([again.text, again.headers["idempotent-replayed"]]).to.deep.equal([turned.text, "true"])
      expect(await timeOf(merchant)).to.be.within(turned.body.now, turned.body.now + 60)
    } finally {
      await hanging.close()
    }
  })

  // Takes almost a minute of real time. Run it with `VINTEM_TEST_THOROUGH=1 make test`.
  if (process.env.VINTEM_TEST_THOROUGH) {
    it("an endpoint that hangs delays a year by less than a minute, and another endpoint misses nothing", async () => {
      const hanging = await startSink(() => {})
      const prompt = await startSink()
      try {
        await subscribe(merchant, await newRecurringProduct(vintem, merchant))
        await newEndpoint(merchant, hanging.url)
        await newEndpoint(merchant, prompt.url)
        const began = Date.now()
        await advance(merchant, { seconds: 366 * DAY })
        expect(Date.now() - began).to.be.lessThan(60_000)
        expect(prompt.received).to.have.length(12)
      } finally {
        await hanging.close()
        await prompt.close()
      }
    }).timeout(90_000)
  }
})
