import { expect } from "chai"
import { DISPUTE_CODES, type DisputeCode } from "./disputes/events.ts"
import { brl, stage } from "./stage.ts"

const DAY_MS = 24 * 3_600_000

describe("The simulator of Adyen tells disputes", () => {
  const on = stage()
  const control = () => on.adyen.control
  const last = async () => {
    await on.told()
    return on.listener.received.at(-1)!.items[0]!
  }

  for (const [code, effect] of Object.entries(DISPUTE_CODES))
    it(`by ${code}, which ${effect} ${effect === "none" ? "of the money" : "money"}`, async () => {
      const psp = await on.paid()
      const dispute = await control().dispute({ payment: psp, code: code as DisputeCode, amount: 5000 })
      const item = await last()
      expect(item).to.deep.include({
        eventCode: code,
        pspReference: dispute.pspReference,
        originalReference: psp,
        amount: brl(5000),
      })
      const expected = { takes: 5000, "gives back": -5000, none: 0 }[effect]
      expect((await control().payment(psp)).chargedBack).to.equal(expected)
    })

  it("from the notification to the loss of the second one, under one pspReference", async () => {
    const psp = await on.paid()
    const codes = ["NOTIFICATION_OF_CHARGEBACK", "CHARGEBACK", "CHARGEBACK_REVERSED", "SECOND_CHARGEBACK"] as const
    for (const code of codes) await control().dispute({ payment: psp, code })
    await on.told()
    const items = on.listener.received.slice(1).map(({ items }) => items[0]!)
    expect(new Set(items.map(({ pspReference }) => pspReference)).size).to.equal(1)
    expect(items[0]!.additionalData).to.include({
      chargebackReasonCode: "10.4",
      chargebackSchemeCode: "visa",
      defendable: "true",
    })
    expect(items[0]!.additionalData!.defensePeriodEndsAt).to.equal("2026-12-04T16:00:00+01:00")
    expect(items[0]!.additionalData).not.to.have.property("disputeStatus")
    expect((await control().payment(psp)).chargedBack).to.equal(15700)
    const other = await control().dispute({ payment: psp, code: "CHARGEBACK", amount: 100, isNew: true })
    expect(other.pspReference).not.to.equal(items[0]!.pspReference)
  })

  it("without the payment's pspReference, as some of the files' examples do", async () => {
    const psp = await on.paid()
    await control().dispute({ payment: psp, code: "SECOND_CHARGEBACK", hasOriginal: false })
    expect(await last()).not.to.have.property("originalReference")
  })

  it("and lets a merchant defend one with the documents of a reason", async () => {
    const psp = await on.paid()
    const { pspReference: disputePspReference } = await control().dispute({ payment: psp, code: "NOTIFICATION_OF_CHARGEBACK" })
    const call = async (path: string, more: object = {}) => (await on.dispute(path, { disputePspReference, ...more })).body
    const reasons = await call("/retrieveApplicableDefenseReasons")
    expect(reasons.disputeServiceResult).to.deep.equal({ success: true })
    expect(reasons.defenseReasons.map(({ satisfied }: { satisfied: boolean }) => satisfied)).to.deep.equal(Array(4).fill(false))
    const defend = () => call("/defendDispute", { defenseReasonCode: "SupplyDefenseMaterial" })
    expect((await defend()).disputeServiceResult).to.deep.equal({
      success: false,
      errorMessage: "Missing documents: DefenseMaterial",
    })
    const document = { content: "JVBERi0xLjQK", contentType: "application/pdf", defenseDocumentTypeCode: "DefenseMaterial" }
    for (const path of ["/supplyDefenseDocument", "/deleteDisputeDefenseDocument", "/supplyDefenseDocument"]) {
      const more = path.startsWith("/delete") ? { defenseDocumentType: "DefenseMaterial" } : { defenseDocuments: [document] }
      expect((await call(path, more)).disputeServiceResult, path).to.deep.equal({ success: true })
    }
    expect((await defend()).disputeServiceResult).to.deep.equal({ success: true })
    expect(await last()).to.deep.include({ eventCode: "INFORMATION_SUPPLIED", pspReference: disputePspReference })
    expect((await call("/acceptDispute")).disputeServiceResult.success).to.equal(false)
  })

  it("and lets a merchant accept one, in its time, and of the merchant's own", async () => {
    const psp = await on.paid()
    const { pspReference: disputePspReference } = await control().dispute({ payment: psp, code: "NOTIFICATION_OF_CHARGEBACK" })
    const accept = async (which: string) =>
      (await on.dispute("/acceptDispute", { disputePspReference: which })).body.disputeServiceResult
    expect(await accept("UNKNOWN")).to.deep.equal({ success: false, errorMessage: "Dispute not found" })
    expect(await accept(disputePspReference)).to.deep.equal({ success: true })
    const late = await control().dispute({ payment: psp, code: "NOTIFICATION_OF_CHARGEBACK", isNew: true })
    await control().advance(14 * DAY_MS)
    expect((await last()).eventCode).to.equal("DISPUTE_DEFENSE_PERIOD_ENDED")
    expect((await accept(late.pspReference)).success).to.equal(false)
  })
})
