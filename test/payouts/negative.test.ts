import { expect } from "chai"
import { listAttention } from "../../src/attention/list.ts"
import { notePass } from "../../src/payouts/negative.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { newPaidOut } from "./merchant.ts"

const DAY = 86_400

describe("A balance below 0", function () {
  this.timeout(60_000)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  after(() => vintem.close())

  it("is on the attention list after seven days, until payments have made up for it", async () => {
    const merchant = await newPaidOut(vintem)
    const { test } = vintem.server.modes
    const waiting = async (later: number) => {
      clock.ahead = later
      expect(await notePass({ database: test.database, clock }, Number.POSITIVE_INFINITY)).to.equal(true)
      const { items } = await listAttention(test, { account: merchant.account })
      return items.filter(({ kind }) => kind === "balance_negative").map(({ amount, currency }) => [amount, currency])
    }
    const { id } = await payOne(merchant)
    await merchant.run("payouts", "create")
    expect(await waiting(0)).to.deep.equal([])
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    expect(await waiting(1)).to.deep.equal([])
    expect(await waiting(6 * DAY)).to.deep.equal([])
    expect(await waiting(7 * DAY + 60)).to.deep.equal([[-990, "brl"]])
    await payOne(merchant)
    expect(await waiting(7 * DAY + 120)).to.deep.equal([])
  })
})
