import { expect } from "chai"
import { replaceAcquirer } from "../support/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchant.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe } from "../support/subscriptions.ts"
import { type Running, startVintem } from "../support/vintem.ts"

describe("The scheduler", () => {
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { clock })
  })
  after(() => vintem.close())

  /** Runs two ticks, so that at least one of them began after this call. */
  const tick = async () => {
    await vintem.server.tick()
    await vintem.server.tick()
  }

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
      await tick()
      for (const { restore } of replaced.reverse()) restore()
      const charged = await cyclesOf(healthy.merchant, healthy.subscription)
      expect(charged.map(({ status }) => status)).to.deep.equal(Array(day + 1).fill("succeeded"))
      // What failed is put off for a moment.
      await until(async () => {
        await tick()
        const cycles = await Promise.all(subscribers.map((each) => cyclesOf(each.merchant, each.subscription)))
        return cycles.every(({ length }) => length === day + 1)
      })
    }
    for (const { merchant, subscription } of subscribers) {
      expect(await cyclesOf(merchant, subscription)).to.have.length(3)
    }
  })
})
