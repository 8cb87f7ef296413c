import { expect } from "chai"
import { readCode } from "./code.ts"
import { findContract } from "./contract/contract.ts"
import { errorOf, newTxid, stage, termsFor } from "./stage.ts"

const OTHER_KEY = "ana@example.com"

/** Terms that the bank refuses, and the member that is wrong. */
const REFUSED: [title: string, terms: object, member: string][] = [
  ["an expiry of 0", { calendario: { expiracao: 0 } }, "cob.calendario.expiracao"],
  ["an expiry below 0", { calendario: { expiracao: -1 } }, "cob.calendario.expiracao"],
  ["an amount of 0", { valor: { original: "0.00" } }, "cob.valor.original"],
  ["a key of somebody else", { chave: OTHER_KEY }, "cob.chave"],
  ["a location that does not exist", { loc: { id: 1 } }, "loc.id"],
]

/** Requests without the contract's shape. The bank refuses them, and they are misuse. */
const MISSHAPEN: [title: string, terms: object][] = [
  ["a member that the contract does not name", { moeda: "BRL" }],
  ["an amount as a number", { valor: { original: 37 } }],
  ["an amount with a comma", { valor: { original: "37,00" } }],
  ["a debtor without a document", { devedor: { nome: "Ana" } }],
  ["a debtor with two documents", { devedor: { nome: "Ana", cpf: "12345678909", cnpj: "12345678000195" } }],
  ["a CPF with dots", { devedor: { nome: "Ana", cpf: "123.456.789-09" } }],
  ["a text of 141 characters", { solicitacaoPagador: "a".repeat(141) }],
  ["51 further texts", { infoAdicionais: Array(51).fill({ nome: "a", valor: "b" }) }],
  ["no calendar", { calendario: undefined }],
]

describe("The simulator of a bank makes charges", () => {
  const on = stage()

  it("answers what was sent, with a location and the code of it", async () => {
    const txid = newTxid()
    const terms = termsFor(on.bank, { devedor: { cpf: "12345678909", nome: "Ana" }, solicitacaoPagador: "Pedido 1" })
    const { status, body } = await on.caller.putCob(txid, terms)
    expect([status, body.status, body.revisao, body.txid]).to.deep.equal([201, "ATIVA", 0, txid])
    expect(body).to.deep.include({ valor: { original: "37.00" }, solicitacaoPagador: "Pedido 1" })
    expect(body.calendario).to.deep.equal({ criacao: "2026-11-20T15:00:00.000Z", expiracao: 3600 })
    expect(readCode(body.pixCopiaECola)).to.include({ location: body.location })
    expect(body.loc.location).to.equal(body.location)
    expect((await on.caller.getCob(txid)).body).to.deep.equal(body)
  })

  it("has charges that live a day if they do not say how long", async () => {
    const { body } = await on.caller.putCob(newTxid(), termsFor(on.bank, { calendario: {} }))
    expect(body.calendario.expiracao).to.equal(86_400)
  })

  for (const [title, terms, member] of REFUSED) {
    it(`refuses ${title}`, async () => {
      const txid = newTxid()
      const refused = await on.caller.putCob(txid, termsFor(on.bank, terms))
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "CobOperacaoInvalida"])
      expect(refused.type).to.equal("application/problem+json")
      expect(refused.body.violacoes.map(({ propriedade }: { propriedade: string }) => propriedade)).to.deep.equal([member])
      const unmade = await on.caller.getCob(txid)
      expect([unmade.status, errorOf(unmade)]).to.deep.equal([404, "CobNaoEncontrado"])
    })
  }

  // Where the contract is missing, findContract() has said NOT CHECKED.
  for (const [title, terms] of findContract() ? MISSHAPEN : []) {
    it(`refuses, and calls misuse: ${title}`, async () => {
      const refused = await on.caller.putCob(newTxid(), termsFor(on.bank, terms))
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "CobOperacaoInvalida"])
      expect(on.bank.misuse()).not.to.deep.equal([])
      on.bank.allowMisuse(/PUT \/cob/)
    })
  }

  it("answers the same record where a PUT is repeated with the same content", async () => {
    const txid = newTxid()
    const first = await on.caller.putCob(txid, termsFor(on.bank))
    on.bank.clock.advance(1000)
    expect(await on.caller.putCob(txid, termsFor(on.bank))).to.deep.equal(first)
  })

  it("changes a charge by a second PUT with other content, and calls it misuse", async () => {
    const txid = await on.charge()
    const { status, body } = await on.caller.putCob(txid, termsFor(on.bank, { valor: { original: "38.00" } }))
    expect([status, body.revisao, body.valor.original]).to.deep.equal([201, 1, "38.00"])
    expect(on.bank.misuse()).to.deep.equal([`a second PUT of the charge ${txid} has another content`])
    on.bank.allowMisuse(/second PUT/)
  })

  it("refuses a PUT of a charge that was paid, removed, or removed by the bank", async () => {
    const [paid, removed, removedByBank] = [await on.charge(), await on.charge(), await on.charge()]
    on.bank.pay(paid)
    await on.caller.patchCob(removed, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })
    on.bank.removeByPsp(removedByBank)
    for (const txid of [paid, removed, removedByBank]) {
      const refused = await on.caller.putCob(txid, termsFor(on.bank))
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "CobOperacaoInvalida"])
    }
  })

  it("shows each revision, and refuses one that does not exist", async () => {
    const txid = await on.charge()
    const changed = await on.caller.patchCob(txid, { valor: { original: "40.00" } })
    expect([changed.status, changed.body.revisao]).to.deep.equal([200, 1])
    expect((await on.caller.getCob(txid, "?revisao=0")).body.valor.original).to.equal("37.00")
    expect((await on.caller.getCob(txid)).body.valor.original).to.equal("40.00")
    expect(errorOf(await on.caller.getCob(txid, "?revisao=2"))).to.equal("CobConsultaInvalida")
  })

  it("removes a charge that is ATIVA, alone and once", async () => {
    const txid = await on.charge()
    const removal = { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" }
    expect((await on.caller.patchCob(txid, { ...removal, solicitacaoPagador: "Adeus" })).status).to.equal(400)
    const removed = await on.caller.patchCob(txid, removal)
    expect([removed.status, removed.body.status]).to.deep.equal([200, removal.status])
    const again = await on.caller.patchCob(txid, removal)
    expect([again.status, errorOf(again)]).to.deep.equal([400, "CobOperacaoInvalida"])
    expect(errorOf(await on.caller.patchCob(newTxid(), removal))).to.equal("CobNaoEncontrado")
  })

  it("keeps a charge ATIVA after it has expired, and can still change it", async () => {
    const txid = await on.charge()
    on.bank.clock.advance(3601_000)
    expect((await on.caller.getCob(txid)).body.status).to.equal("ATIVA")
    expect((await on.caller.patchCob(txid, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })).status).to.equal(200)
  })

  it("refuses POST /cob, amounts that the payer changes, and cash, loudly", async () => {
    await on.caller.call("POST", "/cob", termsFor(on.bank))
    await on.charge({ valor: { original: "37.00", modalidadeAlteracao: 1 } })
    const troco = { valor: "5.00", modalidadeAgente: "AGTEC", prestadorDoServicoDeSaque: "12345678" }
    await on.charge({ valor: { original: "37.00", retirada: { troco } } })
    expect(on.bank.misuse().map((text) => text.split(":")[0])).to.deep.equal([
      "POST /cob",
      "a charge lets its payer change the amount (modalidadeAlteracao 1)",
      "a charge lets its payer withdraw cash (valor.retirada)",
    ])
    on.bank.allowMisuse(/POST|charge lets its payer/)
  })

  it("lists charges by the time when they were made, by debtor and status, in pages", async () => {
    const paid = await on.charge({ devedor: { cpf: "12345678909", nome: "Ana" } })
    on.bank.pay(paid)
    on.bank.clock.advance(3600_000)
    const open = await on.charge()
    const found = async (query: Record<string, string>) =>
      (await on.caller.list("cob", query)).body.cobs.map(({ txid }: { txid: string }) => txid)
    expect(await found({})).to.have.members([paid, open])
    expect(await found({ inicio: "2026-11-20T15:00:01Z" })).to.deep.equal([open])
    expect(await found({ fim: "2026-11-20T15:00:00Z" })).to.deep.equal([paid])
    expect(await found({ status: "CONCLUIDA" })).to.deep.equal([paid])
    expect(await found({ cpf: "12345678909" })).to.deep.equal([paid])
    expect(await found({ locationPresente: "false" })).to.deep.equal([])
    const second = (await on.caller.list("cob", { "paginacao.paginaAtual": "1", "paginacao.itensPorPagina": "1" })).body
    expect([second.cobs.length, second.parametros.paginacao]).to.deep.equal([
      1,
      { paginaAtual: 1, itensPorPagina: 1, quantidadeDePaginas: 2, quantidadeTotalDeItens: 2 },
    ])
  })
})

if (findContract()) {
  describe("The simulator of a bank", () => {
    const on = stage()

    it("refuses txids that are short, long, or have other characters", async () => {
      on.bank.allowMisuse(/path.txid must match pattern/)
      for (const txid of ["a".repeat(25), "a".repeat(36), `${"a".repeat(26)}-`]) {
        expect((await on.caller.putCob(txid, termsFor(on.bank))).status, txid).to.equal(400)
      }
      for (const txid of ["a".repeat(26), "a".repeat(35), "A".repeat(26)]) {
        expect((await on.caller.putCob(txid, termsFor(on.bank))).status, txid).to.equal(201)
      }
    })
  })
}
