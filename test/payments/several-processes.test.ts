import { expect } from "chai"
import { askAcquirers } from "../../src/attempts/ask.ts"
import { statement } from "../../src/db/statement.ts"
import { hearMockAcquirer } from "../../src/jobs/notices.ts"
import { expireIntents } from "../../src/payment-intents/expire.ts"
import { newMerchant } from "../support/merchant.ts"
import { CARDS } from "../support/payments.ts"
import { balanceIn, eventsOf, newPayer, payWith, refundsOf, retrieve, scopeOfAccount } from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const MANY = 30
const refundsAtTheBank = statement<{ charge: string }>((k, p) => k("mock_refunds").where({ account: p.account }))

/** Every worker looks for what is due at every second: whatever it is, one of them does it. */
describe("Several processes at work on one database", () => {
  let first: Running
  let second: Running
  before(async () => {
    first = await startVintem({}, { role: "api" })
    second = await startVintem({}, { role: "api", databases: first.databases })
  })
  after(async () => {
    await second.close()
    await first.close()
  })

  /** The same work in both, at the same moment. */
  async function atOnce(work: typeof expireIntents, account: string, later = 0): Promise<void> {
    const scopes = await Promise.all([first, second, first, second].map((vintem) => scopeOfAccount(vintem, account, later)))
    await Promise.all(scopes.map((scope) => work.perform(scope, scope.mode.database)))
  }

  it("expire a PIX once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, "pix", { customer })))
    await atOnce(expireIntents, merchant.account, 3600)
    await atOnce(expireIntents, merchant.account, 3600)
    for (const { id } of payments) {
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
    }
  })

  it("settle what is processing, and open a dispute, once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const pay = (number: string) => Promise.all(Array.from({ length: MANY / 2 }, () => payWith(merchant, number, { customer })))
    const [settled, disputed] = [await pay(CARDS.processing), await pay(CARDS.disputed)]
    await atOnce(hearMockAcquirer, merchant.account)
    await atOnce(hearMockAcquirer, merchant.account)
    for (const { id } of settled) expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    for (const { id } of disputed) expect(await refundsOf(merchant, id)).to.have.lengthOf(1)
    const atTheBank = await first.server.modes.test.database.all(refundsAtTheBank, { account: merchant.account })
    expect(atTheBank).to.have.lengthOf(MANY / 2)
    expect(await balanceIn(merchant)).to.deep.equal({ available: (MANY / 2) * 4990, pending: 0 })
  })

  it("find a sale whose answer got lost, once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const { mockFaults } = first.server.modes.test.config
    mockFaults.authorize = "timeout_after"
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, CARDS.approved, { customer })))
    delete mockFaults.authorize
    expect(payments.every(({ status }) => status === "processing")).to.equal(true)
    await atOnce(askAcquirers, merchant.account, 5)
    for (const { id } of payments) expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: MANY * 4990, pending: 0 })
  })
})
