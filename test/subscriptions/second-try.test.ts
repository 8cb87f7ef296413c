import { expect } from "chai"
import type { SaleOutcome } from "../../src/acquirers/sale.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { help } from "../support/merchants/rails.ts"
import { advance, again, cyclesOf, DAY, newRecurringProduct, subscribe, subscribeBy } from "../support/merchants/subscriptions.ts"

type Subscribed = { merchant: Merchant; subscription: { id: string; customer: string } }

for (const type of ["pix", "boleto"] as const) {
  describe(`A ${type} of a subscription that the acquirer makes at the second try`, function () {
    this.timeout(60_000)
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
    let vintem: Running
    let tried: Subscribed
    let renewing: Subscribed
    let ending: Subscribed
    let calls = 0
    before(async () => {
      vintem = await startVintem({}, { clock })
      tried = await newSubscriber((merchant, product) => subscribeBy(type, merchant, product))
      renewing = await newSubscriber(subscribe)
      ending = await newSubscriber(subscribe)
      const path = `/v1/customer_subscriptions/${ending.subscription.id}/cancel`
      expectStatus(await ending.merchant.request("POST", path, { cancel_at_period_end: true }), 200)
      const unavailable: SaleOutcome = { result: "unavailable" }
      replaceAcquirer(vintem, tried.merchant, (acquirer) => ({
        ...acquirer,
        createPix: async (sale, signal) => (++calls === 1 ? unavailable : acquirer.createPix(sale, signal)),
        createBoleto: async (sale, signal) => (++calls === 1 ? unavailable : acquirer.createBoleto(sale, signal)),
      }))
      clock.ahead += DAY * 1000
    })
    after(() => vintem.close())

    async function newSubscriber(start: (merchant: Merchant, product: string) => Promise<Subscribed["subscription"]>) {
      const merchant = await newMerchant(vintem)
      return { merchant, subscription: await start(merchant, await newRecurringProduct(vintem, merchant, { interval: "DAY" })) }
    }

    const statusOf = async ({ merchant, subscription }: Subscribed) => (await again(merchant, subscription)).status
    const cycles = ({ merchant, subscription }: Subscribed) => cyclesOf(merchant, subscription)
    const reaches = (subscriber: Subscribed, expected: string[]) =>
      until(async () => {
        await vintem.server.tick()
        return JSON.stringify((await cycles(subscriber)).map(({ status }) => status)) === JSON.stringify(expected)
      }, 20_000)

    it("waits for its payer, with the same payment intent", async () => {
      await reaches(tried, ["requires_action"])
      expect([calls, await statusOf(tried)]).to.deep.equal([2, "ACTIVE"])
    })

    it("stops neither another account's renewal nor its scheduled cancellation", async () => {
      await reaches(renewing, ["succeeded"])
      expect([await statusOf(renewing), await statusOf(ending)]).to.deep.equal(["ACTIVE", "CANCELED"])
    })

    it("lets its own account's clock be advanced, and its subscription go on once it is paid", async () => {
      const [open] = await cycles(tried)
      expectStatus(await help(tried.merchant, open.id, "succeed"), 200)
      await advance(tried.merchant, { seconds: DAY })
      expect((await cycles(tried)).map(({ status }) => status)).to.deep.equal(["succeeded", "requires_action"])
      expect([calls, await statusOf(tried)]).to.deep.equal([3, "ACTIVE"])
    })

    it("stops no later renewal either", async () => {
      clock.ahead += DAY * 1000
      await reaches(renewing, ["succeeded", "succeeded"])
    })
  })
}
