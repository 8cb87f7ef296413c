import { expect } from "chai"
import { codeOf as codeAtBank } from "../../../src/acquirers/bank-pix/code.ts"
import { saleOutcome } from "../../../src/acquirers/bank-pix/outcomes.ts"
import { brCode } from "../../../src/acquirers/br-code.ts"
import { readCode } from "../../bank-pix/code.ts"
import { PROFILES, type ProfileName } from "../../bank-pix/profiles.ts"
import { atBank, resultOf } from "./at-bank.ts"
import { ACCOUNT, chargeOf, codeOf, membersFor, never, pixSale, txidOf } from "./open.ts"

const MINUTE = 60_000

describe("A PIX at the merchant's bank", () => {
  const on = atBank()
  const create = (sale = pixSale()) => on.acquirer.createPix(sale, never)
  const puts = () => on.bank.calls("putCob").length

  it("gets a code of the charge that was ordered, and lives as long as it was asked to", async () => {
    const sale = pixSale({ amount: 3700, lifetime_seconds: 900 })
    const outcome = await create(sale)
    const { revisions, loc } = on.bank.charge(txidOf(sale))
    expect(readCode(codeOf(outcome)).location).to.equal(loc.location)
    expect(revisions).to.have.lengthOf(1)
    expect(revisions[0]).to.deep.include({ calendario: { expiracao: 900 }, valor: { original: "37.00" }, chave: on.bank.key })
    expect(revisions[0]!.devedor).to.deep.equal({ cpf: "52998224725", nome: "Maria José da Conceição" })
    expect(chargeOf(outcome)).to.equal(txidOf(sale))
  })

  it("can be paid by somebody without a document", async () => {
    const sale = pixSale({ payer: { ...pixSale().payer, document: null } })
    expect((await create(sale)).result).to.equal("action_required")
    expect(on.bank.charge(txidOf(sale)).revisions[0]).to.not.have.property("devedor")
  })

  it("that was paid is known by its end-to-end id, with its amount", async () => {
    const { sale, e2eid } = await on.paid()
    const paid = await on.lookUp(sale)
    expect(paid).to.include({ result: "approved", charge: e2eid, captured: 3700, gone_back: 0, charged_back: 0, currency: "brl" })
    expect(paid).to.have.nested.property("references.end_to_end_id", e2eid)
    expect(await on.holds(e2eid)).to.deep.equal({ captured: 3700, gone_back: 0, charged_back: 0 })
    expect(await on.holds(txidOf(sale))).to.deep.equal({ captured: 3700, gone_back: 0, charged_back: 0 })
  })

  for (const fault of [
    "cut_after",
    "error_after:500",
    "error_after:504",
    "html_after:502",
    "xml_after",
    "truncated",
    "malformed",
  ])
    it(`whose answer is lost after the bank made it (${fault}) is found, not made again, and the payer gets the code`, async () => {
      on.bank.faults.next({ operation: "putCob", fault })
      const outcome = await create()
      expect(outcome.result).to.equal("action_required")
      expect(readCode(codeOf(outcome)).location).to.be.a("string")
      expect(puts()).to.equal(1)
    })

  for (const fault of ["cut_before", "error_before:503", "html_before:502", "xml_before"])
    it(`whose call was lost before the bank made it (${fault}) is unknown, and not there`, async () => {
      on.bank.faults.next({ operation: "putCob", fault })
      const sale = pixSale()
      expect(await create(sale)).to.deep.equal({ result: "unknown" })
      expect(await on.lookUp(sale)).to.equal(undefined)
      expect(puts()).to.equal(1)
    })

  it("that a bank answers with 409, because the call came twice, is looked up", async () => {
    const sale = pixSale()
    await create(sale)
    on.bank.faults.next({ operation: "putCob", fault: "error_before:409" })
    expect((await create(sale)).result).to.equal("action_required")
  })

  it("is not made where the bank refuses its data, and the operator reads why", async () => {
    const { acquirer, lines } = await on.another({ members: { ...membersFor(on.bank), pix_key: "loja@example.com" } })
    expect(await acquirer.createPix(pixSale(), never)).to.include({ result: "refused", code: "processing_error", charge: null })
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.include({ error: "CobOperacaoInvalida" })
  })

  it("in another currency is refused without a call", async () => {
    expect(await create(pixSale({ currency: "usd" }))).to.include({ result: "refused" })
    expect(puts()).to.equal(0)
  })

  it("gets a code made from the location where the bank makes none", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "no_code" })
    const sale = pixSale()
    const code = codeOf(await create(sale))
    expect(readCode(code)).to.include({ location: on.bank.charge(txidOf(sale)).loc.location, amount: "37.00" })
    expect(on.bank.pay(code)).to.match(/^E/)
  })

  it("is read although the answer has members of a later version, and stays unknown with an unknown status", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "extra_members" })
    const sale = pixSale()
    expect((await create(sale)).result).to.equal("action_required")
    on.bank.faults.next({ operation: "getCob", fault: "unknown_status" })
    expect(await resultOf(on.lookUp(sale))).to.equal("NoAnswer")
  })

  it("is looked up again where the answer is lost, because a look-up that fails says nothing", async () => {
    const sale = pixSale()
    await create(sale)
    for (const fault of [
      "cut_before",
      "error_before:500",
      "error_before:503",
      "html_before:404",
      "html_before:502",
      "truncated",
    ]) {
      on.bank.faults.next({ operation: "getCob", fault })
      expect(await resultOf(on.lookUp(sale)), fault).to.equal("NoAnswer")
    }
    expect((await on.lookUp(sale))?.result).to.equal("action_required")
  })

  describe("that is taken back", () => {
    it("cannot be paid any more", async () => {
      const sale = pixSale()
      const charge = chargeOf(await create(sale))
      expect(await on.voidPix(charge)).to.deep.equal({ result: "voided" })
      expect(() => on.bank.pay(charge)).to.throw("was removed")
      expect(await on.lookUp(sale)).to.include({ result: "refused", charge })
    })

    it("is taken back although the answer was lost, also if it is asked for again", async () => {
      const charge = chargeOf(await create())
      on.bank.faults.next({ operation: "patchCob", fault: "cut_after" })
      expect(await on.voidPix(charge)).to.deep.equal({ result: "voided" })
      expect(await on.voidPix(charge)).to.deep.equal({ result: "voided" })
    })

    it("is asked for again where the bank did not do it", async () => {
      const charge = chargeOf(await create())
      on.bank.faults.next({ operation: "patchCob", fault: "error_before:503" })
      expect(await on.voidPix(charge)).to.deep.equal({ result: "unavailable" })
      expect(await on.voidPix(charge)).to.deep.equal({ result: "voided" })
    })

    it("is not taken back if its payer was faster", async () => {
      const { sale, e2eid } = await on.paid()
      expect(await on.voidPix(txidOf(sale))).to.deep.equal({ result: "refused" })
      expect(await on.voidPix(e2eid)).to.deep.equal({ result: "refused" })
      expect((await on.lookUp(sale))?.result).to.equal("approved")
    })

    it("is canceled where the bank took it back by itself", async () => {
      const sale = pixSale()
      await create(sale)
      on.bank.removeByPsp(txidOf(sale))
      expect(await on.lookUp(sale)).to.include({ result: "refused", code: "processing_error" })
    })
  })

  describe("and money that does not fit", () => {
    it("is found that came after the time was over, while the bank still calls the charge active", async () => {
      const sale = pixSale({ lifetime_seconds: 900 })
      await create(sale)
      on.bank.clock.advance(20 * MINUTE)
      expect((await on.lookUp(sale))?.result).to.equal("action_required")
      const e2eid = on.bank.pay(txidOf(sale), { late: true })
      expect(await on.lookUp(sale)).to.include({ result: "approved", charge: e2eid, captured: 3700 })
    })

    it("is found that came after the removal, in the list of payments alone", async () => {
      const sale = pixSale()
      await on.voidPix(chargeOf(await create(sale)))
      const e2eid = on.bank.pay(txidOf(sale), { afterRemoval: true })
      expect(await on.lookUp(sale)).to.include({ result: "approved", charge: e2eid })
    })

    it("is found in a list of days where the bank takes no longer period", async () => {
      on.bank.options.maxIntervalDays = 1
      const sale = pixSale()
      await on.voidPix(chargeOf(await create(sale)))
      on.bank.clock.advance(5 * 24 * 60 * MINUTE)
      const e2eid = on.bank.pay(txidOf(sale), { afterRemoval: true, late: true })
      expect(await on.lookUp(sale)).to.include({ result: "approved", charge: e2eid })
    })

    it("is found in the list where the bank calls the charge paid and does not show the payment in it", async () => {
      const sale = pixSale()
      await create(sale)
      const e2eid = on.bank.pay(txidOf(sale), { isShown: false })
      expect(await on.lookUp(sale)).to.include({ result: "approved", charge: e2eid })
    })

    it("is on its way while the bank calls the charge paid and shows no payment at all", () => {
      const charge = { cents: 3700, location: "l", code: undefined, key: "k", txid: "t", created: 0, until: 1, pix: [] }
      expect(saleOutcome({ ...charge, status: "CONCLUIDA" }, [])).to.deep.equal({ result: "pending", charge: "t" })
    })

    it("is seen late where the bank shows it late", async () => {
      const sale = pixSale()
      await create(sale)
      on.bank.pay(txidOf(sale), { unseenMs: MINUTE })
      expect((await on.lookUp(sale))?.result).to.equal("action_required")
      on.bank.clock.advance(2 * MINUTE)
      expect((await on.lookUp(sale))?.result).to.equal("approved")
    })

    it("that was paid twice is the earliest payment, and one more", async () => {
      const { sale, e2eid } = await on.paid()
      const second = on.bank.pay(txidOf(sale), { again: true, at: on.bank.clock.now() + 1000 })
      const outcome = await on.lookUp(sale)
      expect(outcome).to.include({ result: "approved", charge: e2eid, captured: 3700 })
      const charges = (found: unknown) => (found as { duplicates?: { charge: string }[] }).duplicates?.map(({ charge }) => charge)
      expect(charges(outcome)).to.deep.equal([second])
      expect(charges(await on.holds(e2eid))).to.deep.equal([second])
    })

    it("of another amount is told with its amount", async () => {
      const sale = pixSale({ amount: 10_000 })
      await create(sale)
      on.bank.pay(txidOf(sale), { amount: 11_000 })
      expect(await on.lookUp(sale)).to.include({ result: "approved", captured: 11_000 })
    })

    it("that was paid to another key under the charge's txid is not the charge's", async () => {
      const sale = pixSale()
      await create(sale)
      const other = "+5511999990000"
      on.bank.account.keys.add(other)
      on.bank.pay(txidOf(sale), { key: other })
      expect((await on.lookUp(sale))?.result).to.equal("action_required")
      await on.voidPix(txidOf(sale))
      expect((await on.lookUp(sale))?.result).to.equal("refused")
    })
  })

  it("has no code that leads to another charge or asks for another amount", () => {
    const charge = {
      cents: 3700,
      location: "bank.example/1",
      key: "k",
      txid: "t",
      status: "ATIVA",
      created: 0,
      until: 1,
      pix: [],
    }
    const made = (location: string, amount: number) =>
      brCode({ location, amount, txid: "***", merchantName: "Loja", merchantCity: "Recife" })
    expect(codeAtBank({ ...charge, code: made("bank.example/1", 3700) }, "")).to.be.a("string")
    expect(codeAtBank({ ...charge, code: made("bank.example/2", 3700) }, "")).to.equal(undefined)
    expect(codeAtBank({ ...charge, code: made("bank.example/1", 3701) }, "")).to.equal(undefined)
    const broken = made("bank.example/1", 3700).replace("br.gov.bcb.pix", "br.gov.bcb.pix".toUpperCase())
    expect(codeAtBank({ ...charge, code: broken }, "")).to.equal(undefined)
    expect(codeAtBank({ ...charge, code: undefined, location: undefined }, "")).to.equal(undefined)
  })

  it("takes no cards and no boletos", async () => {
    expect(on.acquirer.currencies).to.deep.equal({ card: [], pix: ["brl"], boleto: [] })
    expect(await resultOf(on.acquirer.authorize({} as never, never))).to.equal("refused")
    expect(await resultOf(on.acquirer.createBoleto({} as never, never))).to.equal("refused")
    expect(await resultOf(on.acquirer.verify(ACCOUNT, {} as never, never))).to.equal("unavailable")
  })
})

for (const profile of Object.keys(PROFILES) as ProfileName[])
  describe(`A PIX at a bank like ${profile}`, () => {
    const on = atBank({ profile })

    it("is made once and found, and nothing that is not there is found, also if the answer is lost", async () => {
      on.bank.faults.next({ operation: "putCob", fault: "cut_after" })
      const sale = pixSale()
      const outcome = await on.acquirer.createPix(sale, never)
      expect(outcome.result).to.equal("action_required")
      expect(on.bank.pay(codeOf(outcome))).to.be.a("string")
      expect((await on.lookUp(sale))?.result).to.equal("approved")
      expect(await on.lookUp(pixSale())).to.equal(undefined)
      expect(on.bank.calls("putCob")).to.have.lengthOf(1)
    })
  })
