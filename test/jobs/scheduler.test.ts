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

  /** Waits for so many paid renewals. Work that failed is put off for a moment, and then done by a later tick. */
  const renewed = (merchant: Merchant, subscription: { id: string; customer: string }, times: number) =>
    until(async () => {
      await vintem.server.tick()
      const charged = await cyclesOf(merchant, subscription)
      return charged.length === times && charged.every(({ status }) => status === "succeeded")
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
