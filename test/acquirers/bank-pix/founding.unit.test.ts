import { expect } from "chai"
import { mandateCodeOf } from "../../../src/acquirers/bank-pix/code.ts"
import { brCode, mandateBrCode } from "../../../src/acquirers/br-code.ts"
import { readCode } from "../../bank-pix/code.ts"
import { resultOf } from "./at-bank.ts"
import { againFor, atBankWithMandates, foundingSale, mandateOf } from "./at-bank-mandates.ts"
import { ACCOUNT, chargeOf, codeOf, mandateMembersFor, never, txidOf } from "./open.ts"

const HOUR = 3_600_000

describe("A payer who pays and agrees to charges at the merchant's bank", () => {
  const on = atBankWithMandates()
  const posts = () => on.bank.calls("postRec").length

  it("scans one code of the charge and the mandate, with the terms that were ordered", async () => {
    const sale = foundingSale({ mandate: { object: "Clube do Livro de São João del-Rei, Minas" } })
    const outcome = await on.found(sale)
    expect(chargeOf(outcome)).to.equal(txidOf(sale))
    const { terms, txid, loc } = on.bank.mandate(mandateOf(outcome))
    expect(terms).to.deep.include({
      vinculo: {
        contrato: sale.mandate.contract,
        objeto: "Clube do Livro de São João del-Rei,",
        devedor: { cpf: "52998224725", nome: "Maria José da Conceição" },
      },
      calendario: { dataInicial: "2026-12-10", periodicidade: "MENSAL" },
      ...{ valor: { valorRec: "37.00" }, politicaRetentativa: "PERMITE_3R_7D" },
    })
    expect(txid).to.equal(txidOf(sale))
    expect(loc).to.be.a("number")
    const { location, recLocation } = readCode(codeOf(outcome))
    expect(location).to.equal(on.bank.charge(txidOf(sale)).loc.location)
    expect(recLocation).to.match(/\/rec\//)
    expect(await on.lookUpFounding(sale)).to.deep.equal(outcome)
  })

  for (const [period, name] of Object.entries({
    ...{ weekly: "SEMANAL", monthly: "MENSAL", quarterly: "TRIMESTRAL", semiannual: "SEMESTRAL", annual: "ANUAL" },
  }))
    it(`agrees to ${period} charges`, async () => {
      const outcome = await on.found(foundingSale({ mandate: { period: period as "weekly" } }))
      expect(on.bank.mandate(mandateOf(outcome)).terms.calendario.periodicidade).to.equal(name)
    })

  it("has paid and agreed, whatever the merchant hears of first", async () => {
    for (const first of ["payment", "mandate"] as const) {
      const sale = foundingSale()
      const outcome = await on.found(sale)
      const e2eid = on.bank.payAndAgree(codeOf(outcome), { first })
      expect(await on.lookUpFounding(sale)).to.include({ result: "approved", charge: e2eid, captured: 3700 })
      expect(await on.mandates.mandate({ account: ACCOUNT, mandate: mandateOf(outcome) }, never)).to.equal("active")
    }
  })

  it("has paid although the mandate was rejected", async () => {
    const sale = foundingSale()
    const outcome = await on.found(sale)
    const e2eid = on.bank.payAndAgree(codeOf(outcome), { isAgreed: false })
    expect(await on.lookUpFounding(sale)).to.include({ result: "approved", charge: e2eid })
    expect(await on.mandates.mandate({ account: ACCOUNT, mandate: mandateOf(outcome) }, never)).to.equal("rejected")
  })

  it("may still pay where the mandate has ended before the payment", async () => {
    const sale = foundingSale()
    const outcome = await on.found(sale)
    on.bank.decline(mandateOf(outcome))
    expect(await on.lookUpFounding(sale)).to.include({ result: "action_required", charge: txidOf(sale) })
  })

  it("needs a document, and pays in brl", async () => {
    expect(await on.found(foundingSale({ payer: { ...foundingSale().payer, document: null } }))).to.include({ result: "refused" })
    expect(await on.found(foundingSale({ currency: "usd" }))).to.include({ result: "refused" })
    expect(on.bank.calls()).to.deep.equal([])
  })

  it("is sold nothing where the bank refuses the terms, and the operator reads why", async () => {
    const sale = foundingSale({ mandate: { first_day: "2026-11-19" } })
    expect(await on.found(sale)).to.include({ result: "refused", code: "processing_error", charge: null })
    expect(on.lines.at(-1)).to.include({ call: "POST /rec", error: "RecOperacaoInvalida" })
    expect(on.bank.calls("putCob")).to.deep.equal([])
  })

  describe("where an answer is lost", () => {
    const AFTER = ["cut_after", "error_after:500", "error_after:504", "html_after:502", "xml_after", "truncated", "malformed"]
    const BEFORE = ["cut_before", "error_before:503", "html_before:502", "xml_before"]

    for (const fault of AFTER)
      it(`after the mandate was made (${fault}) gets the code of that mandate, and no second one is made`, async () => {
        on.bank.faults.next({ operation: "postRec", fault })
        const sale = foundingSale()
        const outcome = await on.found(sale)
        expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
        expect(on.bank.payAndAgree(codeOf(outcome))).to.match(/^E/)
        expect(posts()).to.equal(1)
      })

    for (const fault of BEFORE)
      it(`before the mandate was made (${fault}) is sold nothing that anybody knows, and may be sold again`, async () => {
        on.bank.faults.next({ operation: "postRec", fault })
        const sale = foundingSale()
        expect(await on.found(sale)).to.deep.equal({ result: "unknown" })
        expect(await on.lookUpFounding(sale)).to.equal(undefined)
        expect(posts()).to.equal(1)
        const outcome = await on.found(againFor(sale))
        expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
      })

    for (const fault of AFTER)
      it(`after the charge was made (${fault}) gets the code of both`, async () => {
        on.bank.faults.next({ operation: "putCob", fault })
        const outcome = await on.found(foundingSale())
        expect(on.bank.payAndAgree(codeOf(outcome))).to.match(/^E/)
        expect(on.bank.calls("putCob")).to.have.lengthOf(1)
      })

    for (const fault of BEFORE)
      it(`before the charge was made (${fault}) leaves a mandate that nobody sees, which the next sale ends`, async () => {
        on.bank.faults.next({ operation: "putCob", fault })
        const sale = foundingSale()
        expect(await on.found(sale)).to.deep.equal({ result: "unknown" })
        const [unseen] = await on.living(sale)
        // Once with the mandate's id unknown, then known. There is no charge.
        for (const one of [sale, { ...sale, mandate: { ...sale.mandate, known: unseen! } }])
          expect(await on.lookUpFounding(one)).to.deep.equal({ result: "unavailable", mandate: unseen })
        const again = againFor(sale)
        const outcome = await on.found(again)
        expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
        expect(on.bank.mandate(mandateOf(outcome)).txid).to.equal(txidOf(again))
      })

    for (const fault of ["cut_before", "cut_after", "error_before:503", "html_after:502"])
      it(`with the place of the mandate (${fault}) is sold nothing`, async () => {
        on.bank.faults.next({ operation: "postLocrec", fault })
        expect(await on.found(foundingSale())).to.deep.equal({ result: "unavailable" })
        expect(posts()).to.equal(0)
      })

    for (const fault of ["cut_before", "error_before:503", "html_before:404", "truncated"])
      it(`with the mandates of before (${fault}) is sold nothing, because there might be one`, async () => {
        on.bank.faults.next({ operation: "listRec", fault })
        expect(await on.found(foundingSale())).to.deep.equal({ result: "unavailable" })
        expect(on.bank.calls("postLocrec")).to.deep.equal([])
      })

    for (const fault of ["cut_before", "error_before:503", "html_before:404", "truncated", "no_code"])
      it(`with the code (${fault}) gets one that is made of the addresses`, async () => {
        on.bank.faults.next({ operation: "getRec", fault })
        const outcome = await on.found(foundingSale())
        expect(readCode(codeOf(outcome)).amount).to.equal("37.00")
        expect(on.bank.payAndAgree(codeOf(outcome))).to.match(/^E/)
      })

    it("twice in a row gets no second living mandate either", async () => {
      on.bank.faults.next({ operation: "postRec", fault: "cut_after" })
      const sale = foundingSale()
      // The first question is what was made before.
      on.bank.faults.next({ operation: "listRec", fault: "status:200" })
      on.bank.faults.next({ operation: "listRec", fault: "cut_before" })
      expect(await resultOf(on.found(sale))).to.equal("NoAnswer")
      expect(await on.living(sale)).to.have.lengthOf(1)
      const outcome = await on.found(againFor(sale))
      expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
    })

    it("and the bank shows the mandate late gets it when it is sold again, and one mandate lives", async () => {
      on.bank.faults.next({ operation: "postRec", fault: "unseen:8000+cut_after" })
      const sale = foundingSale()
      expect(await on.found(sale)).to.deep.equal({ result: "unknown" })
      on.bank.clock.advance(10_000)
      const outcome = await on.found(againFor(sale))
      expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
    })
  })

  it("is asked about again where the bank shows the mandate of a charge late", async () => {
    on.bank.faults.next({ operation: "postRec", fault: "unseen:8000" })
    const sale = foundingSale()
    expect((await on.found(sale)).result).to.equal("action_required")
    expect(await resultOf(on.lookUpFounding(sale))).to.equal("NoAnswer")
    on.bank.clock.advance(10_000)
    expect(await resultOf(on.lookUpFounding(sale))).to.equal("action_required")
  })

  it("is sold nothing while a mandate of an earlier sale cannot be ended", async () => {
    const sale = foundingSale()
    const first = mandateOf(await on.found(sale))
    on.bank.faults.next({ operation: "patchRec", fault: "error_before:503" })
    expect(await on.found(againFor(sale))).to.deep.equal({ result: "unavailable" })
    expect(await on.living(sale)).to.deep.equal([first])
    const second = mandateOf(await on.found(againFor(sale)))
    expect(await on.living(sale))
      .to.deep.equal([second])
      .and.not.deep.equal([first])
  })

  it("leaves no mandate where the bank makes no charge", async () => {
    on.bank.account.keys.clear()
    const sale = foundingSale()
    expect(await on.found(sale)).to.include({ result: "refused" })
    expect(posts()).to.equal(1)
    expect(await on.living(sale)).to.deep.equal([])
  })

  it("leaves a mandate where the bank wants no more calls, and the next sale ends it", async () => {
    const sale = foundingSale()
    on.bank.faults.next({ operation: "putCob", fault: "too_many" })
    expect(await on.found(sale)).to.deep.equal({ result: "unavailable" })
    const [first] = await on.living(sale)
    const { acquirer } = await on.another({ members: mandateMembersFor(on.bank) })
    const outcome = await acquirer.mandates!.found(againFor(sale), never)
    expect(await on.living(sale))
      .to.deep.equal([mandateOf(outcome)])
      .and.not.deep.equal([first])
  })

  it("is found among the mandates of days where the bank lists no longer period", async () => {
    on.bank.options.maxIntervalDays = 1
    on.bank.faults.next({ operation: "postRec", fault: "cut_after" })
    const sale = foundingSale()
    const outcome = await on.found(sale)
    expect(await on.lookUpFounding(sale)).to.deep.equal(outcome)
  })

  it("gets no code that leads to another mandate or another charge", () => {
    const [names, charge] = [
      { merchantName: "Loja do João", merchantCity: "Recife" },
      { location: "bank.example/1", amount: 3700 },
    ]
    const known = { cents: 3700, location: "bank.example/1", key: "k", txid: "t", status: "ATIVA", created: 0, until: 1, pix: [] }
    const code = (mandate: string, paid?: typeof charge) => mandateBrCode({ ...names, mandate, ...(paid && { charge: paid }) })
    const shown = (text: string, isPaid = true) =>
      mandateCodeOf({ code: text, location: "bank.example/rec/1" }, isPaid ? { ...known, code: undefined } : undefined, "Loja")
    expect(shown(code("bank.example/rec/1", charge))).to.be.a("string")
    expect(shown(code("bank.example/rec/2", charge))).to.equal(undefined)
    expect(shown(code("bank.example/rec/1", { ...charge, location: "bank.example/2" }))).to.equal(undefined)
    expect(shown(code("bank.example/rec/1", { ...charge, amount: 3701 }))).to.equal(undefined)
    expect(shown(code("bank.example/rec/1"))).to.equal(undefined)
    expect(shown(brCode({ ...names, ...charge, txid: "***" }))).to.equal(undefined)
    expect(shown(code("bank.example/rec/1"), false)).to.be.a("string")
    expect(shown(code("bank.example/rec/1", charge), false)).to.equal(undefined)
  })
})

describe("A payer who agrees to charges and pays nothing yet", () => {
  const on = atBankWithMandates()
  const trial = () => foundingSale({ amount: 0, lifetime_seconds: 86_400 })

  it("scans the code of the mandate alone, and is sure once he has agreed", async () => {
    const sale = trial()
    const outcome = await on.found(sale)
    expect(chargeOf(outcome)).to.equal(null)
    expect(readCode(codeOf(outcome))).to.include({ location: undefined, amount: undefined })
    expect(await on.lookUpFounding(sale)).to.deep.equal(outcome)
    on.bank.agree(codeOf(outcome))
    expect(await on.lookUpFounding(sale)).to.deep.equal({ result: "verified" })
    expect(on.bank.calls("putCob")).to.deep.equal([])
  })

  it("is refused once he has declined, or the merchant has ended the mandate", async () => {
    const [one, two] = [trial(), trial()]
    on.bank.decline(mandateOf(await on.found(one)))
    expect(await on.lookUpFounding(one)).to.include({ result: "refused", charge: null })
    await on.mandates.cancel({ account: ACCOUNT, mandate: mandateOf(await on.found(two)) }, never)
    expect(await on.lookUpFounding(two)).to.include({ result: "refused" })
    expect(await on.lookUpFounding(trial())).to.equal(undefined)
  })

  it("gets the code of the mandate whose answer was lost", async () => {
    on.bank.faults.next({ operation: "postRec", fault: "unseen:8000+cut_after" })
    const sale = trial()
    expect(await on.found(sale)).to.deep.equal({ result: "unknown" })
    on.bank.clock.advance(10_000)
    const outcome = await on.lookUpFounding(sale)
    expect(on.bank.agree(codeOf(outcome)).status).to.equal("APROVADA")
    expect(await on.living(sale)).to.deep.equal([mandateOf(outcome)])
  })

  it("sees the same mandate where it is sold again, also days later", async () => {
    const sale = trial()
    const outcome = await on.found(sale)
    on.bank.clock.advance(30 * HOUR)
    expect(mandateOf(await on.found(againFor(sale)))).to.equal(mandateOf(outcome))
    expect(on.bank.calls("postRec")).to.have.lengthOf(1)
  })

  it("gets a new mandate where he pays at once after all, and the one of before ends", async () => {
    const sale = trial()
    const before = mandateOf(await on.found(sale))
    const outcome = await on.found(foundingSale({ mandate: sale.mandate }))
    expect(await on.living(sale))
      .to.deep.equal([mandateOf(outcome)])
      .and.not.deep.equal([before])
    expect(on.bank.payAndAgree(codeOf(outcome))).to.match(/^E/)
  })

  it("gets a code that is made of the mandate's address", async () => {
    on.bank.faults.next({ operation: "getRec", fault: "no_code" })
    expect(on.bank.agree(codeOf(await on.found(trial()))).status).to.equal("APROVADA")
  })
})
