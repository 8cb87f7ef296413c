import { expect } from "chai"
import type { Acquirer } from "../../src/acquirers/acquirer.ts"
import type { RefundOrder } from "../../src/acquirers/sale.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { slowCall } from "../support/banks/acquirer.ts"
import { type Bank, bankFor } from "../support/banks/bank.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, mayFail, payWith, perform, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"

const HOUR = 3600

/** An acquirer that says only how much of a charge has gone back in all, as Cielo does. */
function withoutReferences({ hasRefundReferences: _, ...bank }: Acquirer): Acquirer {
  const lookUpRefund = async ({ account, charge, amount, gone_back_before }: RefundOrder, signal: AbortSignal) => {
    const since = ((await bank.holds({ account, charge }, signal))?.gone_back ?? 0) - (gone_back_before ?? 0)
    if (since <= 0) return undefined
    return { result: since === amount ? ("refunded" as const) : ("unknown" as const) }
  }
  return { ...bank, lookUpRefund }
}

/** Otherwise a refund that was made could be taken for another one whose answer was lost. */
describe("With an acquirer that has no references of refunds, several refunds of a payment", () => {
  let databases: Databases
  let bank: Bank
  let vintem: Running
  let other: Running
  let merchant: Merchant
  let diesAt: string | undefined
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  before(async () => {
    databases = await freshDatabases()
    bank = bankFor(databases)
    const acquirer = withoutReferences(bank.acquirer)
    const checkpoint = (step: string) => {
      if (step === diesAt) throw new Error(`the process dies at: ${step}`)
    }
    const start = () => startVintem({}, { role: "api", databases, clock, checkpoint, acquirerOf: () => acquirer })
    vintem = await start()
    other = await start()
  })
  beforeEach(async () => {
    clock.ahead = 0
    merchant = await newMerchant(vintem)
  })
  afterEach(() => {
    diesAt = undefined
    bank.heal()
  })
  after(async () => {
    await vintem.close()
    await other.close()
    bank.close()
    await databases.remove()
  })

  const refund = async (payment_intent: string, amount?: number, by = vintem) =>
    expectStatus(await by.request("POST", "/v1/refunds", { payment_intent, amount }, { key: merchant.key }), 201)
  const poll = async (...times: number[]) => {
    for (const later of times) {
      clock.ahead = later
      await mayFail(perform(vintem, callAcquirers, merchant.account))
    }
  }
  const charge = () => bank.sales(merchant.account).at(-1)!.charge
  const notify = (chargeback = false) =>
    noteNotification(vintem.server.modes.test, { acquirer: "bank", charge: charge(), chargeback })
  const sent = () => bank.refunds(merchant.account).map(({ amount }) => amount)
  const made = async (id: string) => (await refundsOf(merchant, id)).map(({ amount, status }) => `${amount} ${status}`).reverse()

  it("wait while the outcome of one is unknown, and are sent one after the other", async () => {
    const { id } = await payWith(merchant)
    bank.set("refund", "lost_after")
    expect((await refund(id, 1000)).status).to.equal("pending")
    bank.heal()
    expect([(await refund(id, 1000)).status, (await refund(id, 500)).status]).to.deep.equal(["pending", "pending"])
    expect([sent(), await retrieve(merchant, id).then((intent) => intent.amount_refunded)]).to.deep.equal([[1000], 2500])
    bank.heal()
    await poll(120, 240, 360, 480)
    expect(await made(id)).to.deep.equal(["1000 succeeded", "1000 succeeded", "500 succeeded"])
    expect([sent().sort(), await balanceIn(merchant)]).to.deep.equal([[1000, 1000, 500].sort(), { available: 2490, pending: 0 }])
  })

  it("wait for one that never arrived, and are not taken for it", async () => {
    const { id } = await payWith(merchant)
    bank.set("refund", "lost_before")
    const lost = await refund(id, 1000)
    bank.heal()
    const later = await refund(id, 1000)
    expect(later.status).to.equal("pending")
    await poll(60, 600, HOUR, 5 * HOUR)
    expect([await made(id), sent()]).to.deep.equal([["1000 pending", "1000 pending"], []])
    expect((await vintem.cli("refunds", "settle", lost.id, "--failed")).status).to.equal(0)
    await poll(6 * HOUR)
    expect([await made(id), sent()]).to.deep.equal([["1000 failed", "1000 succeeded"], [1000]])
  })

  it("ask again what the acquirer holds if another one was made since", async () => {
    const { id } = await payWith(merchant)
    const slow = slowCall(other, merchant, "holds", { captured: 4990, gone_back: 0, charged_back: 0 })
    const second = refund(id, 1000, other)
    await slow.called
    slow.restore()
    expect((await refund(id, 1000)).status).to.equal("succeeded")
    bank.set("refund", "lost_before")
    slow.respond()
    expect((await second).status).to.equal("pending")
    await poll(60)
    await poll(120)
    // The first one is not taken for the second one, which never arrived.
    expect([(await made(id)).sort(), sent()]).to.deep.equal([["1000 pending", "1000 succeeded"], [1000]])
  })

  it("are stored while an inquiry about the payment is open, and those that exceed what it leaves fail", async () => {
    const { id } = await payWith(merchant)
    await refund(id, 1000)
    bank.refundInPortal(merchant.account, charge(), 2000)
    await notify()
    expect([(await refund(id, 1500)).status, (await refund(id)).status]).to.deep.equal(["pending", "pending"])
    expect(sent()).to.deep.equal([1000, 2000])
    await poll(61, 122, 183)
    expect((await made(id)).sort()).to.deep.equal(["1000 succeeded", "1500 succeeded", "2000 succeeded", "2490 failed"])
    expect([sent(), await balanceIn(merchant)]).to.deep.equal([[1000, 2000, 1500], { available: 490, pending: 0 }])
  })

  it("find out what was refunded in the portal between two of them, without a notification", async () => {
    const { id } = await payWith(merchant)
    await refund(id, 1000)
    bank.refundInPortal(merchant.account, charge(), 3000)
    expect(await refund(id)).to.include({ amount: 3990, status: "pending" })
    await poll(61, 122)
    expect((await made(id)).sort()).to.deep.equal(["1000 succeeded", "3000 succeeded", "3990 failed"])
    expect(await refund(id)).to.include({ amount: 990, status: "succeeded" })
    expect([sent(), await balanceIn(merchant)]).to.deep.equal([[1000, 3000, 990], { available: 0, pending: 0 }])
  })

  it("fail where a chargeback took what they were to return", async () => {
    const { id } = await payWith(merchant)
    await refund(id, 1000)
    bank.chargeBack(merchant.account, 3000)
    await notify(true)
    expect([(await refund(id, 900)).status, (await refund(id, 3000)).status]).to.deep.equal(["pending", "pending"])
    await poll(61, 122)
    expect((await made(id)).sort()).to.deep.equal(["1000 succeeded", "3000 failed", "3000 succeeded", "900 succeeded"])
    expect([sent(), await balanceIn(merchant)]).to.deep.equal([[1000, 900], { available: 90, pending: 0 }])
  })

  it("are made once each where the process dies between them", async () => {
    const { id } = await payWith(merchant)
    for (const [step, amount] of [
      ["refund: sent", 1000],
      ["refund: attempt written", 2000],
    ] as const) {
      diesAt = step
      expect(await refund(id, amount).catch(String)).to.include("returned 500")
    }
    diesAt = undefined
    await recoverAttempts(vintem, merchant.account)
    expect(sent()).to.deep.equal([])
    const [, lost] = await refundsOf(merchant, id)
    await poll(HOUR)
    expect((await vintem.cli("refunds", "settle", lost!.id, "--failed")).status).to.equal(0)
    await poll(2 * HOUR)
    expect([await made(id), sent()]).to.deep.equal([["1000 failed", "2000 succeeded"], [2000]])
  })

  it("are not held back for ever by notifications that do not end", async () => {
    const { id } = await payWith(merchant)
    await notify()
    expect((await refund(id, 1000)).status).to.equal("pending")
    for (let later = 30; later < 1100; later += 30) {
      const slow = slowCall(vintem, merchant, "holds")
      const polling = poll(later)
      await Promise.race([slow.called, polling])
      slow.restore()
      await notify()
      slow.respond()
      await polling
    }
    expect([await made(id), sent()]).to.deep.equal([["1000 succeeded"], [1000]])
  })
})
