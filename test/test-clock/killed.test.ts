import { expect } from "chai"
import { spawnVintem, startVintem } from "../support/app/vintem.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { newIdempotencyKey } from "../support/merchants/payments.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe, timeOf } from "../support/merchants/subscriptions.ts"

describe("The test clock after kill -9 during an advance", function () {
  this.timeout(120_000)

  it("reaches the requested time, and no more, when the request is retried with the same key", async () => {
    const databases = await freshDatabases()
    const victim = await spawnVintem({}, { databases })
    const survivor = await startVintem({}, { databases, role: "api" })
    try {
      const merchant = await newMerchant(survivor)
      const from = await timeOf(merchant)
      const subscription = await subscribe(merchant, await newRecurringProduct(survivor, merchant, { interval: "DAY" }))
      const options = { idempotencyKey: newIdempotencyKey(), key: merchant.key }
      const body = { seconds: 30 * DAY }
      await victim.ask("dieAt", "charge: settled")
      victim.request("POST", "/v1/test_helpers/clock/advance", body, options).catch(() => {})
      await victim.exited
      const halfway = (await timeOf(merchant)) - from
      expect(halfway).to.be.within(DAY, 29 * DAY)

      const done = await until(async () => {
        const response = await survivor.request("POST", "/v1/test_helpers/clock/advance", body, options)
        return response.status === 200 && response.body.now
      }, 60_000)
      expect(done - from).to.be.within(30 * DAY, 30 * DAY + 90)
      expect((await cyclesOf(merchant, subscription)).map(({ status }) => status)).to.deep.equal(Array(30).fill("succeeded"))
    } finally {
      await victim.close()
      await survivor.close()
      await databases.remove()
    }
  })
})
