import { expect } from "chai"
import { automaticStage } from "../automatic-stage.ts"
import { readCode } from "../code.ts"
import { errorOf, newTxid } from "../stage.ts"
import { amountOn, lastDay } from "./amount.ts"
import type { DueTerms } from "./types.ts"

const NOWHERE = { holidays: {} }

function termsOf(dataDeVencimento: string, valor: object = {}, validadeAposVencimento = 30): DueTerms {
  return {
    ...{ calendario: { dataDeVencimento, validadeAposVencimento }, valor: { original: "100.00", ...valor } },
    ...{ devedor: { cpf: "12345678909", nome: "Ana" }, chave: "key" },
  }
}

/** The examples of the contract. */
const LAST_DAYS: [due: string, validity: number, last: string][] = [
  ["2020-12-25", 1, "2020-12-29"],
  ["2020-12-25", 0, "2020-12-28"],
  ["2021-08-27", 5, "2021-09-01"],
  ["2020-10-20", 4, "2020-10-26"],
]

/** What a charge of 100.00 costs that is due on Friday 2026-12-04. */
const AMOUNTS: [title: string, valor: object, day: string, total: number][] = [
  ["nothing more on its day", { multa: { modalidade: 1, valorPerc: "2.00" } }, "2026-12-04", 10_000],
  ["a fixed fine afterwards", { multa: { modalidade: 1, valorPerc: "2.00" } }, "2026-12-05", 10_200],
  ["a fine of 10 %", { multa: { modalidade: 2, valorPerc: "10.00" } }, "2026-12-05", 11_000],
  ["0.50 a day", { juros: { modalidade: 1, valorPerc: "0.50" } }, "2026-12-08", 10_200],
  ["0.50 a business day", { juros: { modalidade: 5, valorPerc: "0.50" } }, "2026-12-08", 10_100],
  ["1 % a day", { juros: { modalidade: 2, valorPerc: "1.00" } }, "2026-12-06", 10_200],
  ["10 % less", { abatimento: { modalidade: 2, valorPerc: "10.00" } }, "2026-12-05", 9000],
  ["5.00 less until a day", discount(1, "5.00"), "2026-12-01", 9500],
  ["5 % less until a day", discount(2, "5.00"), "2026-12-01", 9500],
  ["nothing less after that day", discount(1, "5.00"), "2026-12-02", 10_000],
  ["1.00 less for each day early", { desconto: { modalidade: 3, valorPerc: "1.00" } }, "2026-11-28", 9400],
  ["1.00 less for each business day early", { desconto: { modalidade: 4, valorPerc: "1.00" } }, "2026-11-28", 9500],
  ["1 % less for each business day early", { desconto: { modalidade: 6, valorPerc: "1.00" } }, "2026-11-28", 9500],
]

function discount(modalidade: number, valorPerc: string): object {
  return { desconto: { modalidade, descontoDataFixa: [{ data: "2026-12-01", valorPerc }] } }
}

/** What the bank refuses on 2026-11-20, and the member that is wrong. */
const REFUSED: [title: string, terms: object, member: string][] = [
  ["a due date in the past", { calendario: { dataDeVencimento: "2026-11-19" } }, "cobv.calendario.dataDeVencimento"],
  ["an amount of 0", { valor: { original: "0.00" } }, "cobv.valor.original"],
  ["a key of somebody else", { chave: "ana@example.com" }, "cobv.chave"],
  [
    "a deduction of all",
    { valor: { original: "1.00", abatimento: { modalidade: 1, valorPerc: "1.00" } } },
    "cobv.valor.abatimento",
  ],
  [
    "a discount after the due date",
    { valor: { original: "9.00", desconto: { modalidade: 1, descontoDataFixa: [{ data: "2027-01-01", valorPerc: "1.00" }] } } },
    "cobv.valor.desconto",
  ],
]

describe("The simulator of a bank makes charges with a due date", () => {
  const on = automaticStage()
  const terms = (more: object = {}) => ({
    calendario: { dataDeVencimento: "2026-12-04" },
    devedor: { cpf: "12345678909", nome: "Ana" },
    ...{ valor: { original: "100.00" }, chave: on.bank.key, ...more },
  })
  const put = async (more?: object) => {
    const txid = newTxid()
    return { txid, answer: await on.caller.call("PUT", `/cobv/${txid}`, terms(more)) }
  }
  const read = async (txid: string) => (await on.caller.call("GET", `/cobv/${txid}`)).body

  for (const [due, validity, last] of LAST_DAYS)
    it(`which may be paid until ${last} if they are due on ${due} and ${validity} days are allowed`, () => {
      expect(lastDay(termsOf(due, {}, validity), NOWHERE)).to.equal(last)
    })

  for (const [title, valor, day, total] of AMOUNTS)
    it(`which cost ${title}`, () => expect(amountOn(termsOf("2026-12-04", valor), day, NOWHERE).total).to.equal(total))

  it("but does not guess how many days a month of interest has", () => {
    const monthly = { juros: { modalidade: 3, valorPerc: "1.00" } }
    expect(() => amountOn(termsOf("2026-12-04", monthly), "2026-12-05", NOWHERE)).to.throw("modalidade 3")
  })

  it("answers what was sent, with the receiver, 30 days of validity and a code", async () => {
    const { txid, answer } = await put()
    expect([answer.status, answer.body.status, answer.body.revisao]).to.deep.equal([201, "ATIVA", 0])
    expect(answer.body.calendario).to.deep.include({ dataDeVencimento: "2026-12-04", validadeAposVencimento: 30 })
    expect(answer.body.recebedor).to.include({ cnpj: on.bank.account.cnpj })
    expect(readCode(answer.body.pixCopiaECola).location).to.equal(answer.body.location)
    expect(await read(txid)).to.deep.equal(answer.body)
    expect(errorOf(await on.caller.call("GET", `/cobv/${newTxid()}`))).to.equal("CobVNaoEncontrada")
    const list = "/cobv?inicio=2026-11-20T00:00:00Z&fim=2026-11-21T00:00:00Z"
    expect((await on.caller.call("GET", list)).body.cobs).to.deep.equal([answer.body])
  })

  for (const [title, more, member] of REFUSED)
    it(`refuses ${title}`, async () => {
      const { answer } = await put(more)
      expect([answer.status, errorOf(answer)]).to.deep.equal([400, "CobVOperacaoInvalida"])
      expect(answer.body.violacoes[0].propriedade).to.equal(member)
    })

  it("is paid what is due on the day, and says of what it is made", async () => {
    const { txid } = await put({ valor: { original: "100.00", multa: { modalidade: 2, valorPerc: "2.00" } } })
    on.bank.clock.set("2026-12-07T12:00")
    const e2eid = on.bank.payDue(txid)
    const { status, pix } = await read(txid)
    expect([status, pix[0].valor]).to.deep.equal(["CONCLUIDA", "102.00"])
    expect((await on.caller.getPix(e2eid)).body.componentesValor).to.deep.equal({
      ...{ original: { valor: "100.00" }, multa: { valor: "2.00" } },
    })
    expect(() => on.bank.payDue(txid)).to.throw("CONCLUIDA")
  })

  it("is not paid after its last day, nor after it was removed", async () => {
    const [late, removed, punctual] = [(await put()).txid, (await put()).txid, (await put()).txid]
    const status = "REMOVIDA_PELO_USUARIO_RECEBEDOR"
    expect((await on.caller.call("PATCH", `/cobv/${removed}`, { status })).body.status).to.equal(status)
    expect(errorOf(await on.caller.call("PATCH", `/cobv/${removed}`, { status }))).to.equal("CobVOperacaoInvalida")
    on.bank.clock.set("2027-01-04T12:00")
    expect(() => on.bank.payDue(removed)).to.throw("REMOVIDA")
    on.bank.payDue(punctual)
    on.bank.clock.set("2027-01-05T00:00")
    expect(() => on.bank.payDue(late)).to.throw("no longer")
    on.bank.payDue(late, { late: true, amount: 10_000 })
  })

  it("offers a mandate beside the payment (journey 4), which the payer may leave", async () => {
    const { txid } = await put()
    const idRec = await on.mandate()
    const { dadosQR } = (await on.caller.automatic("GET", `/rec/${idRec}?txid=${txid}`)).body
    expect(dadosQR.jornada).to.equal("JORNADA_4")
    on.bank.payDue(dadosQR.pixCopiaECola)
    expect(on.bank.mandate(idRec).status).to.equal("CRIADA")
    on.bank.agree(dadosQR.pixCopiaECola)
    expect((await on.caller.automatic("GET", `/rec/${idRec}`)).body.ativacao).to.deep.equal({ tipoJornada: "JORNADA_4" })
    const refused = await on.caller.automatic("GET", `/rec/${await on.agreed()}?txid=${txid}`)
    expect(errorOf(refused)).to.equal("RecConsultaInvalida")
  })
})

describe("The simulator of a bank without charges that have a due date (Cielo)", () => {
  const on = automaticStage({ profile: "cielo" })

  it("turns them away", async () => {
    const refused = await on.caller.call("GET", `/cobv/${newTxid()}`)
    expect([refused.status, errorOf(refused)]).to.deep.equal([403, "AcessoNegado"])
  })
})
