import { expect } from "chai"
import { automaticStage, FIRST_DAY, mandateTerms } from "../automatic-stage.ts"
import { readCode } from "../code.ts"
import { findContract } from "../contract/contract.ts"
import { errorOf, newTxid, termsFor } from "../stage.ts"

/** Terms that the bank refuses, and the member that is wrong. */
const REFUSED: [title: string, terms: object, member: string][] = [
  [
    "a first day before today",
    { calendario: { dataInicial: "2026-11-19", periodicidade: "MENSAL" } },
    "rec.calendario.dataInicial",
  ],
  [
    "a last day before the first",
    { calendario: { dataInicial: FIRST_DAY, dataFinal: "2026-12-09", periodicidade: "MENSAL" } },
    "rec.calendario.dataFinal",
  ],
  ["a fixed amount and a floor", { valor: { valorRec: "35.00", valorMinimoRecebedor: "10.00" } }, "rec.valor"],
  ["an amount of 0", { valor: { valorRec: "0.00" } }, "rec.valor.valorRec"],
  ["a location that does not exist", { loc: 1 }, "rec.loc"],
]

/** Requests without the contract's shape. The bank refuses them, and they are misuse. */
const MISSHAPEN: [title: string, terms: object][] = [
  ["a period that the contract does not have", { calendario: { dataInicial: FIRST_DAY, periodicidade: "BIMESTRAL" } }],
  ["no policy of retries", { politicaRetentativa: undefined }],
  ["no contract", { vinculo: { devedor: { cpf: "12345678909", nome: "Ana" } } }],
  ["a debtor without a document", { vinculo: { contrato: "1", devedor: { nome: "Ana" } } }],
  ["a contract of 36 characters", { vinculo: { contrato: "a".repeat(36), devedor: { cpf: "12345678909", nome: "Ana" } } }],
  ["a location as an object", { loc: { id: 1 } }],
  ["an id of its own", { idRec: `RR${"1".repeat(27)}` }],
]

const PAYER = { cpf: "98765432100", ispb: "99999003", town: "3550308" }

describe("The simulator of a bank makes mandates", () => {
  const on = automaticStage({ accounts: 2 })
  const rec = async (idRec: string, query = "") => (await on.caller.automatic("GET", `/rec/${idRec}${query}`)).body
  const patch = (idRec: string, body: object) => on.caller.automatic("PATCH", `/rec/${idRec}`, body)

  it("answers what was sent, with an id that says whether retries are allowed", async () => {
    const { status, body } = await on.caller.automatic("POST", "/rec", mandateTerms())
    expect([status, body.status, body.ativacao]).to.deep.equal([201, "CRIADA", { tipoJornada: "AGUARDANDO_DEFINICAO" }])
    expect(body.idRec).to.match(/^RR9999900120261120[a-zA-Z0-9]{11}$/)
    expect(body).to.deep.include({
      calendario: { dataInicial: FIRST_DAY, periodicidade: "MENSAL" },
      valor: { valorRec: "35.00" },
    })
    expect(body.recebedor).to.deep.equal({ cnpj: on.bank.account.cnpj, nome: on.bank.account.name })
    expect(body.atualizacao).to.deep.equal([{ status: "CRIADA", data: "2026-11-20T15:00:00.000Z" }])
    expect(await rec(body.idRec)).to.deep.equal(body)
    const none = await on.caller.automatic("POST", "/rec", mandateTerms({ politicaRetentativa: "NAO_PERMITE" }))
    expect(none.body.idRec).to.match(/^RN/)
  })

  for (const [title, terms, member] of REFUSED) {
    it(`refuses ${title}`, async () => {
      const refused = await on.caller.automatic("POST", "/rec", mandateTerms(terms))
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "RecOperacaoInvalida"])
      expect(refused.body.violacoes.map(({ propriedade }: { propriedade: string }) => propriedade)).to.deep.equal([member])
    })
  }

  // Where the contract is missing, findContract() has said NOT CHECKED.
  for (const [title, terms] of findContract() ? MISSHAPEN : []) {
    it(`refuses ${title}, as misuse`, async () => {
      on.bank.allowMisuse(/POST \/rec/)
      expect(errorOf(await on.caller.automatic("POST", "/rec", mandateTerms(terms)))).to.equal("RecOperacaoInvalida")
    })
  }

  it("makes two of them for the same request twice, and finds both in the list", async () => {
    const [one, other] = [await on.mandate(), await on.mandate()]
    expect(one).not.to.equal(other)
    const list = async (query: string) =>
      (await on.caller.automatic("GET", `/rec?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z${query}`)).body
    const ids = async (query: string) => (await list(query)).recs.map(({ idRec }: { idRec: string }) => idRec)
    expect(await ids("&cpf=12345678909")).to.have.members([one, other])
    expect(await ids("&cpf=98765432100")).to.deep.equal([])
    on.bank.agree(one)
    expect(await ids("&status=APROVADA")).to.deep.equal([one])
    expect(await ids("&locationPresente=false")).to.deep.equal([])
    expect((await list("&convenio=A1")).parametros.recebedor).to.deep.equal({ convenio: "A1" })
  })

  it("takes one of the bank's contracts (convenio) where it wants one", async () => {
    on.bank.options.convenios = ["A1"]
    const send = (recebedor?: object) => on.caller.automatic("POST", "/rec", mandateTerms({ recebedor }))
    for (const wrong of [undefined, {}, { convenio: "A2" }]) expect(errorOf(await send(wrong))).to.equal("RecOperacaoInvalida")
    expect((await send({ convenio: "A1" })).body.recebedor).to.include({ convenio: "A1", nome: on.bank.account.name })
  })

  it("does not show those of another merchant, nor changes them", async () => {
    const stranger = await on.newCaller(on.bank.merchants[1])
    await stranger.signIn()
    const idRec = await on.mandate()
    const { loc } = await rec(idRec)
    for (const id of [idRec, `RR${"1".repeat(27)}`]) {
      expect(errorOf(await stranger.automatic("GET", `/rec/${id}`))).to.equal("RecNaoEncontrada")
      expect(errorOf(await stranger.automatic("PATCH", `/rec/${id}`, { status: "CANCELADA" }))).to.equal("RecNaoEncontrada")
    }
    expect(errorOf(await stranger.automatic("GET", `/locrec/${loc.id}`))).to.equal("PayloadLocationRecNaoEncontrado")
    expect(errorOf(await stranger.automatic("POST", "/rec", mandateTerms({ loc: loc.id })))).to.equal("RecOperacaoInvalida")
    const list = await stranger.automatic("GET", "/rec?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z")
    expect(list.body.recs).to.deep.equal([])
  })

  it("changes the debtor's name, and, while it is CRIADA, the first day and the location", async () => {
    const idRec = await on.mandate()
    const { body: location } = await on.caller.automatic("POST", "/locrec")
    const revised = await patch(idRec, {
      vinculo: { devedor: { nome: "Ana Maria" } },
      ...{ calendario: { dataInicial: "2026-12-11" }, loc: location.id, ativacao: { dadosJornada: { txid: "a".repeat(26) } } },
    })
    expect(revised.status).to.equal(200)
    expect(revised.body.vinculo.devedor).to.deep.equal({ cpf: "12345678909", nome: "Ana Maria" })
    expect(revised.body.calendario).to.deep.equal({ dataInicial: "2026-12-11", periodicidade: "MENSAL" })
    expect([revised.body.loc.id, revised.body.ativacao.dadosJornada.txid]).to.deep.equal([location.id, "a".repeat(26)])
    on.bank.agree(idRec)
    expect((await patch(idRec, { vinculo: { devedor: { nome: "Ana" } } })).status).to.equal(200)
    for (const late of [{ calendario: { dataInicial: "2026-12-12" } }, { loc: location.id }])
      expect(errorOf(await patch(idRec, late))).to.equal("RecOperacaoInvalida")
  })

  it("gives a location to one mandate only, and shows which", async () => {
    const idRec = await on.mandate()
    const { loc } = await rec(idRec)
    expect(loc.location).to.match(/^pix\.simulated-bank\.example\/qr\/v2\/rec\/[a-z0-9]{32}$/)
    const twice = await on.caller.automatic("POST", "/rec", mandateTerms({ loc: loc.id }))
    expect([errorOf(twice), twice.body.violacoes[0].propriedade]).to.deep.equal(["RecOperacaoInvalida", "rec.loc"])
    expect((await on.caller.automatic("GET", `/locrec/${loc.id}`)).body).to.deep.equal(loc)
    const list = "/locrec?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z&idRecPresente="
    expect((await on.caller.automatic("GET", `${list}true`)).body.loc).to.deep.equal([loc])
    expect((await on.caller.automatic("GET", `${list}false`)).body.loc).to.deep.equal([])
    expect((await on.caller.automatic("DELETE", `/locrec/${loc.id}/idRec`)).body).not.to.have.property("idRec")
    expect(await rec(idRec)).not.to.have.any.keys("loc", "dadosQR")
    expect(errorOf(await on.caller.automatic("GET", "/locrec/1"))).to.equal("PayloadLocationRecNaoEncontrado")
  })

  it("cancels them once, while they live", async () => {
    const idRec = await on.mandate()
    const canceled = await patch(idRec, { status: "CANCELADA" })
    expect([canceled.status, canceled.body.status]).to.deep.equal([200, "CANCELADA"])
    expect(canceled.body.encerramento.cancelamento).to.include({ solicitante: "USUARIO_RECEBEDOR", codigo: "SLCR" })
    for (const late of [{ status: "CANCELADA" }, { ativacao: { dadosJornada: { txid: "a".repeat(26) } } }])
      expect(errorOf(await patch(idRec, late))).to.equal("RecOperacaoInvalida")
    expect(() => on.bank.agree(idRec)).to.throw("is CANCELADA")
  })

  it("shows when the payer rejects one, or he or a bank cancels it later, and who did", async () => {
    const [rejected, canceled, closed] = [await on.mandate(), await on.agreed(), await on.agreed()]
    on.bank.decline(rejected, "AP14")
    on.bank.cancelMandate(canceled)
    on.bank.cancelMandate(closed, { by: "PSP_PAGADOR", codigo: "FRUD" })
    expect(await rec(rejected)).to.deep.include({ status: "REJEITADA" })
    expect((await rec(rejected)).encerramento.rejeicao.codigo).to.equal("AP14")
    expect((await rec(canceled)).encerramento.cancelamento).to.include({ solicitante: "USUARIO_PAGADOR", codigo: "SLDB" })
    expect((await rec(closed)).encerramento.cancelamento).to.include({ solicitante: "PSP_PAGADOR", codigo: "FRUD" })
    expect((await rec(canceled)).atualizacao.map(({ status }: { status: string }) => status)).to.deep.equal([
      ...["CRIADA", "APROVADA", "CANCELADA"],
    ])
    expect(() => on.bank.cancelMandate(rejected)).to.throw("is REJEITADA")
  })

  it("ends them after their last day: at once, or when somebody reads them", async () => {
    const calendario = { dataInicial: FIRST_DAY, dataFinal: "2027-01-10", periodicidade: "MENSAL" }
    for (const mandateExpiry of ["at once", "when read"] as const) {
      on.bank.options.mandateExpiry = mandateExpiry
      on.bank.clock.set("2026-11-20T12:00")
      const idRec = await on.agreed({ calendario })
      on.bank.clock.set("2027-01-10T23:59")
      expect((await rec(idRec)).status).to.equal("APROVADA")
      on.bank.clock.set("2027-01-11T00:00")
      expect(on.bank.mandate(idRec).status).to.equal(mandateExpiry === "at once" ? "EXPIRADA" : "APROVADA")
      expect((await rec(idRec)).status).to.equal("EXPIRADA")
      expect(errorOf(await patch(idRec, { status: "CANCELADA" }))).to.equal("RecOperacaoInvalida")
    }
  })

  it("is agreed to by its code (journey 2), and shows who has agreed", async () => {
    const idRec = await on.mandate()
    const { dadosQR, loc } = await rec(idRec)
    expect(dadosQR.jornada).to.equal("JORNADA_2")
    expect(readCode(dadosQR.pixCopiaECola)).to.deep.equal({ location: undefined, recLocation: loc.location, amount: undefined })
    on.bank.agree(dadosQR.pixCopiaECola, { payer: PAYER })
    const agreed = await rec(idRec)
    expect([agreed.status, agreed.ativacao.tipoJornada]).to.deep.equal(["APROVADA", "JORNADA_2"])
    expect(agreed.pagador).to.deep.equal({ cpf: PAYER.cpf, ispbParticipante: PAYER.ispb, codMun: PAYER.town })
    expect(() => on.bank.agree(idRec)).to.throw("is APROVADA")
  })

  it("is agreed to with another charge or without any (journey 4), and then names no charge of journey 3", async () => {
    const idRec = await on.mandate({ ativacao: { dadosJornada: { txid: "a".repeat(26) } } })
    on.bank.agree(idRec, { journey: "JORNADA_4" })
    expect((await rec(idRec)).ativacao).to.deep.equal({ tipoJornada: "JORNADA_4" })
  })

  it("has no code without a location", async () => {
    const idRec = await on.mandate({ loc: undefined })
    expect(await rec(idRec)).not.to.have.property("dadosQR")
    expect(() => on.bank.agree(idRec)).to.throw("has no location")
  })

  it("holds the payer's maximum to the merchant's floor, and tells nobody", async () => {
    const idRec = await on.mandate({ valor: { valorMinimoRecebedor: "10.00" } })
    expect(() => on.bank.agree(idRec, { maximum: 999 })).to.throw("floor")
    on.bank.agree(idRec, { maximum: 1000 })
    expect(JSON.stringify(await rec(idRec))).not.to.match(/maxim/i)
    const fixed = await on.mandate()
    expect(() => on.bank.agree(fixed, { maximum: 3500 })).to.throw("fixed")
  })

  describe("with an immediate charge (journey 3)", () => {
    const composed = async () => {
      const txid = await on.charge()
      const idRec = await on.mandate({ ativacao: { dadosJornada: { txid } } })
      return { txid, idRec, code: (await rec(idRec, `?txid=${txid}`)).dadosQR }
    }

    it("whose code is of both", async () => {
      const { txid, idRec, code } = await composed()
      const charge = (await on.caller.getCob(txid)).body
      expect(code.jornada).to.equal("JORNADA_3")
      expect(readCode(code.pixCopiaECola)).to.include({ location: charge.location, recLocation: (await rec(idRec)).loc.location })
    })

    for (const first of ["payment", "mandate"] as const) {
      it(`which is paid in the same act: the ${first} comes first`, async () => {
        const { txid, idRec, code } = await composed()
        const e2eid = on.bank.payAndAgree(code.pixCopiaECola, { first })
        expect((await on.caller.getCob(txid)).body).to.include({ status: "CONCLUIDA" })
        expect((await on.caller.getPix(e2eid)).body.txid).to.equal(txid)
        const { status, ativacao } = await rec(idRec)
        expect([status, ativacao]).to.deep.equal(["APROVADA", { tipoJornada: "JORNADA_3", dadosJornada: { txid } }])
      })
    }

    it("which may be paid although the mandate is rejected", async () => {
      const { txid, idRec, code } = await composed()
      on.bank.payAndAgree(code.pixCopiaECola, { isAgreed: false })
      expect((await on.caller.getCob(txid)).body.status).to.equal("CONCLUIDA")
      expect((await rec(idRec)).status).to.equal("REJEITADA")
    })

    it("which is the one that the mandate names", async () => {
      const { idRec } = await composed()
      for (const txid of [await on.charge(), newTxid()]) {
        const refused = await on.caller.automatic("GET", `/rec/${idRec}?txid=${txid}`)
        expect([refused.status, errorOf(refused)]).to.deep.equal([400, "RecConsultaInvalida"])
      }
    })

    it("which may be named before it is made", async () => {
      const txid = newTxid()
      const idRec = await on.mandate({ ativacao: { dadosJornada: { txid } } })
      await on.caller.putCob(txid, termsFor(on.bank))
      expect((await rec(idRec, `?txid=${txid}`)).dadosQR.jornada).to.equal("JORNADA_3")
    })
  })
})

describe("The simulator of a bank that does not offer journey 4 (Cielo)", () => {
  const on = automaticStage({ profile: "cielo" })

  it("lets payers agree in the other ways", async () => {
    const idRec = await on.mandate()
    expect(() => on.bank.agree(idRec, { journey: "JORNADA_4" })).to.throw("at this bank")
    expect(on.bank.agree(idRec).status).to.equal("APROVADA")
  })
})
