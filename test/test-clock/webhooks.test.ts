import { expect } from "chai"
import { type Sink, startSink, trustTestAuthority } from "../support/https-sink.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant } from "../support/merchant.ts"
import { advance, DAY, newRecurringProduct, subscribe, timeOf } from "../support/subscriptions.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const HOUR = 3600

describe("webhooks under the test clock", () => {
  let vintem: Running
  let sink: Sink
  let merchant: Merchant
  let answers: number[] = []

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    sink = await startSink((_request, response) => {
      response.statusCode = answers.shift() ?? 500
      response.end()
    })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    sink.received.length = 0
    answers = []
  })
  after(async () => {
    await vintem.close()
    await sink.close()
  })

  it("a dead endpoint is tried seven times in two days that take a moment", async () => {
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const from = await timeOf(merchant)
    await advance(merchant, { seconds: 2 * DAY })
    const [delivery] = await deliveriesOf(merchant, endpoint.id)
    expect([delivery.status, delivery.attempts, delivery.next_attempt_at]).to.deep.equal(["dead_letter", 7, null])
    expect(sink.received).to.have.length(7)
    const hours = (delivery.last_attempt.at - from) / HOUR
    // 5 s, 30 s, 5 min, 1 h, 6 h and 24 h after one another, each up to 10 % later.
    expect(hours).to.be.within(31.09, 34.21)
  })

  it("an attempt comes when its time has come, and not before", async () => {
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    await advance(merchant, { seconds: 60 })
    expect(sink.received).to.have.length(3)
    answers = [200]
    await advance(merchant, { seconds: 6 * 60 })
    expect(sink.received).to.have.length(4)
    const [delivery] = await deliveriesOf(merchant, endpoint.id)
    expect([delivery.status, delivery.attempts]).to.deep.equal(["delivered", 4])
  })

  // Most of a minute of real time: `VINTEM_TEST_THOROUGH=1 make test`.
  if (process.env.VINTEM_TEST_THOROUGH) {
    it("an endpoint that hangs holds a year up for less than a minute, and another one misses nothing", async () => {
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
