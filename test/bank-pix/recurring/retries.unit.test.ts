import { expect } from "chai"
import { automaticStage, FIRST_DAY } from "../automatic-stage.ts"
import { errorOf } from "../stage.ts"

type Attempt = { tipo: string; status: string; dataLiquidacao: string; endToEndId: string }

describe("The simulator of a bank tries again to take the money of a charge under a mandate", () => {
  const on = automaticStage()
  const retry = (txid: string, day: string) => on.caller.automatic("POST", `/cobr/${txid}/retentativa/${day}`)
  const attempts = async (txid: string) =>
    ((await on.recurring(txid)).tentativas ?? []).map(({ tipo, status, dataLiquidacao }: Attempt) => [
      tipo,
      status,
      dataLiquidacao,
    ])
  const statusOf = async (txid: string) => (await on.recurring(txid)).status
  /** A charge whose payer has no money on its day. */
  const unpaid = async (terms: object = {}) => {
    const idRec = await on.agreed(terms)
    const txid = await on.due(idRec)
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-10T21:00")
    return { idRec, txid }
  }

  it("at retries on days 1, 3 and 7, each with an id of its own, until the charge ends", async () => {
    const { idRec, txid } = await unpaid()
    expect(await statusOf(txid)).to.equal("ATIVA")
    for (const day of ["2026-12-11", "2026-12-13", "2026-12-17"]) {
      const { status, body } = await retry(txid, day)
      expect([status, body.tentativas.at(-1).status]).to.deep.equal([201, "SOLICITADA"])
      on.bank.clock.set(`${day}T20:59`)
      expect(await statusOf(txid)).to.equal("ATIVA")
      on.bank.clock.set(`${day}T21:00`)
    }
    expect(await attempts(txid)).to.deep.equal([
      ["AGND", "EXPIRADA", FIRST_DAY],
      ["NTAG", "EXPIRADA", "2026-12-11"],
      ["NTAG", "EXPIRADA", "2026-12-13"],
      ["NTAG", "EXPIRADA", "2026-12-17"],
    ])
    expect(await statusOf(txid)).to.equal("EXPIRADA")
    const { tentativas } = await on.recurring(txid)
    expect(new Set(tentativas.map(({ endToEndId }: Attempt) => endToEndId)).size).to.equal(4)
    on.bank.payerHas(idRec, 3500)
    on.bank.clock.set("2027-01-01T12:00")
    expect(on.bank.ledger()).to.deep.equal([])
  })

  it("at a retry, when there is money again", async () => {
    const { idRec, txid } = await unpaid()
    await retry(txid, "2026-12-13")
    on.bank.payerHas(idRec, 5000)
    on.bank.clock.set("2026-12-13T08:00")
    const { status, pix, tentativas } = await on.recurring(txid)
    expect([status, tentativas[1].status, pix[0].endToEndId]).to.deep.equal(["CONCLUIDA", "PAGA", tentativas[1].endToEndId])
    expect(errorOf(await retry(txid, "2026-12-14"))).to.equal("CobROperacaoInvalida")
    // What was paid is gone from the payer's account.
    const next = await on.due(idRec, "2027-01-10")
    on.bank.clock.set("2027-01-11T22:00")
    expect([await statusOf(next), on.bank.ledger().length]).to.deep.equal(["ATIVA", 1])
  })

  it("not on days that a retry cannot have", async () => {
    const { txid } = await unpaid()
    const reason = async (day: string) => (await retry(txid, day)).body.violacoes[0].razao
    expect(await reason(FIRST_DAY)).to.contain("vigente para a data")
    expect(await reason("2026-12-09")).to.contain("data futura")
    expect(await reason("2026-12-18")).to.contain("excede o prazo")
    on.bank.clock.set("2026-12-11T00:00")
    expect(await reason("2026-12-11")).to.contain("data futura")
    await retry(txid, "2026-12-12")
    expect(await reason("2026-12-13")).to.contain("SOLICITADA ou AGENDADA")
    on.bank.clock.set("2026-12-12T21:00")
    expect(await reason("2026-12-12")).to.contain("vigente para a data")
    expect(errorOf(await retry("a".repeat(26), "2026-12-13"))).to.equal("CobRNaoEncontrado")
  })

  it("not at a fourth retry", async () => {
    const { txid } = await unpaid()
    for (const day of ["2026-12-11", "2026-12-12", "2026-12-13"]) {
      await retry(txid, day)
      on.bank.clock.set(`${day}T21:00`)
    }
    const refused = await retry(txid, "2026-12-14")
    expect([await statusOf(txid), errorOf(refused)]).to.deep.equal(["EXPIRADA", "CobROperacaoInvalida"])
    expect(refused.body.violacoes.at(-1).razao).to.contain("3 retentativas")
  })

  it("not before the first try is over, nor in the next cycle", async () => {
    const calendario = { dataInicial: FIRST_DAY, periodicidade: "SEMANAL" }
    const idRec = await on.agreed({ calendario })
    const txid = await on.due(idRec, "2026-12-14")
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-13T12:00")
    expect(errorOf(await retry(txid, "2026-12-15"))).to.equal("CobROperacaoInvalida")
    on.bank.clock.set("2026-12-14T21:00")
    expect((await retry(txid, "2026-12-17")).body.violacoes[0].razao).to.contain("excede o prazo")
    expect((await retry(txid, "2026-12-16")).status).to.equal(201)
  })

  it("within 7 days of the due date, or of the settlement at some banks", async () => {
    const idRec = await on.agreed()
    // Saturday: it is settled on Monday 14.
    const txid = await on.due(idRec, "2026-12-12")
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-14T21:00")
    expect((await retry(txid, "2026-12-21")).status).to.equal(400)
    on.bank.options.retriesFrom = "settlement"
    expect((await retry(txid, "2026-12-21")).status).to.equal(201)
  })

  it("not at all where the next cycle begins before the first try is over", async () => {
    const calendario = { dataInicial: "2026-12-07", periodicidade: "SEMANAL" }
    const idRec = await on.agreed({ calendario })
    // Saturday: it is settled on Monday 14, when the next cycle begins.
    const txid = await on.due(idRec, "2026-12-12")
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-14T20:59")
    expect(await statusOf(txid)).to.equal("ATIVA")
    on.bank.clock.set("2026-12-14T21:00")
    const { status, atualizacao } = await on.recurring(txid)
    expect([status, atualizacao.at(-1).data]).to.deep.equal(["EXPIRADA", "2026-12-15T00:00:00.000Z"])
  })

  it("no longer where nobody asks for a retry in time", async () => {
    const { txid } = await unpaid()
    on.bank.clock.set("2026-12-17T20:59")
    expect(await statusOf(txid)).to.equal("ATIVA")
    on.bank.clock.set("2026-12-17T21:00")
    expect(await statusOf(txid)).to.equal("EXPIRADA")
  })
})
