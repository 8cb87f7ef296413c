import { expect } from "chai"
import { PROFILES, type ProfileName } from "../../bank-pix/profiles.ts"
import {
  againFor,
  atBankWithMandates,
  chargeOrder,
  foundingSale,
  mandateOf,
  pending,
  recurringTxidOf,
  retryOf,
} from "./at-bank-mandates.ts"
import { ACCOUNT, codeOf, never, refundOf } from "./open.ts"

const OURS = "https://pay.example.com/acquirers/bank-pix/acct_1/secret/notifications"

for (const profile of Object.keys(PROFILES) as ProfileName[])
  describe(`PIX Automático at a bank like ${profile}`, () => {
    const on = atBankWithMandates({ profile })
    const lose = (...operations: ("postRec" | "putCob" | "putCobr" | "retryCobr" | "patchCobr" | "patchRec")[]) => {
      for (const operation of operations) on.bank.faults.next({ operation, fault: "cut_after" })
    }

    it("goes from the first payment to the last retry and the end, with each answer lost once", async () => {
      lose("postRec", "putCob")
      const sale = foundingSale()
      const founded = await on.found(sale)
      const mandate = mandateOf(founded)
      expect(on.bank.payAndAgree(codeOf(founded))).to.match(/^E/)
      expect(await on.lookUpFounding(sale)).to.include({ result: "approved", captured: 3700 })
      expect(await on.mandates.mandate({ account: ACCOUNT, mandate }, never)).to.equal("active")

      on.bank.clock.set("2026-12-05T12:00")
      lose("putCobr")
      const order = chargeOrder(mandate)
      expect(await on.charge(order)).to.deep.equal(pending(order))
      expect(await on.charge(order)).to.deep.equal(pending(order))
      on.bank.payerHas(mandate, 0)
      on.bank.clock.set("2026-12-10T21:30")
      expect(await on.lookUpCharge(order)).to.include({ result: "refused", may_retry: true })
      lose("retryCobr")
      const retry = retryOf(order, "2026-12-11")
      expect(await on.charge(retry)).to.deep.equal(pending(order))
      on.bank.payerHas(mandate, 3700)
      on.bank.clock.set("2026-12-11T07:00")
      const [charge = ""] = on.bank.recurring(recurringTxidOf(order)).pix
      expect(await on.lookUpCharge(retry)).to.include({ result: "approved", charge })
      expect(await on.acquirer.refund(refundOf(charge), never)).to.deep.equal({ result: "pending" })

      on.bank.clock.set("2027-01-05T12:00")
      const next = chargeOrder(mandate, { day: "2027-01-11" })
      expect(await on.charge(next)).to.deep.equal(pending(next))
      lose("patchCobr", "patchRec")
      expect(await on.withdraw(recurringTxidOf(next))).to.deep.equal({ result: "voided" })
      expect(await on.mandates.cancel({ account: ACCOUNT, mandate }, never)).to.deep.equal({ result: "voided" })
      expect(await on.living(sale)).to.deep.equal([])
    })

    it("finds nothing that is not there, and ends what a sale has left", async () => {
      on.bank.faults.next({ operation: "putCob", fault: "cut_before" })
      const sale = foundingSale()
      expect(await on.found(sale)).to.deep.equal({ result: "unknown" })
      const [unseen] = await on.living(sale)
      expect(await on.lookUpFounding(sale)).to.deep.equal({ result: "unavailable", mandate: unseen })
      const again = await on.found(againFor(sale))
      expect(await on.living(sale)).to.deep.equal([mandateOf(again)])
      expect(await on.lookUpCharge(chargeOrder(mandateOf(again)))).to.equal(undefined)
      expect(await on.withdraw(recurringTxidOf(chargeOrder("")))).to.deep.equal({ result: "refused" })
    })

    it("takes a mandate alone", async () => {
      const sale = foundingSale({ amount: 0 })
      const outcome = await on.found(sale)
      on.bank.agree(codeOf(outcome))
      expect(await on.lookUpFounding(sale)).to.deep.equal({ result: "verified" })
    })

    it("is told our address for payments, mandates and charges, and the check proves it", async () => {
      expect(await on.acquirer.register!(OURS, never)).to.include({ result: "right" })
      const found = await on.acquirer.check!(never, OURS)
      expect(found.filter(({ result }) => result !== "right")).to.deep.equal([])
    })
  })
