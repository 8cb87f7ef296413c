import { expect } from "chai"
import { arriveLate } from "../support/banks/late-sale.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn, eventsOf, mayFail, payWith, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"
import { APPROVED, CHARGEBACK, DAY, FOUND, returnedMoney } from "./returned.ts"

const REFUSED = "4000000000000002"

describe("A chargeback of money that no payment keeps", () => {
  const at = returnedMoney()
  const { attention, chargeBack, cielo, dieAt, disputed, inquiries } = at
  const { merchant, notify, payTooLate, poll, returnInPortal, sale, server } = at

  /** The money of a payment that had ended is sent back. */
  async function sendBack(): Promise<string> {
    const id = await payTooLate()
    for (const later of [FOUND, FOUND + 1]) await poll(later)
    expect(await sale()).to.include({ captured: 4990, voided: 4990 })
    return id
  }

  async function expectNothingPaid(id: string): Promise<void> {
    expect((await retrieve(merchant(), id)).status).to.equal("canceled")
    expect(await refundsOf(merchant(), id)).to.deep.equal([])
    expect(await eventsOf(merchant(), id)).to.not.include("charge.dispute.created")
    expect((await balanceIn(merchant()))?.available ?? 0).to.equal(0)
  }

  it("is a dispute that a person answers, once, however often it is notified", async () => {
    const id = await sendBack()
    await chargeBack(4990)
    await Promise.all([notify(CHARGEBACK), notify(CHARGEBACK), notify(CHARGEBACK)])
    for (const later of [FOUND + 100, FOUND + 4000, FOUND + 8000]) {
      await poll(later)
      await notify(CHARGEBACK)
    }
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "dispute_exceeds_payment", payment_intent: id, amount: 4990, currency: "brl", refund: null })
    await expectNothingPaid(id)
    expect((await server().cli("disputes", "excess", item!.id, "--taken")).status).to.equal(0)
    expect(await attention()).to.deep.equal([])
    expect((await server().cli("check")).status).to.equal(0)
  })

  it("is a dispute of each further part, also of a cent", async () => {
    const id = await sendBack()
    for (const [amount, later] of [
      [1000, FOUND + 100],
      [1, FOUND + 200],
    ] as const) {
      await chargeBack(amount)
      await notify(CHARGEBACK)
      await poll(later)
    }
    expect(await disputed(id)).to.deep.equal([
      [1000, 1000],
      [1, 1],
    ])
  })

  it("is no dispute as far as the money was not sent back", async () => {
    const id = await payTooLate()
    await chargeBack(1000)
    await notify(CHARGEBACK)
    for (const later of [FOUND, FOUND + 1, FOUND + 200]) await poll(later)
    expect(await sale()).to.include({ voided: 3990, charged_back: 1000 })
    expect([await disputed(id), await attention()]).to.deep.equal([[], []])
    await chargeBack(3990)
    await notify(CHARGEBACK)
    await poll(FOUND + 400)
    expect(await disputed(id)).to.deep.equal([[3990, 3990]])
  })

  it("is a dispute, once, although Cielo does not show yet what was sent back", async () => {
    const id = await payTooLate()
    await cielo().control.setFaults({ operation: "void", fault: "unseen:3600000", times: 1 })
    for (const later of [FOUND, FOUND + 1]) await poll(later)
    expect(await sale()).to.include({ captured: 4990, voided: 0 })
    await chargeBack(500)
    await notify(CHARGEBACK)
    await poll(FOUND + 200)
    expect(await disputed(id)).to.deep.equal([[500, 500]])
    await cielo().control.advance(3_600_000)
    expect(await sale()).to.include({ voided: 4990, charged_back: 500 })
    await notify(CHARGEBACK)
    await poll(FOUND + 400)
    expect(await disputed(id)).to.deep.equal([[500, 500]])
  })

  it("is found by the monitoring of the sale where its notification is lost", async () => {
    const id = await payTooLate()
    await returnInPortal(4990)
    await chargeBack(4990)
    for (const later of [FOUND, FOUND + 100]) await poll(later)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    await expectNothingPaid(id)
    await notify(CHARGEBACK)
    await poll(FOUND + 200)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
  })

  it("is found by the reversal that would be made where its notification is lost", async () => {
    const id = await payTooLate()
    await cielo().control.setFaults({ fault: "void_code:99", operation: "void", times: 1 })
    await poll(FOUND)
    await mayFail(poll(FOUND + 1))
    await returnInPortal(4990)
    await chargeBack(4990)
    for (const later of [100, 200]) await recoverAttempts(server(), merchant().account, later)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
  })

  it("is no dispute where it left nothing to send back", async () => {
    const id = await payTooLate()
    await cielo().control.setFaults({ fault: "void_code:99", operation: "void", times: 1 })
    await poll(FOUND)
    await mayFail(poll(FOUND + 1))
    await chargeBack(4990)
    await notify(CHARGEBACK)
    for (const later of [100, 200, 4000]) await recoverAttempts(server(), merchant().account, later)
    expect(await sale()).to.include({ voided: 0, charged_back: 4990 })
    expect([await disputed(id), await attention()]).to.deep.equal([[], []])
  })

  it("takes nothing of the payment where it is of a second charge of the same sale", async () => {
    await cielo().control.setFaults({ fault: "cut_after", operation: "card", times: 1 })
    const { id } = await payWith(merchant(), APPROVED)
    // Of sales of one second, Cielo does not say which was the first.
    await cielo().control.advance(1000)
    await arriveLate(server(), merchant(), cielo(), id)
    for (const later of [1, 2, 3]) await poll(later)
    expect(await sale(1)).to.include({ voided: 4990 })
    await chargeBack(4990, 1)
    await notify(CHARGEBACK, 1)
    await poll(100)
    expect(await disputed(id)).to.deep.equal([[4990, 4990]])
    expect(await refundsOf(merchant(), id)).to.deep.equal([])
    expect(await balanceIn(merchant())).to.deep.equal({ available: 4990, pending: 0 })
    // A chargeback of the charge that the payment keeps is another one.
    await chargeBack(1000)
    await notify(CHARGEBACK)
    await poll(200)
    expect(await disputed(id)).to.deep.equal([
      [4990, 4990],
      [1000, 0],
    ])
    expect(await balanceIn(merchant())).to.deep.equal({ available: 3990, pending: 0 })
    expectStatus(await merchant().request("POST", "/v1/refunds", { payment_intent: id }), 201)
    expect(await balanceIn(merchant())).to.deep.equal({ available: 0, pending: 0 })
    expect(await sale(1)).to.include({ voided: 4990, charged_back: 4990 })
  })

  it("is booked once where the process dies before and after it has booked it", async () => {
    const id = await sendBack()
    await chargeBack(4990)
    await notify(CHARGEBACK)
    for (const step of ["inquiry: acquirer answered", "inquiry: settled"]) {
      dieAt(step)
      await recoverAttempts(server(), merchant().account, 100).catch(() => {})
      expect(await disputed(id)).to.have.lengthOf(step === "inquiry: settled" ? 1 : 0)
    }
    dieAt(undefined)
    await recoverAttempts(server(), merchant().account, 200)
    expect(await disputed(id)).to.have.lengthOf(1)
  })

  it("waits until it is known whether the money was sent back", async () => {
    const id = await payTooLate()
    await cielo().control.setFaults({ fault: "cut_before", operation: "void", times: 1 })
    for (const later of [FOUND, FOUND + 1]) await poll(later)
    await chargeBack(2000)
    await notify(CHARGEBACK)
    for (const later of [FOUND + 100, FOUND + 1000]) await poll(later)
    expect([await disputed(id), await inquiries()]).to.deep.equal([[], ["unconfirmed"]])
    const [item] = await attention()
    expect(item).to.include({ kind: "outcome_unknown", amount: 4990 })
    expect((await server().cli("refunds", "settle", item!.id)).status).to.equal(0)
    await poll(FOUND + 5000)
    expect([await disputed(id), await inquiries()]).to.deep.equal([[[2000, 2000]], ["done"]])
  })

  it("that is forged books nothing, and a person is told after a day", async () => {
    const id = await sendBack()
    for (let n = 0; n < 5; n++) await notify(CHARGEBACK)
    for (const later of [FOUND + 100, FOUND + 3600, DAY]) await poll(later)
    expect([await disputed(id), await attention(), await inquiries()]).to.deep.equal([[], [], ["unconfirmed"]])
    await poll(FOUND + DAY + 100)
    const [item, ...more] = await attention()
    expect(more).to.deep.equal([])
    expect(item).to.include({ kind: "returned_chargeback_unconfirmed", payment_intent: id, amount: 4990 })
    expect(item!.message).to.contain(`vintem disputes dismiss ${item!.id}`).and.not.to.contain("disputes open")
    expect((await server().cli("disputes", "dismiss", item!.id)).status).to.equal(0)
    expect([await attention(), await disputed(id)]).to.deep.equal([[], []])
    await expectNothingPaid(id)
  })

  it("that is forged is not asked about again where Cielo has captured nothing", async () => {
    const { id, status } = await payWith(merchant(), REFUSED)
    expect(status).to.equal("canceled")
    await notify(CHARGEBACK)
    await poll(100)
    expect([await inquiries(), await disputed(id)]).to.deep.equal([["done"], []])
  })
})
