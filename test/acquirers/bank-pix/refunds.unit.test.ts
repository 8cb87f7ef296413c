import { expect } from "chai"
import type { RefundOrder } from "../../../src/acquirers/sale.ts"
import { PROFILES, type ProfileName } from "../../bank-pix/profiles.ts"
import { atBank, resultOf } from "./at-bank.ts"
import { never, refundOf, txidOf } from "./open.ts"

const DAY = 86_400_000

describe("A refund of a PIX at the merchant's bank", () => {
  const on = atBank()
  const refund = (order: RefundOrder) => on.acquirer.refund(order, never)
  const found = (order: RefundOrder) => on.acquirer.lookUpRefund(order, never)
  const returned = () => on.bank.ledger().map((one) => one.returned)

  it("is pending until the payer has the money", async () => {
    const { e2eid, sale } = await on.paid()
    const order = refundOf(e2eid)
    expect(await refund(order)).to.deep.equal({ result: "pending" })
    expect(await found(order)).to.deep.equal({ result: "pending" })
    expect(await on.holds(e2eid)).to.include({ gone_back: 0 })
    on.bank.settleRefund()
    expect(await found(order)).to.deep.equal({ result: "refunded" })
    expect(await on.holds(e2eid)).to.include({ captured: 3700, gone_back: 3700, charged_back: 0 })
    expect(await on.lookUp(sale)).to.include({ result: "refused", released: true, charge: e2eid })
  })

  it("can be of parts, and the bank refuses what is more than is left", async () => {
    const { e2eid, sale } = await on.paid()
    for (const amount of [1000, 1500]) {
      expect(await refund(refundOf(e2eid, amount))).to.deep.equal({ result: "pending" })
      on.bank.settleRefund()
    }
    const outcome = await refund(refundOf(e2eid, 1201))
    expect(outcome).to.include({ result: "refused" })
    expect((outcome as { message: string }).message).to.contain("PixDevolucaoInvalida")
    expect(returned()).to.deep.equal([2500])
    expect(await on.lookUp(sale)).to.include({ result: "approved", captured: 3700, gone_back: 2500 })
  })

  it("fails with the bank's reason where the account lacks the money, and a new one has a new id", async () => {
    const { e2eid } = await on.paid()
    on.bank.sweep(on.bank.account)
    const order = refundOf(e2eid)
    await refund(order)
    on.bank.settleRefund()
    expect(await found(order)).to.deep.equal({
      result: "refused",
      message: "The bank did not send the money back: Saldo insuficiente.",
    })
    on.bank.account.balance = 3700
    const next = refundOf(e2eid)
    await refund(next)
    on.bank.settleRefund()
    expect(await found(next)).to.deep.equal({ result: "refunded" })
  })

  it("is made by hand once the bank takes no more refunds of the payment", async () => {
    const { e2eid } = await on.paid()
    on.bank.clock.advance(91 * DAY)
    expect(await refund(refundOf(e2eid))).to.deep.equal({ result: "by_hand" })
  })

  it("of a charge that the bank does not have is refused", async () => {
    expect(await resultOf(refund(refundOf(`E1234567820261120150${"a".repeat(12)}`)))).to.equal("refused")
    expect(await resultOf(refund(refundOf("vintem12345678901234567890")))).to.equal("refused")
  })

  it("is not told as made where the bank has another amount under its id", async () => {
    const { e2eid } = await on.paid()
    const order = refundOf(e2eid, 1000)
    await refund(order)
    expect(await found({ ...order, amount: 2000 })).to.deep.equal({ result: "unknown" })
  })

  it("stays unknown where the bank gives no answer about it", async () => {
    const { e2eid } = await on.paid()
    on.bank.faults.next({ operation: "putDevolucao", fault: "error_after:500" })
    on.bank.faults.next({ operation: "getDevolucao", fault: "html_before:404" })
    const order = refundOf(e2eid)
    expect(await resultOf(refund(order))).to.equal("NoAnswer")
    expect(await found(order)).to.deep.equal({ result: "pending" })
  })

  it("in the bank's app, and money that fraud has taken back, are told apart", async () => {
    const { e2eid, sale } = await on.paid()
    on.bank.refundInApp(e2eid, 700)
    on.bank.returnByMed(e2eid, 1000)
    expect(await on.holds(e2eid)).to.deep.equal({
      captured: 3700,
      gone_back: 700,
      charged_back: 1000,
      charged_back_reason: "fraudulent",
    })
    expect(await on.lookUp(sale)).to.include({ result: "approved", gone_back: 700, charged_back: 1000 })
    on.bank.returnByMed(e2eid)
    expect(await on.lookUp(sale)).to.include({ result: "approved", gone_back: 700, charged_back: 3000 })
  })

  it("that MED has made is a dispute for fraud, of whatever nature", async () => {
    const { e2eid } = await on.paid()
    for (const [nature, charged_back] of [
      ["MED_OPERACIONAL", 500],
      ["MED_FRAUDE", 1000],
    ] as const) {
      on.bank.returnByMed(e2eid, 500, nature)
      expect(await on.holds(e2eid)).to.include({ gone_back: 0, charged_back, charged_back_reason: "fraudulent" })
    }
  })

  it("is shown with the other payments of its sale, also where the sale is known by its txid alone", async () => {
    const { e2eid, sale } = await on.paid()
    const second = on.bank.pay(txidOf(sale), { again: true, isShown: false, at: on.bank.clock.now() + 1000 })
    on.bank.clock.advance(2000)
    const third = on.bank.pay(txidOf(sale), { again: true })
    const others = async (charge: string) => (await on.holds(charge))?.duplicates?.map(({ charge: one }) => one)
    expect(await others(e2eid)).to.deep.equal([third])
    expect(await others(txidOf(sale))).to.deep.equal([third])
    expect(await others(second)).to.have.members([e2eid, third])
  })
})

for (const profile of Object.keys(PROFILES) as ProfileName[])
  describe(`A refund at a bank like ${profile}`, () => {
    const on = atBank({ profile })

    for (const fault of ["cut_before", "cut_after", "error_before:503", "error_after:500", "truncated"])
      it(`whose answer is lost (${fault}) is made once`, async () => {
        const { e2eid } = await on.paid()
        on.bank.faults.next({ operation: "putDevolucao", fault })
        const order = refundOf(e2eid, 1000)
        expect(await on.acquirer.refund(order, never)).to.deep.equal({ result: "pending" })
        // Another process does not know that it was sent.
        expect(await on.acquirer.refund(order, never)).to.deep.equal({ result: "pending" })
        on.bank.settleRefund()
        expect(on.bank.ledger().map(({ returned }) => returned)).to.deep.equal([1000])
        expect(await on.acquirer.lookUpRefund(order, never)).to.deep.equal({ result: "refunded" })
      })
  })
