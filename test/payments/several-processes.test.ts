import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { closeOverdueDisputes } from "../../src/payments/disputes/deadlines.ts"
import { openDispute } from "../../src/payments/disputes/disputes.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { mockRefunds } from "../support/banks/mock-charges.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, newPayer, payWith, perform, refundsOf, retrieve } from "../support/merchants/rails.ts"

const MANY = 30
const payAtTheBank = statement<void>((k, p) =>
  k("mock_charges").where({ account: p.account }).update({ notice: "paid", notice_at: p.now }),
)
const reversals = statement<{ payment_intent: string }>((k, p) => k("attempts").where({ account: p.account, kind: "reversal" }))

/** Every worker looks for due work every second. Each job is done by one of them. */
describe("Several processes on one database", () => {
  let first: Running
  let second: Running
  let databases: Databases
  let bank: Bank
  /** The accounts with the acquirer without idempotency. All others have the mock. */
  const atTheBank = new Set<string>()
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    const acquirerOf = (account: string) => (atTheBank.has(account) ? bank.acquirer : undefined)
    first = await startVintem({}, { role: "api", databases, acquirerOf })
    second = await startVintem({}, { role: "api", databases, acquirerOf })
  })
  after(async () => {
    await second.close()
    await first.close()
    bank.close()
    await databases.remove()
  })

  /** Does the work four times at the same moment, twice in each process. */
  async function atOnce(work: typeof callAcquirers, account: string, later = 0): Promise<void> {
    await Promise.all([first, second, first, second].map((vintem) => perform(vintem, work, account, later)))
  }

  it("expire a PIX once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, "pix", { customer })))
    await atOnce(callAcquirers, merchant.account, 3600)
    await atOnce(callAcquirers, merchant.account, 3600)
    for (const { id } of payments) {
      expect((await retrieve(merchant, id)).status).to.equal("canceled")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
    }
  })

  it("close a dispute once that nobody has answered", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, CARDS.approved, { customer })))
    const mode = first.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const reported = { reason: null, due_by: scope.now + 3600 }
    for (const { id } of payments) await mode.database.transaction((tx) => openDispute(tx, scope, id, reported))
    await atOnce(closeOverdueDisputes, merchant.account, 3 * 86_400)
    await atOnce(closeOverdueDisputes, merchant.account, 3 * 86_400)
    const { data } = expectStatus(await merchant.request("GET", "/v1/events?type=charge.dispute.closed&limit=100"), 200)
    expect(data.map((event: Json) => event.data.object.payment_intent)).to.have.members(payments.map(({ id }) => id))
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("complete a processing payment and open a dispute once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const pay = (number: string) => Promise.all(Array.from({ length: MANY / 2 }, () => payWith(merchant, number, { customer })))
    const [settled, disputed] = [await pay(CARDS.processing), await pay(CARDS.disputed)]
    await atOnce(applyMockNotices, merchant.account)
    await atOnce(applyMockNotices, merchant.account)
    for (const { id } of settled) expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    for (const { id } of disputed) expect(await refundsOf(merchant, id)).to.have.lengthOf(1)
    expect(await mockRefunds(first, merchant.account)).to.have.lengthOf(MANY / 2)
    expect(await balanceIn(merchant)).to.deep.equal({ available: (MANY / 2) * 4990, pending: 0 })
  })

  it("find a sale with a lost response once", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const { mockFaults } = first.server.modes.test.config
    mockFaults.authorize = "timeout_after"
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, CARDS.approved, { customer })))
    delete mockFaults.authorize
    expect(payments.every(({ status }) => status === "processing")).to.equal(true)
    await atOnce(callAcquirers, merchant.account, 5)
    for (const { id } of payments) expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await balanceIn(merchant)).to.deep.equal({ available: MANY * 4990, pending: 0 })
  })
  /** Payments that the bank has booked. The responses got lost, and look-ups find nothing yet. */
  async function newLostSales() {
    const merchant = await newMerchant(first)
    atTheBank.add(merchant.account)
    bank.set("authorize", "lost_after")
    bank.set("look_up", "nothing_yet")
    const customer = (await newPayer(merchant)).id
    await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, CARDS.approved, { customer })))
    return merchant
  }

  it("look up an unknown sale once", async () => {
    const { account } = await newLostSales()
    await atOnce(callAcquirers, account, 5)
    bank.heal()
    expect(bank.calls(account, "look_up")).to.equal(MANY)
  })

  it("make one reversal for a sale that turns up too late", async () => {
    const { account } = await newLostSales()
    await atOnce(callAcquirers, account, 5)
    await atOnce(callAcquirers, account, 900)
    bank.heal()
    await atOnce(callAcquirers, account, 5000)
    for (let i = 0; i < 2; i++) await atOnce(callAcquirers, account, 5000)
    const charges = (rows: { charge: string }[]) => rows.map(({ charge }) => charge).sort()
    expect(bank.sales(account)).to.have.lengthOf(MANY)
    expect(charges(bank.refunds(account))).to.deep.equal(charges(bank.sales(account)))
    expect(bank.calls(account, "refund")).to.equal(MANY)
  })

  it("make one reversal for a PIX that is paid after its cancellation", async () => {
    const merchant = await newMerchant(first)
    const customer = (await newPayer(merchant)).id
    const payments = await Promise.all(Array.from({ length: MANY }, () => payWith(merchant, "pix", { customer })))
    for (const { id } of payments) expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    const { database } = first.server.modes.test
    await database.transaction((tx) => tx.run(payAtTheBank, { account: merchant.account, now: 1 }))
    await atOnce(applyMockNotices, merchant.account)
    await atOnce(applyMockNotices, merchant.account)
    const rows = await database.all(reversals, { account: merchant.account })
    expect(rows.map((each) => each.payment_intent).sort()).to.deep.equal(payments.map(({ id }) => id).sort())
  })
})
