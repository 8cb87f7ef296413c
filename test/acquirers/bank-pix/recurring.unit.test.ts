import { expect } from "chai"
import { resultOf } from "./at-bank.ts"
import { atBankWithMandates, chargeOrder, pending, recurringTxidOf } from "./at-bank-mandates.ts"
import { mandateMembersFor, membersFor, never, refundOf } from "./open.ts"

describe("A charge under a mandate at the merchant's bank", () => {
  const on = atBankWithMandates()
  const puts = () => on.bank.calls("putCobr").length
  const at = (time: string) => on.bank.clock.set(time)

  /** A mandate whose payer has agreed, a week before its first day. */
  async function agreed(): Promise<string> {
    const mandate = await on.agreed()
    at("2026-12-03T12:00")
    return mandate
  }

  it("is ordered as the mandate says, to the merchant's account", async () => {
    const order = await on.ordered()
    const { terms, idRec } = on.bank.recurring(recurringTxidOf(order))
    expect(idRec).to.equal(order.mandate)
    expect(terms).to.deep.equal({
      ...{ calendario: { dataDeVencimento: "2026-12-10" }, valor: { original: "37.00" }, ajusteDiaUtil: true },
      recebedor: on.bank.account.number,
    })
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    at("2026-12-03T13:00")
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
  })

  it("that was paid on its day is known by the payment's end-to-end id", async () => {
    const order = await on.ordered()
    at("2026-12-10T06:30")
    const [e2eid] = on.bank.recurring(recurringTxidOf(order)).pix
    const paid = await on.lookUpCharge(order)
    expect(paid).to.include({ result: "approved", charge: e2eid, captured: 3700, gone_back: 0, charged_back: 0, currency: "brl" })
    expect(paid).to.have.nested.property("references.end_to_end_id", e2eid)
  })

  it("that falls on a day without banks is paid on the next banking day", async () => {
    const mandate = await on.agreed()
    at("2026-12-04T12:00")
    const order = chargeOrder(mandate, { day: "2026-12-12" })
    expect(await on.charge(order)).to.deep.equal(pending(order))
    at("2026-12-13T12:00")
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    at("2026-12-14T07:00")
    expect(await on.lookUpCharge(order)).to.include({ result: "approved", captured: 3700 })
  })

  it("without money waits until its day is over, and may then be tried on another day", async () => {
    const order = await on.ordered()
    on.bank.payerHas(order.mandate, 3699)
    at("2026-12-10T20:00")
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    at("2026-12-10T21:01")
    expect(await on.lookUpCharge(order)).to.include({
      ...{ result: "refused", may_retry: true, charge: recurringTxidOf(order), code: "card_declined" },
      message: "The payer's bank did not pay the charge.",
    })
  })

  it("that the banks failed to pay waits for what they send again on the same day", async () => {
    const order = await on.ordered()
    at("2026-12-10T05:00")
    on.bank.failOperationally(recurringTxidOf(order))
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    at("2026-12-10T19:30")
    expect(await on.lookUpCharge(order)).to.include({ result: "approved" })
  })

  it("whose try was rejected on its day waits until the day is over, and says why", async () => {
    const order = await on.ordered()
    at("2026-12-10T05:00")
    on.bank.refuseCharge(recurringTxidOf(order), "AM02")
    expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    at("2026-12-10T21:00")
    expect(await on.lookUpCharge(order)).to.include({
      ...{ result: "refused", may_retry: true },
      message: "The payer's bank did not pay the charge (AM02).",
    })
  })

  it("that the payer's bank rejects whole cannot be tried again, before its day and on it", async () => {
    const [first, second] = [await on.ordered(), await on.ordered()]
    on.bank.refuseCharge(recurringTxidOf(first), "AC06")
    at("2026-12-10T05:00")
    on.bank.refuseCharge(recurringTxidOf(second), "AM09")
    for (const [order, code] of [[first, "AC06"] as const, [second, "AM09"] as const]) {
      const outcome = await on.lookUpCharge(order)
      expect(outcome).to.include({ result: "refused", code: "card_declined", charge: recurringTxidOf(order) })
      expect(outcome).to.have.property("message").that.contains(code)
      expect(outcome).to.not.have.property("may_retry")
    }
  })

  it("that its payer canceled the day before cannot be tried again, nor one whose mandate has ended", async () => {
    const [first, second] = [await on.ordered(), await on.ordered()]
    at("2026-12-09T23:50")
    on.bank.cancelCharge(recurringTxidOf(first))
    on.bank.cancelMandate(second.mandate)
    for (const order of [first, second]) {
      const outcome = await on.lookUpCharge(order)
      expect(outcome).to.include({ result: "refused", charge: recurringTxidOf(order) })
      expect(outcome).to.not.have.property("may_retry")
    }
  })

  it("is none where the bank has none, and nothing is known where it gives no answer", async () => {
    const order = await on.ordered()
    expect(await on.lookUpCharge(chargeOrder(order.mandate))).to.equal(undefined)
    for (const fault of ["cut_before", "error_before:503", "html_before:404", "truncated", "unknown_status"]) {
      on.bank.faults.next({ operation: "getCobr", fault })
      expect(await resultOf(on.lookUpCharge(order)), fault).to.equal("NoAnswer")
    }
  })

  it("is refused where the bank does not take it, and the operator reads why", async () => {
    const mandate = await agreed()
    await on.charge(chargeOrder(mandate))
    // Another one in the same cycle.
    expect(await on.charge(chargeOrder(mandate))).to.include({ result: "refused", code: "processing_error", charge: null })
    expect(on.lines.at(-1)).to.include({ error: "CobROperacaoInvalida" })
    expect(await on.charge(chargeOrder("RR1234567820261120AbCdEfGhIjK"))).to.include({ result: "refused" })
    const { account: _, ...members } = mandateMembersFor(on.bank)
    const account = { branch: "0001", number: "999999", type: "CORRENTE" }
    const { acquirer } = await on.another({ members: { ...members, account } })
    const other = await on.agreed()
    expect(await acquirer.mandates!.charge(chargeOrder(other), never)).to.include({ result: "refused" })
  })

  it("is not ordered where nobody says any more to which account it is paid", async () => {
    const mandate = await agreed()
    const revoked = { ...mandateMembersFor(on.bank), client_secret: "ofBefore" }
    const { acquirer } = await on.another({ members: revoked, renewed: async () => membersFor(on.bank) })
    expect(await acquirer.lookUp("acct_1", "a".repeat(20), never)).to.equal(undefined)
    expect(await acquirer.mandates!.charge(chargeOrder(mandate), never)).to.deep.equal({ result: "unavailable", refused: true })
    expect(puts()).to.equal(0)
  })

  describe("whose answer is lost", () => {
    for (const fault of [
      "cut_after",
      "error_after:500",
      "error_after:504",
      "html_after:502",
      "xml_after",
      "truncated",
      "malformed",
    ])
      it(`after the bank took it (${fault}) is found, and ordered once`, async () => {
        const order = chargeOrder(await agreed())
        on.bank.faults.next({ operation: "putCobr", fault })
        expect(await on.charge(order)).to.deep.equal(pending(order))
        expect(puts()).to.equal(1)
      })

    for (const fault of ["cut_before", "error_before:503", "html_before:502", "xml_before"])
      it(`before the bank took it (${fault}) is unknown, and not there`, async () => {
        const order = chargeOrder(await agreed())
        on.bank.faults.next({ operation: "putCobr", fault })
        expect(await on.charge(order)).to.deep.equal({ result: "unknown" })
        expect(await on.lookUpCharge(order)).to.equal(undefined)
        expect(puts()).to.equal(1)
      })

    it("with the question that follows is unknown, and found later", async () => {
      const order = chargeOrder(await agreed())
      on.bank.faults.next({ operation: "putCobr", fault: "cut_after" })
      on.bank.faults.next({ operation: "getCobr", fault: "cut_before" })
      expect(await resultOf(on.charge(order))).to.equal("NoAnswer")
      expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    })

    it("and that the bank shows late is unknown, and found later", async () => {
      const order = chargeOrder(await agreed())
      on.bank.faults.next({ operation: "putCobr", fault: "unseen:8000+cut_after" })
      expect(await on.charge(order)).to.deep.equal({ result: "unknown" })
      on.bank.clock.advance(10_000)
      expect(await on.lookUpCharge(order)).to.deep.equal(pending(order))
    })

    it("and that comes a second time is the same one", async () => {
      const order = await on.ordered()
      expect(await on.charge(order)).to.deep.equal(pending(order))
    })
  })

  describe("that is withdrawn", () => {
    it("is paid to nobody, also if it is withdrawn again", async () => {
      const order = await on.ordered()
      for (const _ of [1, 2]) expect(await on.withdraw(recurringTxidOf(order))).to.deep.equal({ result: "voided" })
      at("2026-12-10T22:00")
      expect(await on.lookUpCharge(order)).to.include({ result: "refused", message: "The charge was canceled (SLCR)." })
      // The charge of the first payment.
      expect(on.bank.ledger()).to.have.lengthOf(1)
    })

    it("is withdrawn until an hour of the day before, and not after it", async () => {
      const [first, second] = [await on.ordered(), await on.ordered()]
      at("2026-12-09T21:00")
      expect(await on.withdraw(recurringTxidOf(first))).to.deep.equal({ result: "voided" })
      at("2026-12-09T23:00")
      expect(await on.withdraw(recurringTxidOf(second))).to.deep.equal({ result: "refused" })
      at("2026-12-10T07:00")
      expect(await on.withdraw(recurringTxidOf(second))).to.deep.equal({ result: "refused" })
      const [e2eid = ""] = on.bank.recurring(recurringTxidOf(second)).pix
      expect(await on.withdraw(e2eid)).to.deep.equal({ result: "refused" })
      expect(await on.withdraw(recurringTxidOf(chargeOrder("")))).to.deep.equal({ result: "refused" })
    })

    for (const fault of ["cut_after", "error_after:500", "html_after:502", "truncated"])
      it(`is withdrawn although the answer was lost (${fault})`, async () => {
        const txid = recurringTxidOf(await on.ordered())
        on.bank.faults.next({ operation: "patchCobr", fault })
        expect(await on.withdraw(txid)).to.deep.equal({ result: "voided" })
      })

    for (const fault of ["cut_before", "error_before:503", "html_before:502"])
      it(`is to be withdrawn again where the bank did not do it (${fault})`, async () => {
        const txid = recurringTxidOf(await on.ordered())
        on.bank.faults.next({ operation: "patchCobr", fault })
        expect(await on.withdraw(txid)).to.deep.equal({ result: "unavailable" })
        // As any PIX that nobody has paid yet.
        expect(await on.voidPix(txid)).to.deep.equal({ result: "voided" })
      })
  })

  describe("and its money", () => {
    it("is sent back, held and taken back as that of any PIX, by the payment's id or by the charge's", async () => {
      const order = await on.ordered()
      const txid = recurringTxidOf(order)
      expect(await on.holds(txid)).to.deep.equal({ captured: 0, gone_back: 0, charged_back: 0 })
      at("2026-12-10T07:00")
      const [e2eid = ""] = on.bank.recurring(txid).pix
      for (const charge of [e2eid, txid])
        expect(await on.holds(charge)).to.deep.equal({ captured: 3700, gone_back: 0, charged_back: 0 })
      const [one, two] = [refundOf(e2eid, 700), refundOf(txid, 1000)]
      for (const refund of [one, two]) expect(await on.acquirer.refund(refund, never)).to.deep.equal({ result: "pending" })
      for (const refund of [one, two]) {
        on.bank.settleRefund({ id: refund.reference })
        expect(await on.acquirer.lookUpRefund(refund, never)).to.deep.equal({ result: "refunded" })
      }
      on.bank.returnByMed(e2eid, 500)
      expect(await on.holds(e2eid)).to.include({ captured: 3700, gone_back: 1700, charged_back: 500 })
      expect(await on.lookUpCharge(order)).to.include({ result: "approved", charge: e2eid, gone_back: 1700, charged_back: 500 })
      expect(await on.voidPix(e2eid)).to.deep.equal({ result: "refused" })
    })

    it("that went back whole pays nothing any more", async () => {
      const order = await on.ordered()
      at("2026-12-10T07:00")
      const [e2eid = ""] = on.bank.recurring(recurringTxidOf(order)).pix
      on.bank.refundInApp(e2eid, 3700)
      expect(await on.lookUpCharge(order)).to.include({ result: "refused", released: true, charge: e2eid })
    })
  })
})
