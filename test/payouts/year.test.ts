import { expect } from "chai"
import { isBankingDay } from "../../src/base/banking-days.ts"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"
import { setTermsOf } from "../support/merchants/terms.ts"
import { expectProven, HOLDER, newPaidOut, type PaidOut } from "./merchant.ts"

/** For how many days a merchant sells something, and each how many days. */
const YEARS = [
  { schedule: "monthly", days: 365, every: 13 },
  { schedule: "weekly", days: 120, every: 5 },
  { schedule: "daily", days: 48, every: 2 },
]

describe("Over the months of the test clock, what is sold is paid out", function () {
  this.timeout(300_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock: standingClock() })
  })
  after(() => vintem.close())

  /** Sells, refunds and changes the bank account until the days are over, and waits for the rest of the money. */
  async function trade(merchant: PaidOut, days: number, every: number): Promise<void> {
    for (let sale = 0; sale * every < days; sale++) {
      const { id } = await payOne(merchant, undefined, { amount: 10_000 + sale })
      if (sale % 3 === 1) expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 2500 }), 201)
      if (sale % 8 === 3) await merchant.run("bank-account", "set", "--pix-key", "fail@example.com")
      // Eight days at least, so that money becomes available among them whichever day it is today.
      if (sale % 8 === 7) await merchant.run("bank-account", "set", "--pix-key", HOLDER)
      await advance(merchant, { seconds: every * DAY })
    }
    await merchant.run("bank-account", "set", "--pix-key", HOLDER)
    await advance(merchant, { seconds: 70 * DAY })
  }

  for (const { schedule, days, every } of YEARS)
    it(`${schedule}, on banking days, to the cent`, async () => {
      const merchant = await newPaidOut(vintem)
      await setTermsOf(vintem, merchant.account)
      await vintem.cli("accounts", "update", "--account", merchant.account, "--payouts", schedule)
      await trade(merchant, days, every)
      const payouts = (await merchant.payouts()).reverse()
      const { json: rows } = await merchant.run("transactions", "list", "--json")
      const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
      const net = sum(rows.map(({ net }: { net: number }) => net))
      const sold = rows.filter(
        ({ type, source }: { type: string; source: string }) => !type.startsWith("payout") && !source.startsWith("po_"),
      )
      const arrived = payouts.filter(({ status }) => status === "paid")
      expect(sum(arrived.map(({ amount }) => amount)) + net).to.equal(sum(sold.map(({ net }: { net: number }) => net)))
      expect(arrived.length).to.be.above(3)
      expect(payouts.some(({ status }) => status === "failed")).to.equal(true)
      for (const { created, arrival_date, status } of payouts) {
        expect([isBankingDay(dayOf(created)), isBankingDay(dayOf(arrival_date))], dateOf(dayOf(created))).to.deep.equal([
          true,
          true,
        ])
        expect(status).to.be.oneOf(["paid", "failed", "in_transit"])
      }
      await expectProven(vintem, merchant.account)
    })
})
