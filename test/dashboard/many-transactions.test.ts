import { expect } from "chai"
import { dateOf, dayOf } from "../../src/base/day.ts"
import { checkTotals } from "../../src/cli/check-totals.ts"
import { newPaidOut, type PaidOut } from "../payouts/merchant.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { csvRows } from "../support/dashboard/money.ts"
import { addTransactions } from "../support/merchants/many-transactions.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { scopeOfAccount } from "../support/merchants/rails.ts"

const COUNT = 50_001
const SUM = "R$485,009.70"

describe("The dashboard of an account with many balance transactions", function () {
  this.timeout(240_000)
  let vintem: Running
  let dashboard: Running
  let viewer: Visitor
  let merchant: PaidOut
  before(async () => {
    // No worker sends the payout, so it can be canceled.
    vintem = await startVintem({}, { role: "api" })
    dashboard = await startVintem({}, { databases: vintem.databases, role: "dashboard" })
    viewer = await signIn(dashboard, "viewer@example.com", "viewer")
    merchant = await newPaidOut(vintem)
    const { now } = await scopeOfAccount(vintem, merchant.account)
    await addTransactions(vintem.server.modes.test.database, merchant.account, { count: COUNT, days: 3, now })
  })
  after(async () => {
    await dashboard.close()
    await vintem.close()
  })

  const at = (rest: string) => `/${merchant.account}/test/balance${rest}`
  async function page(rest: string): Promise<string> {
    const { status, html } = await viewer.get(at(rest), { "accept-language": "en" })
    expect(status, html).to.equal(200)
    return html
  }
  async function days(): Promise<string> {
    const { now } = await scopeOfAccount(vintem, merchant.account)
    return `from=${dateOf(dayOf(now) - 5)}&to=${dateOf(dayOf(now))}`
  }

  it("says that some days have too many to sum up, and sums up a type that has fewer", async () => {
    for (const by of ["created", "available_on"])
      expect(await page(`/transactions?by=${by}&${await days()}`)).to.include("too many to sum up")
    expect(await page(`/transactions?type=refund&${await days()}`)).to.not.include("too many to sum up")
  })

  it("says that what is in no payout is too many to sum up, and how much it is", async () => {
    expect(await page(`/transactions?payout=none&${await days()}`)).to.include("too many to sum up")
    expect(await page("/payouts")).to.include(`It takes all that is available by then: ${SUM}`)
  })

  it("explains a payout of all by its sums, lists each part of it, and gives all back if it is canceled", async () => {
    const { id } = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    const made = await merchant.run("payouts", "create", "--json")
    expect(made.stderr).to.equal("")
    const html = await page(`/payouts/${made.json.id}`)
    expect(html).to.include("50,002").and.include("-R$9.90").and.include("R$485,049.70")
    const refunds = await csvRows(viewer, at(`/transactions.csv?payout=${made.json.id}&type=refund`))
    expect(refunds.map(({ net }) => net)).to.deep.equal(["-9.90"])
    const first = await page(`/transactions?payout=${made.json.id}`)
    expect(first).to.include("Payout").and.include('rel="next"')
    expect(await merchant.rows(made.json.id)).to.have.length(1000)
    expect((await vintem.cli("payouts", "cancel", made.json.id)).stderr).to.equal("")
    expect(await page(`/payouts/${made.json.id}`)).to.include("gave back all")
    expect(await checkNet()).to.deep.equal([])
  })

  /** The transactions have no payments behind them, so only their own totals agree. */
  async function checkNet() {
    const differences = await checkTotals(vintem.server.modes.test.database, merchant.account)
    return differences.filter(({ kind }) => kind !== "available")
  }
})
