// Money that Adyen pays to the merchant's bank itself, and tells in no statement that is read. Live mode is on Postgres.
import { expect } from "chai"
import { dateOf, dayOf, startOfDay } from "../../../src/base/day.ts"
import { CARDS } from "../../adyen/cards.ts"
import type { Json } from "../../support/app/client.ts"
import type { Running } from "../../support/app/vintem.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { cardBody, newCustomer, postOnce } from "../../support/merchants/payments.ts"
import { balanceIn, refundsOf } from "../../support/merchants/rails.ts"
import { type LiveAdyenAccount, startLiveAdyenAccount } from "./live-account.ts"

const HOUR_MS = 3_600_000

describe("Money that Adyen pays out itself", function () {
  this.timeout(180_000)
  let live: LiveAdyenAccount
  let vintem: Running
  let merchant: Merchant
  const today = dayOf(Date.now() / 1000)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  const goTo = (day: number, hour: number) => {
    clock.ahead = startOfDay(day) * 1000 + hour * HOUR_MS - Date.now()
  }
  before(async () => {
    goTo(today - 2, 12)
    live = await startLiveAdyenAccount({}, "acquirer", clock)
    ;({ vintem, merchant } = live)
  })
  after(() => live?.close())

  async function sell(amount: number, currency: string): Promise<Json> {
    const customer = await newCustomer(merchant)
    const types = { payment_method_types: ["card"] }
    const { id } = await postOnce(merchant, "/v1/payment_intents", { amount, currency, customer: customer.id, ...types })
    const token = await postOnce(merchant, "/v1/tokens", cardBody(CARDS.visa))
    return postOnce(merchant, `/v1/payment_intents/${id}/confirm`, { payment_method: token.id }, 200)
  }
  const cli = async (...args: string[]) => {
    const { status, stderr, json } = await vintem.cli(...args, "--account", merchant.account, "--mode", "live", "--json")
    expect(status, stderr).to.equal(0)
    return json
  }
  const payouts = async () =>
    ((await cli("payouts", "list")) as Json[])
      .map(({ amount, currency, status, method, arrival_date }) => [
        ...[`${amount} ${currency} ${status} by ${method}`, dayOf(arrival_date) - today],
      ])
      .sort()
  /** The balance of a currency in cents: what is left after deposits. */
  const left = async (currency: string) => (await balanceIn(merchant, currency))?.available
  const hasNoFaults = async () => {
    const { status, stdout } = await vintem.cli("check", "--mode", "live")
    expect([status, stdout]).to.deep.equal([0, "The totals are right.\n"])
  }

  it("stays in the balance until its deposits begin, and what was there before counts as paid", async () => {
    await sell(10_000, "usd")
    goTo(today - 1, 12)
    await sell(4000, "usd")
    goTo(today, 12)
    expect(await left("usd")).to.equal(14_000)
    const { status, stderr } = await vintem.cli(
      ...["payouts", "open", "--account", merchant.account, "--mode", "live", "--acquirer", "bank-pix", "--since", dateOf(today)],
    )
    expect(status).to.equal(1)
    expect(stderr).to.contain("has no acquirer bank-pix")
    const opened = await cli("payouts", "open", "--acquirer", "adyen", "--since", dateOf(today - 1))
    expect(opened.before).to.deep.equal([{ currency: "usd", amount: 10_000 }])
    await until(async () => (await left("usd")) === 0)
    expect(await payouts()).to.deep.equal([["4000 usd paid by acquirer", -1]])
    const again = ["payouts", "open", "--acquirer", "adyen", "--since", dateOf(today)]
    expect((await vintem.cli(...again, "--account", merchant.account, "--mode", "live")).status).to.equal(1)
  })

  it("leaves by one payout a day and currency, and a day that is not above 0 waits for the next", async () => {
    const sold = await sell(6000, "usd")
    await sell(2000, "eur")
    await sell(500, "eur")
    // More goes back than was sold since the opening.
    await postOnce(merchant, "/v1/refunds", { payment_intent: sold.id })
    await until(async () => (await refundsOf(merchant, sold.id)).some((refund) => refund.status === "succeeded"))
    goTo(today + 1, 2)
    await until(async () => (await left("eur")) === 0)
    expect(await payouts()).to.deep.equal([
      ["2500 eur paid by acquirer", 0],
      ["4000 usd paid by acquirer", -1],
    ])
    const second = await sell(3000, "usd")
    await postOnce(merchant, "/v1/refunds", { payment_intent: second.id, amount: 1000 })
    await until(async () => (await left("usd")) === 2000)
    goTo(today + 2, 2)
    await until(async () => (await left("usd")) === 0)
    expect(await payouts()).to.deep.equal([
      ["2000 usd paid by acquirer", 1],
      ["2500 eur paid by acquirer", 0],
      ["4000 usd paid by acquirer", -1],
    ])
    await hasNoFaults()
  })
})
