import { expect } from "chai"
import { DateTime } from "luxon"
import { errorOf, NOON, newTxid, stage } from "./stage.ts"

const DAY_MS = 86_400_000

describe("The simulator of a bank receives money", () => {
  const on = stage()

  it("shows a payment by its id, in its charge, and in the list", async () => {
    const txid = await on.charge()
    const e2eid = on.bank.pay(txid, { info: "obrigada" })
    const { body } = await on.caller.getPix(e2eid)
    expect(body).to.deep.equal({
      ...{ endToEndId: e2eid, txid, valor: "37.00", componentesValor: { original: { valor: "37.00" } } },
      ...{ chave: on.bank.key, horario: "2026-11-20T15:00:00.000Z", infoPagador: "obrigada" },
    })
    expect(e2eid).to.match(/^E[0-9A-Z]{8}202611201500[0-9A-Za-z]{11}$/)
    expect((await on.caller.getCob(txid)).body).to.deep.include({ status: "CONCLUIDA", pix: [body] })
    expect((await on.caller.list("pix", { txid })).body.pix).to.deep.equal([body])
    expect(on.bank.ledger()).to.deep.equal([
      { e2eid, txid, cnpj: on.bank.account.cnpj, key: on.bank.key, at: NOON, received: 3700, returned: 0, byMed: 0, pending: 0 },
    ])
  })

  it("has payers that pay by the code", async () => {
    const txid = await on.charge()
    const { pixCopiaECola } = (await on.caller.getCob(txid)).body
    expect((await on.caller.getPix(on.bank.pay(pixCopiaECola))).body.txid).to.equal(txid)
    expect(() => on.bank.pay(`${pixCopiaECola.slice(0, -4)}0000`)).to.throw("check digits")
  })

  it("has payers' banks that refuse what cannot be paid", async () => {
    const [paid, removed, expired] = [await on.charge(), await on.charge(), await on.charge()]
    on.bank.pay(paid)
    on.bank.removeByPsp(removed)
    on.bank.clock.advance(3600_000)
    on.bank.pay(await on.charge())
    on.bank.clock.advance(1)
    expect(() => on.bank.pay(paid)).to.throw("was paid before")
    expect(() => on.bank.pay(removed)).to.throw("was removed")
    expect(() => on.bank.pay(expired)).to.throw("has expired")
    expect(() => on.bank.pay(newTxid())).to.throw("there is no charge")
  })

  it("takes late money, which ends the charge", async () => {
    const txid = await on.charge()
    on.bank.clock.advance(4200_000)
    on.bank.pay(txid, { late: true })
    const { body } = await on.caller.getCob(txid)
    expect([body.status, body.pix[0].horario]).to.deep.equal(["CONCLUIDA", "2026-11-20T16:10:00.000Z"])
  })

  it("takes money of a removed charge, which only the list shows unless told otherwise", async () => {
    const [hidden, shown] = [await on.charge(), await on.charge()]
    for (const txid of [hidden, shown]) await on.caller.patchCob(txid, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })
    const e2eid = on.bank.pay(hidden, { afterRemoval: true })
    on.bank.pay(shown, { afterRemoval: true, isShown: true })
    expect((await on.caller.getCob(hidden)).body)
      .to.include({ status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })
      .and.not.to.have.property("pix")
    expect((await on.caller.list("pix", { txid: hidden })).body.pix[0].endToEndId).to.equal(e2eid)
    expect((await on.caller.getCob(shown)).body.pix).to.have.length(1)
  })

  it("takes a second payment, and one of another amount", async () => {
    const txid = await on.charge()
    on.bank.pay(txid, { amount: 11_000 })
    on.bank.pay(txid, { again: true })
    const amounts = (await on.caller.getCob(txid)).body.pix.map(({ valor }: { valor: string }) => valor)
    expect(amounts).to.deep.equal(["110.00", "37.00"])
  })

  it("concludes a charge before it shows the payment", async () => {
    const txid = await on.charge()
    const e2eid = on.bank.pay(txid, { isShown: false })
    expect((await on.caller.getCob(txid)).body)
      .to.include({ status: "CONCLUIDA" })
      .and.not.to.have.property("pix")
    expect((await on.caller.getPix(e2eid)).status).to.equal(200)
  })

  it("shows a payment later than it was made", async () => {
    const txid = await on.charge()
    on.bank.pay(txid, { unseenMs: 5000 })
    expect([(await on.caller.getCob(txid)).body.status, (await on.caller.list("pix")).body.pix.length]).to.deep.equal([
      "ATIVA",
      0,
    ])
    on.bank.clock.advance(5000)
    expect([(await on.caller.getCob(txid)).body.status, (await on.caller.list("pix")).body.pix.length]).to.deep.equal([
      "CONCLUIDA",
      1,
    ])
  })

  it("has static codes with any txid, also of another key, and payments without a txid", async () => {
    const txid = await on.charge()
    on.bank.account.keys.add("loja@example.com")
    const strange = on.bank.pay(txid, { key: "loja@example.com" })
    const bare = on.bank.payKey(on.bank.key, { amount: 500 })
    const fixed = on.bank.payKey(on.bank.key, { amount: 600, txid: "PEDIDO1" })
    expect((await on.caller.getCob(txid)).body.status).to.equal("ATIVA")
    expect((await on.caller.getPix(strange)).body).to.include({ txid, chave: "loja@example.com" })
    expect((await on.caller.getPix(fixed)).body.txid).to.equal("PEDIDO1")
    const found = async (query: Record<string, string>) =>
      (await on.caller.list("pix", query)).body.pix.map((one: { endToEndId: string }) => one.endToEndId)
    expect(await found({ txIdPresente: "false" })).to.deep.equal([bare])
    expect(await found({ txIdPresente: "true" })).to.have.members([strange, fixed])
    expect(await found({ txid: "PEDIDO1" })).to.deep.equal([fixed])
  })

  it("lists by the time of the payment, both ends in it, in pages of up to 1000", async () => {
    const first = on.bank.payKey(on.bank.key, { amount: 100 })
    on.bank.clock.advance(60_000)
    on.bank.payKey(on.bank.key, { amount: 200, payer: { cnpj: "12345678000195" } })
    const page = async (query: Record<string, string>) => (await on.caller.list("pix", query)).body
    expect(
      (await page({ fim: "2026-11-20T12:00:00-03:00" })).pix.map(({ endToEndId }: { endToEndId: string }) => endToEndId),
    ).to.deep.equal([first])
    expect((await page({ inicio: "2026-11-20T15:01:00Z" })).pix).to.have.length(1)
    expect((await page({ cnpj: "12345678000195" })).pix).to.have.length(1)
    const { parametros, pix } = await page({
      "paginacao.paginaAtual": "2",
      "paginacao.itensPorPagina": "1",
      txIdPresente: "false",
    })
    expect([pix, parametros.txIdPresente, parametros.paginacao]).to.deep.equal([
      [],
      false,
      { paginaAtual: 2, itensPorPagina: 1, quantidadeDePaginas: 2, quantidadeTotalDeItens: 2 },
    ])
    expect((await page({ inicio: "2026-11-21T00:00:00Z" })).parametros.paginacao.quantidadeDePaginas).to.equal(1)
  })

  it("refuses lists whose end is before their beginning, of two documents, or of a longer period than it allows", async () => {
    on.bank.options.maxIntervalDays = 1
    const wrong: Record<string, string>[] = [
      { inicio: "2026-11-22T00:00:01Z" },
      { cpf: "12345678909", cnpj: "12345678000195" },
      {},
    ]
    for (const query of wrong) expect(errorOf(await on.caller.list("pix", query))).to.equal("PixConsultaInvalida")
    expect(errorOf(await on.caller.list("cob", wrong[0]))).to.equal("CobConsultaInvalida")
    expect((await on.caller.list("pix", { inicio: "2026-11-21T00:00:00Z" })).status).to.equal(200)
  })
})

describe("The simulator of a bank sends money back", () => {
  const on = stage()
  const paid = async (payment = {}) => on.bank.pay(await on.charge(), payment)

  it("takes the order, and has the money back with the payer later", async () => {
    const e2eid = await paid()
    const asked = await on.caller.refund(e2eid, "R1", "7.89", { descricao: "uma caneca" })
    expect([asked.status, asked.body.status, asked.body.descricao]).to.deep.equal([201, "EM_PROCESSAMENTO", "uma caneca"])
    expect(asked.body.rtrId).to.match(/^D[0-9A-Z]{8}202611201500[0-9A-Za-z]{11}$/)
    expect((await on.caller.getRefund(e2eid, "R1")).body).to.deep.equal(asked.body)
    expect(on.bank.ledger()[0]).to.include({ pending: 789, returned: 0 })
    on.bank.clock.advance(1000)
    on.bank.settleRefund({ id: "R1" })
    const { body } = await on.caller.getRefund(e2eid, "R1")
    expect([body.status, body.horario.liquidacao]).to.deep.equal(["DEVOLVIDO", "2026-11-20T15:00:01.000Z"])
    expect((await on.caller.getPix(e2eid)).body.devolucoes).to.deep.equal([body])
    expect(on.bank.ledger()[0]).to.include({ pending: 0, returned: 789 })
    expect(() => on.bank.settleRefund()).to.throw("0 devoluções are under way")
  })

  it("does it at once by option", async () => {
    on.bank.options.refunds = "at once"
    expect((await on.caller.refund(await paid(), "R1", "7.89")).body.status).to.equal("DEVOLVIDO")
  })

  it("sends back parts up to the whole, and counts what failed as not sent", async () => {
    const e2eid = await paid()
    await on.caller.refund(e2eid, "R1", "30.00")
    const over = await on.caller.refund(e2eid, "R2", "7.01")
    expect([over.status, errorOf(over)]).to.deep.equal([400, "PixDevolucaoInvalida"])
    on.bank.settleRefund({ failure: "Negado por timeout" })
    expect((await on.caller.getRefund(e2eid, "R1")).body).to.include({ status: "NAO_REALIZADO", motivo: "Negado por timeout" })
    expect((await on.caller.refund(e2eid, "R3", "37.00")).status).to.equal(201)
  })

  it("does not send back what the account lacks", async () => {
    const e2eid = await paid()
    await on.caller.refund(e2eid, "R1", "37.00")
    on.bank.sweep(on.bank.account)
    on.bank.settleRefund()
    expect((await on.caller.getRefund(e2eid, "R1")).body).to.include({ status: "NAO_REALIZADO", motivo: "Saldo insuficiente" })
  })

  it("takes orders for 90 days", async () => {
    const e2eid = await paid()
    on.bank.clock.advance(90 * DAY_MS)
    expect((await on.caller.refund(e2eid, "R1", "1.00")).status).to.equal(201)
    // The day changes at midnight in São Paulo.
    on.bank.clock.set(DateTime.fromMillis(on.bank.clock.now(), { zone: "America/Sao_Paulo" }).endOf("day").toISO()!)
    expect((await on.caller.refund(e2eid, "R2", "1.00")).status).to.equal(201)
    on.bank.clock.advance(1)
    expect(errorOf(await on.caller.refund(e2eid, "R3", "1.00"))).to.equal("PixDevolucaoInvalida")
  })

  it("refuses amounts of 0, cash, and payments and devoluções that nobody made", async () => {
    const e2eid = await paid()
    expect(errorOf(await on.caller.refund(e2eid, "R1", "0.00"))).to.equal("PixDevolucaoInvalida")
    expect(errorOf(await on.caller.refund(e2eid, "R1", "1.00", { natureza: "RETIRADA" }))).to.equal("PixDevolucaoInvalida")
    expect((await on.caller.getRefund(e2eid, "R1")).status).to.equal(404)
    expect(errorOf(await on.caller.getRefund(e2eid, "R1"))).to.equal("PixDevolucaoNaoEncontrada")
    expect(errorOf(await on.caller.refund(`E${"0".repeat(31)}`, "R1", "1.00"))).to.equal("PixNaoEncontrado")
  })

  it("answers a repeated order with the first answer, and never sends back twice", async () => {
    const e2eid = await paid()
    const first = await on.caller.refund(e2eid, "R1", "10.00")
    expect(await on.caller.refund(e2eid, "R1", "10.00")).to.deep.equal(first)
    expect((await on.caller.refund(e2eid, "R1", "11.00")).status).to.equal(400)
    expect(on.bank.ledger()[0]).to.include({ pending: 1000 })
  })

  it("shows what people did in the app and what the special return mechanism took, with ids of the bank", async () => {
    const e2eid = await paid()
    on.bank.refundInApp(e2eid, 700)
    on.bank.returnByMed(e2eid, 1000)
    on.bank.sweep(on.bank.account)
    on.bank.returnByMed(e2eid, undefined, "MED_OPERACIONAL")
    const shown = (await on.caller.getPix(e2eid)).body.devolucoes.map(({ natureza, valor, status }: Record<string, string>) => [
      ...[natureza, valor, status],
    ])
    expect(shown).to.deep.equal([
      ["ORIGINAL", "7.00", "DEVOLVIDO"],
      ["MED_FRAUDE", "10.00", "DEVOLVIDO"],
      ["MED_OPERACIONAL", "20.00", "DEVOLVIDO"],
    ])
    expect(on.bank.ledger()[0]).to.include({ received: 3700, returned: 700, byMed: 3000 })
    expect(() => on.bank.returnByMed(e2eid, 1)).to.throw("0 cents that can go back")
    expect((await on.caller.list("pix", { devolucaoPresente: "true" })).body.pix).to.have.length(1)
    expect((await on.caller.list("pix", { devolucaoPresente: "false" })).body.pix).to.deep.equal([])
  })
})
