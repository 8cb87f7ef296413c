import { expect } from "chai"
import { callerOf, cardSale } from "./samples.ts"
import { spawnCielo } from "./spawn.ts"

describe("The simulator of Cielo as a process of its own", () => {
  it("says where it listens, sells, and is controlled over HTTP", async () => {
    const cielo = await spawnCielo({ split: true, notificationUrl: null })
    try {
      expect(cielo.queryUrl).not.to.equal(cielo.url)
      const caller = callerOf(cielo)
      const { PaymentId } = (await caller.sell(cardSale())).body.Payment
      expect((await caller.query(PaymentId)).status).to.equal(200)
      expect((await cielo.control.ledger()).map(({ payment_id }) => payment_id)).to.deep.equal([PaymentId])
    } finally {
      await cielo.close()
    }
  })
})
