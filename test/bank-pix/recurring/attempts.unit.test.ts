import { expect } from "chai"
import { automaticStage, FIRST_DAY } from "../automatic-stage.ts"
import { NOON } from "../stage.ts"

type Attempt = { tipo: string; status: string; dataLiquidacao: string; endToEndId: string }

describe("The simulator of a bank takes the money of a charge under a mandate", () => {
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

  it("when the day has come, after the payer's bank has scheduled it", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    expect([await statusOf(txid), await attempts(txid)]).to.deep.equal(["CRIADA", []])
    on.bank.clock.advance(60_000)
    expect([await statusOf(txid), await attempts(txid)]).to.deep.equal(["ATIVA", [["AGND", "AGENDADA", FIRST_DAY]]])
    on.bank.clock.set("2026-12-09T23:59")
    expect(await statusOf(txid)).to.equal("ATIVA")
    on.bank.clock.set("2026-12-10T08:00")
    const { status, pix, tentativas, atualizacao } = await on.recurring(txid)
    expect([status, tentativas.map((one: Attempt) => one.status)]).to.deep.equal(["CONCLUIDA", ["PAGA"]])
    const horario = atualizacao.at(-1).data
    expect(horario >= "2026-12-10T03:00" && horario <= "2026-12-10T11:00").to.equal(true)
    expect(pix).to.deep.equal([{ endToEndId: tentativas[0].endToEndId, txid, valor: "35.00", horario }])
    expect(on.bank.ledger().map(({ e2eid, received }) => [e2eid, received])).to.deep.equal([[pix[0].endToEndId, 3500]])
    expect((await on.caller.getPix(pix[0].endToEndId)).body).to.include({ txid, valor: "35.00", horario })
    expect((await on.caller.list("pix", { txid, fim: "2026-12-11T00:00:00Z" })).body.pix).to.have.length(1)
  })

  it("on the next business day of the payer's town, if the charge says so", async () => {
    on.bank.options.townHolidays = { "3550308": ["2026-12-14"] }
    const payer = { town: "3550308" }
    const [moved, fixed] = [await on.agreed({}, { payer }), await on.agreed({}, { payer })]
    // Saturday.
    const [one, other] = [await on.due(moved, "2026-12-12"), await on.due(fixed, "2026-12-12", { ajusteDiaUtil: false })]
    on.bank.clock.set("2026-12-14T22:00")
    expect([await statusOf(one), await statusOf(other)]).to.deep.equal(["ATIVA", "CONCLUIDA"])
    on.bank.clock.set("2026-12-15T08:00")
    expect(await attempts(one)).to.deep.equal([["AGND", "PAGA", "2026-12-15"]])
  })

  it("in the evening, if there was none in the morning", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    on.bank.payerHas(idRec, 3499)
    on.bank.clock.set("2026-12-10T17:59")
    expect(await statusOf(txid)).to.equal("ATIVA")
    on.bank.payerHas(idRec, 3500)
    on.bank.clock.set("2026-12-10T21:00")
    expect(await attempts(txid)).to.deep.equal([["AGND", "PAGA", FIRST_DAY]])
    const { horario } = (await on.recurring(txid)).pix[0]
    expect(horario >= "2026-12-10T21:00" && horario < "2026-12-11T00:00").to.equal(true)
  })

  it("not after 21:00, and ends the charge where no retries are allowed", async () => {
    const { idRec, txid } = await unpaid({ politicaRetentativa: "NAO_PERMITE" })
    expect(await statusOf(txid)).to.equal("EXPIRADA")
    on.bank.payerHas(idRec, 3500)
    on.bank.clock.set("2026-12-20T12:00")
    expect([await statusOf(txid), await attempts(txid)]).to.deep.equal(["EXPIRADA", [["AGND", "EXPIRADA", FIRST_DAY]]])
    const refused = await retry(txid, "2026-12-21")
    expect(refused.body.violacoes[0].razao).to.contain("não permite retentativa")
    expect(on.bank.mandate(idRec).status).to.equal("APROVADA")
  })

  it("unless the payer cancels it until the end of the day before", async () => {
    const [one, other] = [await on.agreed(), await on.agreed()]
    const [first, second] = [await on.due(one), await on.due(other)]
    on.bank.clock.set("2026-12-09T23:50")
    on.bank.cancelCharge(first)
    const canceled = await on.recurring(first)
    expect([canceled.status, canceled.tentativas[0].status]).to.deep.equal(["CANCELADA", "CANCELADA"])
    expect(canceled.encerramento.cancelamento).to.include({ solicitante: "USUARIO_PAGADOR", codigo: "SLBD" })
    on.bank.clock.set("2026-12-10T00:00")
    expect(() => on.bank.cancelCharge(second)).to.throw("too late")
    expect(on.bank.mandate(one).status).to.equal("APROVADA")
    on.bank.payerHas(other, 0)
    on.bank.clock.set("2026-12-10T21:00")
    await retry(second, "2026-12-12")
    on.bank.clock.set("2026-12-11T23:59")
    on.bank.cancelCharge(second)
    expect(await attempts(second)).to.deep.equal([
      ["AGND", "EXPIRADA", FIRST_DAY],
      ["NTAG", "CANCELADA", "2026-12-12"],
    ])
  })

  it("unless the payer's bank refuses the charge, or its amount", async () => {
    const [one, other] = [await on.agreed(), await on.agreed({ valor: { valorMinimoRecebedor: "10.00" } }, { maximum: 3000 })]
    const [first, second] = [await on.due(one), await on.due(other)]
    on.bank.refuseCharge(first, "AC05")
    on.bank.clock.advance(60_000)
    for (const [txid, codigo] of [
      [first, "AC05"],
      [second, "AM02"],
    ] as const) {
      const { status, encerramento } = await on.recurring(txid)
      expect([status, encerramento.rejeicao.codigo]).to.deep.equal(["REJEITADA", codigo])
    }
  })

  it("or rejects a try: for some reasons the charge ends, for others it may be tried again", async () => {
    const [one, other] = [await on.agreed(), await on.agreed()]
    const [first, second] = [await on.due(one), await on.due(other)]
    on.bank.clock.set("2026-12-10T03:00")
    on.bank.refuseCharge(first, "DENC")
    on.bank.refuseCharge(second, "AB10")
    const ended = await on.recurring(first)
    expect([ended.status, ended.encerramento.rejeicao.codigo, ended.tentativas[0].rejeicao.codigo]).to.deep.equal([
      ...["REJEITADA", "DENC", "DENC"],
    ])
    const living = await on.recurring(second)
    expect([living.status, living.tentativas[0].status, living.encerramento]).to.deep.equal(["ATIVA", "REJEITADA", undefined])
    expect((await retry(second, "2026-12-11")).status).to.equal(201)
  })

  it("on the same day again, after a failure of the banks, which is no retry of the merchant", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    on.bank.clock.set("2026-12-10T03:00")
    on.bank.failOperationally(txid)
    on.bank.clock.set("2026-12-10T21:00")
    expect(await attempts(txid)).to.deep.equal([
      ["AGND", "REJEITADA", FIRST_DAY],
      ["RIFL", "PAGA", FIRST_DAY],
    ])
    expect(on.bank.ledger()).to.have.length(1)
  })

  it("once, however far the clock jumps", async () => {
    const txid = await on.due(await on.agreed())
    on.bank.clock.set("2027-06-01T12:00")
    on.bank.clock.set("2027-06-02T12:00")
    expect([await statusOf(txid), on.bank.ledger().length]).to.deep.equal(["CONCLUIDA", 1])
  })

  it("only when a test says so, where the payer's bank does nothing by itself", async () => {
    on.bank.options.payerBankMs = null
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    on.bank.clock.set("2026-12-09T12:00")
    expect(await statusOf(txid)).to.equal("CRIADA")
    on.bank.schedule(txid)
    expect(await statusOf(txid)).to.equal("ATIVA")
    expect(() => on.bank.schedule(txid)).to.throw("nothing to schedule")
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-10T21:00")
    await retry(txid, "2026-12-12")
    expect((await attempts(txid)).at(-1)).to.deep.equal(["NTAG", "SOLICITADA", "2026-12-12"])
    on.bank.schedule(txid)
    expect((await attempts(txid)).at(-1)).to.deep.equal(["NTAG", "AGENDADA", "2026-12-12"])
  })

  it("and sends it back: by the merchant, and by MED", async () => {
    const txid = await on.due(await on.agreed())
    on.bank.clock.set("2026-12-10T08:00")
    const { endToEndId } = (await on.recurring(txid)).pix[0]
    expect((await on.caller.refund(endToEndId, "R1", "10.00")).status).to.equal(201)
    on.bank.settleRefund()
    on.bank.returnByMed(endToEndId, undefined, "MED_PIX_AUTOMATICO")
    const { pix, status } = await on.recurring(txid)
    expect([
      status,
      pix[0].devolucoes.map((one: { natureza?: string; valor: string }) => [one.natureza, one.valor]),
    ]).to.deep.equal([
      "CONCLUIDA",
      [
        [undefined, "10.00"],
        ["MED_PIX_AUTOMATICO", "25.00"],
      ],
    ])
    expect((await on.caller.getPix(endToEndId)).body.devolucoes).to.deep.equal(pix[0].devolucoes)
    const query = { devolucaoPresente: "true", fim: "2026-12-11T00:00:00Z" }
    expect((await on.caller.list("pix", query)).body.pix).to.have.length(1)
    expect(on.bank.ledger()).to.deep.include.members([{ ...on.bank.ledger()[0]!, received: 3500, returned: 1000, byMed: 2500 }])
    expect(() => on.bank.returnByMed(endToEndId, 1, "MED_OPERACIONAL")).to.throw("under a mandate")
  })
})

describe("The simulator of a bank, whose clock a test owns,", () => {
  let now = NOON
  const on = automaticStage({ clock: () => now })
  beforeEach(() => {
    now = NOON
  })

  it("does what the clock has brought before it answers or acts", async () => {
    const idRec = await on.agreed()
    on.bank.clock.set("2026-12-03T12:00")
    const txid = await on.due(idRec)
    const day = 86_400_000
    now += 6 * day
    expect(await on.recurring(txid)).to.include({ status: "ATIVA" })
    now += day
    expect(on.bank.ledger()).to.have.length(1)
  })
})
