import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import type { RefundOutcome, VoidOutcome } from "../../src/acquirers/sale.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith, perform, refundsOf } from "../support/merchants/rails.ts"

const GAP_MS = 300

/** Refuses what follows too soon after another one of the same charge, as Cielo does within five seconds. */
function strict(bank: Acquirer): Acquirer & { early: number } {
  const latest = new Map<string, number>()
  // A second more, as on a busy machine a call leaves a moment after it was recorded.
  const strictBank = { ...bank, refundGapMs: GAP_MS + 1000, early: 0 }
  const spaced = async <T>(charge: string, make: () => Promise<T>) => {
    const isEarly = Date.now() - (latest.get(charge) ?? 0) < GAP_MS
    latest.set(charge, Date.now())
    if (!isEarly) return make()
    strictBank.early++
    return { result: "refused" as const, message: "too soon" }
  }
  strictBank.refund = (order, signal) => spaced<RefundOutcome>(order.charge, () => bank.refund(order, signal))
  strictBank.voidPix = (pix, signal) => spaced<VoidOutcome>(pix.charge, () => bank.voidPix!(pix, signal))
  return strictBank
}

describe("With an acquirer that refuses two refunds of a charge in quick succession", () => {
  let databases: Databases
  let bank: Bank
  let acquirer: ReturnType<typeof strict>
  let vintem: Running
  let other: Running
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    acquirer = strict(bank.acquirer)
    const start = () => startVintem({}, { role: "api", databases, acquirerOf: () => acquirer })
    vintem = await start()
    other = await start()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    acquirer.early = 0
  })
  afterEach(() => bank.heal())
  after(async () => {
    await vintem.close()
    await other.close()
    bank.close()
    await databases.remove()
  })

  const refund = async (payment_intent: string, by = vintem) =>
    expectStatus(await by.request("POST", "/v1/refunds", { payment_intent }, { key: merchant.key }), 201).status

  const statusOf = async (payment_intent: string) => (await refundsOf(merchant, payment_intent))[0]?.status
  const later = (seconds: number, by = vintem) => perform(by, callAcquirers, merchant.account, seconds)

  it("a refund that follows one that failed is put off, also in another process, and then made", async () => {
    const { id } = await payWith(merchant)
    bank.set("refund", "refused")
    expect(await refund(id)).to.equal("failed")
    bank.heal()
    expect([await refund(id, other), acquirer.early, bank.calls(merchant.account, "refund")]).to.deep.equal(["pending", 0, 1])
    await until(async () => {
      await later(60)
      return (await statusOf(id)) === "succeeded"
    })
    expect([acquirer.early, bank.calls(merchant.account, "refund")]).to.deep.equal([0, 2])
  })

  it("a refund does not wait for those of other charges", async () => {
    const [first, second] = [await payWith(merchant), await payWith(merchant)]
    bank.set("refund", "refused")
    expect(await refund(first.id)).to.equal("failed")
    bank.heal()
    expect([await refund(first.id), await refund(second.id)]).to.deep.equal(["pending", "succeeded"])
  })

  it("a refund does not wait for hours where the clock of the database was set back", async () => {
    const { id } = await payWith(merchant)
    bank.set("refund", "refused")
    expect(await refund(id)).to.equal("failed")
    bank.heal()
    const hour = "UPDATE attempts SET sent_at_ms = sent_at_ms + 3600000 WHERE kind = 'refund'"
    await vintem.server.modes.test.database.transaction((tx) => tx.run(sql(hour), {}))
    expect(await refund(id)).to.equal("pending")
    const sinceThen = Date.now()
    await until(async () => Date.now() - sinceThen > GAP_MS)
    await later(5)
    expect([await statusOf(id), acquirer.early]).to.deep.equal(["succeeded", 0])
  })

  it("the money of a PIX that was paid before it could be taken back is sent back a little later", async () => {
    const { id } = await payWith(merchant, "pix")
    bank.decide(merchant.account, "approved")
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await until(async () => {
      for (const by of [vintem, other]) await later(61, by)
      return bank.refunds(merchant.account).length > 0
    })
    expect([acquirer.early, bank.calls(merchant.account, "void_pix")]).to.deep.equal([0, 1])
    expect(bank.refunds(merchant.account)).to.have.lengthOf(1)
  })
})
