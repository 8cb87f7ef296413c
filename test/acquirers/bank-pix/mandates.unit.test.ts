import { expect } from "chai"
import { resultOf } from "./at-bank.ts"
import { atBankWithMandates, foundingSale, mandateOf } from "./at-bank-mandates.ts"
import { ACCOUNT, codeOf, membersFor, never } from "./open.ts"

describe("A mandate at the merchant's bank", () => {
  const on = atBankWithMandates()
  const id = (mandate: string) => ({ account: ACCOUNT, mandate })
  const status = (mandate: string) => on.mandates.mandate(id(mandate), never)
  const cancel = (mandate: string) => on.mandates.cancel(id(mandate), never)
  const made = async () => mandateOf(await on.found(foundingSale()))

  it("is pending, active, rejected or canceled as the bank says", async () => {
    const [waiting, declined, agreed] = [await made(), await made(), await on.agreed()]
    on.bank.decline(declined)
    expect(await Promise.all([waiting, declined, agreed].map(status))).to.deep.equal(["pending", "rejected", "active"])
    on.bank.cancelMandate(agreed)
    expect(await status(agreed)).to.equal("canceled")
  })

  it("is none where the bank has none, and nothing is known where it gives no answer", async () => {
    expect(await status("RR1234567820261120AbCdEfGhIjK")).to.equal(undefined)
    expect(await status("../cob")).to.equal(undefined)
    const mandate = await made()
    for (const fault of ["cut_before", "error_before:503", "html_before:404", "truncated", "unknown_status"]) {
      on.bank.faults.next({ operation: "getRec", fault })
      expect(await resultOf(status(mandate) as never), fault).to.equal("NoAnswer")
    }
  })

  it("is ended, also if it is ended again", async () => {
    const outcome = await on.found(foundingSale())
    for (const mandate of [mandateOf(outcome), await on.agreed()]) {
      expect(await cancel(mandate)).to.deep.equal({ result: "voided" })
      expect(await status(mandate)).to.equal("canceled")
      expect(await cancel(mandate)).to.deep.equal({ result: "voided" })
    }
    expect(() => on.bank.payAndAgree(codeOf(outcome))).to.throw("is CANCELADA")
  })

  it("is not ended where it has ended already or was never made", async () => {
    const declined = await made()
    on.bank.decline(declined)
    expect(await cancel(declined)).to.deep.equal({ result: "refused" })
    expect(await cancel("RR1234567820261120AbCdEfGhIjK")).to.deep.equal({ result: "refused" })
    expect(await cancel("../cob")).to.deep.equal({ result: "refused" })
  })

  for (const fault of ["cut_after", "error_after:500", "html_after:502", "truncated", "malformed"])
    it(`is ended although the answer was lost (${fault})`, async () => {
      const mandate = await on.agreed()
      on.bank.faults.next({ operation: "patchRec", fault })
      expect(await cancel(mandate)).to.deep.equal({ result: "voided" })
      expect(on.bank.calls("patchRec")).to.have.lengthOf(1)
    })

  for (const fault of ["cut_before", "error_before:503", "html_before:502"])
    it(`is to be ended again where the bank did not do it (${fault})`, async () => {
      const mandate = await on.agreed()
      on.bank.faults.next({ operation: "patchRec", fault })
      expect(await cancel(mandate)).to.deep.equal({ result: "unavailable" })
      expect(await cancel(mandate)).to.deep.equal({ result: "voided" })
    })

  it("needs the account to which the money goes: without it there is no PIX Automático", async () => {
    const { acquirer } = await on.another({ members: membersFor(on.bank) })
    expect(acquirer).to.not.have.property("mandates")
  })

  it("is made by a client whose token lasts, and PIX goes on where the bank grants nothing of PIX Automático", async () => {
    const { account } = on.bank
    account.scopes = account.scopes.filter((scope) => !/rec|cobr/.test(scope))
    expect(await on.found(foundingSale())).to.deep.equal({ result: "unavailable", refused: true })
    const { sale } = await on.paid()
    expect((await on.lookUp(sale))?.result).to.equal("approved")
    expect(on.lines.some(({ scopes }) => (scopes as string[] | undefined)?.includes("rec.write"))).to.equal(true)
  })
})
