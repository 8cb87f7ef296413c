import { expect } from "chai"
import { freshDatabases } from "../support/databases.ts"
import { newMerchant, until } from "../support/merchant.ts"
import { newIdempotencyKey } from "../support/payments.ts"
import { cyclesOf, DAY, newRecurringProduct, subscribe, timeOf } from "../support/subscriptions.ts"
import { spawnVintem, startVintem } from "../support/vintem.ts"

describe("the test clock of a server that is killed while it is turned", function () {
  this.timeout(120_000)

  it("goes on under the same idempotency key, to where it was to go and no further", async () => {
    const databases = await freshDatabases()
    const victim = await spawnVintem({}, { databases })
    const survivor = await startVintem({}, { databases, role: "api" })
    try {
      const merchant = await newMerchant(survivor)
      const subscription = await subscribe(merchant, await newRecurringProduct(survivor, merchant, { interval: "DAY" }))
      const options = { idempotencyKey: newIdempotencyKey(), key: merchant.key }
      const body = { seconds: 30 * DAY }
      const from = await timeOf(merchant)
      await victim.ask("dieAt", "confirm: settled")
      victim.request("POST", "/v1/test_helpers/clock/advance", body, options).catch(() => {})
      await victim.exited
      const halfway = (await timeOf(merchant)) - from
      expect(halfway).to.be.within(DAY, 29 * DAY)

      const done = await until(async () => {
        const answer = await survivor.request("POST", "/v1/test_helpers/clock/advance", body, options)
        return answer.status === 200 && answer.body.now
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
