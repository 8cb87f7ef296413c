import { expect } from "chai"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

describe("The scheduler", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { clock })
  })
  after(() => vintem.close())

  /** Waits for so many paid renewals. Work that failed is put off for a moment, and then done by a later tick. */
  const renewed = (merchant: Merchant, subscription: { id: string; customer: string }, times: number) =>
    until(async () => {
      await vintem.server.tick()
      const charged = await cyclesOf(merchant, subscription)
      return charged.length === times && charged.every(({ status }) => status === "succeeded")
    })

  it("finishes a renewal that is under way when the process stops, and cuts it off after the time to stop", async () => {
    const lines: string[] = []
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) })
    for (const withinMs of [60_000, 50]) {
      const time = { ahead: 0, now: () => Date.now() + time.ahead }
      const stopping = await startVintem({}, { clock: time, databases: vintem.databases, log })
      const merchant = await newMerchant(stopping)
      const subscription = await subscribe(merchant, await newRecurringProduct(stopping, merchant, { interval: "DAY" }))
      const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const { restore } = withAcquirer(stopping, merchant, async () => {
        begun.resolve()
        await answered.promise
        return undefined
      })
      time.ahead = DAY * 1000
      await begun.promise
      const stopped = stopping.server.close({ delayMs: 0, withinMs })
      if (withinMs > 1000) answered.resolve()
      await stopped
      restore()
      const elsewhere: Merchant = {
        ...merchant,
        request: (method, path, body) => vintem.request(method, path, body, { key: merchant.key }),
      }
      expect((await cyclesOf(elsewhere, subscription)).map(({ status }) => status)).to.deep.equal([
        withinMs > 1000 ? "succeeded" : "requires_payment_method",
      ])
      answered.resolve()
    }
    expect(lines.filter((line) => line.includes("cut off by the stop"))).to.have.length(1)
    expect(lines.join("")).to.match(/"work":\["call_acquirer \(test mode\)".*due work under way was cut off by the stop/)
  })

  it("runs an account's jobs while other accounts' jobs fail, and runs those again later", async () => {
    const subscribers: { merchant: Merchant; subscription: { id: string; customer: string } }[] = []
    for (let i = 0; i < 3; i++) {
      const merchant = await newMerchant(vintem)
      const product = await newRecurringProduct(vintem, merchant, { interval: "DAY" })
      subscribers.push({ merchant, subscription: await subscribe(merchant, product) })
    }
    for (const [day, healthy] of subscribers.entries()) {
      const broken = subscribers.filter((each) => each !== healthy)
      const replaced = broken.map(({ merchant }) =>
        replaceAcquirer(vintem, merchant, () => {
          throw new Error("the credentials cannot be read")
        }),
      )
      clock.ahead += DAY * 1000
      await renewed(healthy.merchant, healthy.subscription, day + 1)
      for (const { merchant, subscription } of broken) {
        expect((await cyclesOf(merchant, subscription)).length).to.be.at.most(day)
      }
      for (const { restore } of replaced.reverse()) restore()
    }
    for (const { merchant, subscription } of subscribers) await renewed(merchant, subscription, 3)
  })
})
