import { expect } from "chai"
import { automaticStage, FIRST_DAY, mandateTerms, recurringTerms } from "../automatic-stage.ts"
import { findContract } from "../contract/contract.ts"
import { errorOf, newTxid, termsFor } from "../stage.ts"

/** Terms that the bank refuses on 2026-12-03, and a part of its reason. */
const REFUSED: [title: string, terms: object, reason: string][] = [
  ["a due date in the past", due("2026-12-02"), "anterior à data de criação"],
  ["a due date before the mandate's first day", due("2026-12-09"), "fora da vigência"],
  ["a due date after the mandate's last day", due("2026-12-12"), "fora da vigência"],
  ["an amount of 0", { valor: { original: "0.00" } }, "cobr.valor não respeita"],
  ["another amount than the mandate's", { valor: { original: "35.01" } }, "difere de rec.valor.valorRec"],
  ["an account of somebody else", { recebedor: { conta: "999999", tipoConta: "CORRENTE" } }, "não pertence"],
  [
    "another branch than the account's",
    { recebedor: { agencia: "9999", conta: "the account's", tipoConta: "CORRENTE" } },
    "não pertence",
  ],
]

/** Requests without the contract's shape. The bank refuses them, and they are misuse. */
const MISSHAPEN: [title: string, terms: object][] = [
  ["a member that the contract does not name", { chave: "ana@example.com" }],
  ["no word about business days", { ajusteDiaUtil: undefined }],
  ["an amount as a number", { valor: { original: 35 } }],
  ["a day that does not exist", due("2026-02-30")],
  ["a kind of account that the contract does not have", { recebedor: { conta: "1", tipoConta: "SALARIO" } }],
  ["a text of 141 characters", { infoAdicional: "a".repeat(141) }],
  ["a postal code with a hyphen", { devedor: { cep: "89256-140" } }],
]

/** When a charge is sent that is due on Saturday 2026-12-12, in São Paulo, and whether the bank takes it. It is settled on Monday 14. */
const SENT: [at: string, isTaken: boolean][] = [
  ["2026-12-03T23:59", false],
  ["2026-12-04T00:00", true],
  ["2026-12-10T23:59", true],
  ["2026-12-11T00:00", false],
]

function due(dataDeVencimento: string): object {
  return { calendario: { dataDeVencimento } }
}

describe("The simulator of a bank makes charges under a mandate", () => {
  const on = automaticStage({ accounts: 2 })
  const calendario = { dataInicial: FIRST_DAY, dataFinal: "2026-12-11", periodicidade: "MENSAL" }
  const cancel = (txid: string) => on.caller.automatic("PATCH", `/cobr/${txid}`, { status: "CANCELADA" })

  it("answers what was sent, on the day in Brasília", async () => {
    const idRec = await on.agreed()
    on.bank.clock.set("2026-12-03T23:30")
    const txid = newTxid()
    const terms = recurringTerms(on.bank, idRec, FIRST_DAY, { infoAdicional: "Dezembro", devedor: { cep: "01310100", uf: "SP" } })
    const { status, body } = await on.put(txid, terms)
    expect([status, body.status, body.txid, body.politicaRetentativa]).to.deep.equal([201, "CRIADA", txid, "PERMITE_3R_7D"])
    expect(body).to.deep.include({ ...terms, calendario: { criacao: "2026-12-03", dataDeVencimento: FIRST_DAY } })
    expect(body.atualizacao).to.deep.equal([{ status: "CRIADA", data: "2026-12-04T02:30:00.000Z" }])
    expect(await on.recurring(txid)).to.deep.equal(body)
  })

  for (const [title, terms, reason] of REFUSED) {
    it(`refuses ${title}`, async () => {
      const idRec = await on.agreed({ calendario })
      on.bank.clock.set("2026-12-03T12:00")
      const known = on.bank.account.number.conta
      const text = JSON.stringify(recurringTerms(on.bank, idRec, FIRST_DAY, terms)).replace("the account's", known)
      const txid = newTxid()
      const refused = await on.put(txid, JSON.parse(text))
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "CobROperacaoInvalida"])
      expect(refused.body.violacoes[0].razao).to.contain(reason)
      expect(errorOf(await on.caller.automatic("GET", `/cobr/${txid}`))).to.equal("CobRNaoEncontrado")
    })
  }

  // Where the contract is missing, findContract() has said NOT CHECKED.
  for (const [title, terms] of findContract() ? MISSHAPEN : []) {
    it(`refuses ${title}, as misuse`, async () => {
      on.bank.allowMisuse(/PUT \/cobr/)
      const idRec = await on.agreed()
      on.bank.clock.set("2026-12-03T12:00")
      expect(errorOf(await on.put(newTxid(), recurringTerms(on.bank, idRec, FIRST_DAY, terms)))).to.equal("CobROperacaoInvalida")
    })
  }

  for (const [at, isTaken] of SENT) {
    it(`${isTaken ? "takes" : "refuses"} one at ${at} that is due on 2026-12-12`, async () => {
      const idRec = await on.agreed()
      on.bank.clock.set(at)
      const { status } = await on.put(newTxid(), recurringTerms(on.bank, idRec, "2026-12-12"))
      expect(status).to.equal(isTaken ? 201 : 400)
    })
  }

  it("may take them until two calendar days before", async () => {
    on.bank.options.leadDays = "calendar"
    const idRec = await on.agreed()
    on.bank.clock.set("2026-12-13T00:00")
    expect((await on.put(newTxid(), recurringTerms(on.bank, idRec, "2026-12-12"))).status).to.equal(400)
    on.bank.clock.set("2026-12-12T23:59")
    expect((await on.put(newTxid(), recurringTerms(on.bank, idRec, "2026-12-12"))).status).to.equal(201)
  })

  it("takes none of a mandate that is not agreed to, has ended, or does not exist", async () => {
    const [made, canceled] = [await on.mandate(), await on.agreed()]
    on.bank.cancelMandate(canceled)
    on.bank.clock.set("2026-12-03T12:00")
    for (const idRec of [made, canceled])
      expect(errorOf(await on.put(newTxid(), recurringTerms(on.bank, idRec)))).to.equal("CobROperacaoInvalida")
    const unknown = await on.put(newTxid(), recurringTerms(on.bank, `RR${"1".repeat(27)}`))
    expect([unknown.status, errorOf(unknown)]).to.deep.equal([404, "RecNaoEncontrada"])
  })

  it("takes one of each cycle, unless the one before was canceled or rejected", async () => {
    const idRec = await on.agreed()
    const first = await on.due(idRec)
    const send = () => on.put(newTxid(), recurringTerms(on.bank, idRec, "2026-12-11"))
    expect((await send()).body.violacoes[0].razao).to.contain("no mesmo ciclo")
    await cancel(first)
    const second = await send()
    expect(second.status).to.equal(201)
    on.bank.refuseCharge(second.body.txid, "AC06")
    expect((await send()).status).to.equal(201)
    await on.due(idRec, "2027-01-10")
  })

  it("has any amount where the mandate fixes none, also below the floor of the payer's maximum", async () => {
    const idRec = await on.agreed({ valor: { valorMinimoRecebedor: "10.00" } })
    expect((await on.recurring(await on.due(idRec, FIRST_DAY, { valor: { original: "9.99" } }))).valor.original).to.equal("9.99")
  })

  it("makes one for a txid, which no other charge has", async () => {
    on.bank.allowMisuse(/has another content|is that of a cob|path.txid/)
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    const same = await on.put(txid, recurringTerms(on.bank, idRec))
    expect([same.status, same.body.violacoes[0].razao]).to.deep.equal([400, "O campo cobr.txid encontra-se em uso."])
    expect((await on.put(txid, recurringTerms(on.bank, idRec, "2026-12-11"))).status).to.equal(400)
    expect((await on.caller.putCob(txid, termsFor(on.bank))).status).to.equal(400)
    expect((await on.put(await on.charge(), recurringTerms(on.bank, idRec, "2027-01-10"))).status).to.equal(400)
    expect((await on.put("a".repeat(25), recurringTerms(on.bank, idRec))).status).to.equal(400)
  })

  it("calls a second PUT with other content misuse, and POST", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    await on.put(txid, recurringTerms(on.bank, idRec, "2026-12-11"))
    expect(errorOf(await on.caller.automatic("POST", "/cobr", recurringTerms(on.bank, idRec)))).to.equal("CobROperacaoInvalida")
    expect(on.bank.misuse()).to.have.length(2)
    on.bank.allowMisuse(/another content|POST \/cobr/)
  })

  it("lists them by day, mandate, debtor and status, and shows no other merchant's", async () => {
    const [one, other] = [await on.agreed(), await on.agreed()]
    const [first, second] = [await on.due(one), await on.due(other)]
    const ids = async (query: string, caller = on.caller) => {
      const path = `/cobr?inicio=2026-12-03T00:00:00Z&fim=2026-12-04T00:00:00Z${query}`
      return (await caller.automatic("GET", path)).body.cobsr.map(({ txid }: { txid: string }) => txid)
    }
    expect(await ids("")).to.have.members([first, second])
    expect(await ids(`&idRec=${one}`)).to.deep.equal([first])
    expect(await ids("&cnpj=12345678000195")).to.deep.equal([])
    on.bank.clock.advance(60_000)
    expect(await ids("&status=CRIADA")).to.deep.equal([])
    const stranger = await on.newCaller(on.bank.merchants[1])
    await stranger.signIn()
    expect(await ids("", stranger)).to.deep.equal([])
    expect(errorOf(await stranger.automatic("GET", `/cobr/${first}`))).to.equal("CobRNaoEncontrado")
  })

  it("cancels them until 22:00 of the day before, once", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    on.bank.clock.set("2026-12-09T21:59")
    const canceled = await cancel(txid)
    expect([canceled.status, canceled.body.status]).to.deep.equal([200, "CANCELADA"])
    expect(canceled.body.encerramento.cancelamento).to.include({ solicitante: "USUARIO_RECEBEDOR", codigo: "SLCR" })
    expect(canceled.body.tentativas.map(({ status }: { status: string }) => status)).to.deep.equal(["CANCELADA"])
    expect(errorOf(await cancel(txid))).to.equal("CobROperacaoInvalida")
    on.bank.clock.set("2026-12-10T22:00")
    expect(on.bank.ledger()).to.deep.equal([])
  })

  it("cancels none after that hour, nor on the day itself, where the bank has another hour", async () => {
    const [one, other] = [await on.agreed(), await on.agreed()]
    const [first, second] = [await on.due(one), await on.due(other)]
    on.bank.clock.set("2026-12-09T22:00")
    expect(errorOf(await cancel(first))).to.equal("CobROperacaoInvalida")
    on.bank.options.cancelUntilHour = 24
    on.bank.clock.set("2026-12-09T23:59")
    expect((await cancel(first)).status).to.equal(200)
    on.bank.clock.set("2026-12-10T00:00")
    expect(errorOf(await cancel(second))).to.equal("CobROperacaoInvalida")
  })

  it("leaves those of the same day alive when a mandate ends, and cancels later ones, whoever ends it", async () => {
    const patch = (idRec: string) => on.caller.automatic("PATCH", `/rec/${idRec}`, { status: "CANCELADA" })
    for (const [by, end] of [
      ["USUARIO_RECEBEDOR", patch],
      ["USUARIO_PAGADOR", (idRec: string) => on.bank.cancelMandate(idRec)],
    ] as const) {
      on.bank.clock.set("2026-11-20T12:00")
      const [one, other] = [await on.agreed(), await on.agreed()]
      const [today, tomorrow] = [await on.due(one), await on.due(other, "2026-12-11")]
      on.bank.clock.set("2026-12-10T03:00")
      for (const idRec of [one, other]) await end(idRec)
      expect((await on.recurring(today)).status).to.equal("ATIVA")
      const canceled = await on.recurring(tomorrow)
      expect([canceled.status, canceled.encerramento.cancelamento.solicitante]).to.deep.equal(["CANCELADA", by])
      on.bank.clock.set("2026-12-10T08:00")
      expect((await on.recurring(today)).status).to.equal("CONCLUIDA")
    }
  })

  it("needs no location of a mandate", async () => {
    const { body } = await on.caller.automatic("POST", "/rec", mandateTerms())
    on.bank.agree(body.idRec, { journey: "JORNADA_4" })
    await on.due(body.idRec)
  })
})
