import { expect } from "chai"
import { automaticStage } from "../automatic-stage.ts"
import { type Listener, startListener } from "../listener.ts"
import { errorOf } from "../stage.ts"

type Item = { status: string; idRec?: string; txid?: string }

describe("The simulator of a bank tells of mandates and their charges", () => {
  const on = automaticStage({ accounts: 2 })
  let listener: Listener
  beforeEach(async () => {
    listener = await startListener(on.bank.webhookAuthority)
    for (const path of ["/webhookrec", "/webhookcobr"])
      expect((await on.caller.automatic("PUT", path, { webhookUrl: listener.url })).status).to.equal(200)
  })
  afterEach(() => listener.close())
  const told = async (name: "recs" | "cobsr") => {
    await on.bank.webhooks.settled()
    // Calls that begin together may arrive in any order.
    return listener.received.flatMap(({ body }) => (body[name] ?? []) as Item[])
  }

  it("at /rec and at /cobr, with its certificate, what they are at that time", async () => {
    const idRec = await on.agreed()
    await on.bank.webhooks.settled()
    const rec = (await on.caller.automatic("GET", `/rec/${idRec}`)).body
    const { status, atualizacao, ativacao } = rec
    expect(listener.received).to.deep.equal([
      { path: "/hooks/rec", body: { recs: [{ idRec, status, atualizacao, ativacao }] }, hasCertificate: true },
    ])
    const txid = await on.due(idRec)
    on.bank.clock.advance(60_000)
    await on.bank.webhooks.settled()
    const cobr = await on.recurring(txid)
    const { tentativas } = cobr
    expect(listener.received[1]).to.deep.include({
      path: "/hooks/cobr",
      body: { cobsr: [{ idRec, txid, status: "ATIVA", atualizacao: cobr.atualizacao, tentativas }] },
    })
  })

  it("each time that a status changes, also of a try, and with the payment, but not what the merchant has made", async () => {
    const idRec = await on.agreed()
    const txid = await on.due(idRec)
    on.bank.payerHas(idRec, 0)
    on.bank.clock.set("2026-12-10T21:00")
    await on.caller.automatic("POST", `/cobr/${txid}/retentativa/2026-12-11`)
    on.bank.payerHas(idRec, 3500)
    on.bank.clock.set("2026-12-11T08:00")
    const tries = (await told("cobsr")).map((one) =>
      (one as unknown as { tentativas: Item[] }).tentativas.map(({ status }) => status),
    )
    expect(tries).to.have.deep.members([
      ["AGENDADA"],
      ["EXPIRADA"],
      ["EXPIRADA", "SOLICITADA"],
      ["EXPIRADA", "AGENDADA"],
      ["EXPIRADA", "PAGA"],
    ])
    const paid = (await told("cobsr")).find(({ status }) => status === "CONCLUIDA")
    expect(paid).to.deep.include({ pix: (await on.recurring(txid)).pix })
    on.bank.cancelMandate(idRec)
    expect((await told("recs")).map(({ status }) => status)).to.have.members(["APROVADA", "CANCELADA"])
    // It has no key, so no key's webhook tells it.
    expect(listener.received.some(({ body }) => body.pix)).to.equal(false)
  })

  it("nothing of a mandate that ends when it is read", async () => {
    on.bank.options.mandateExpiry = "when read"
    const calendario = { dataInicial: "2026-12-10", dataFinal: "2026-12-10", periodicidade: "MENSAL" }
    const idRec = await on.mandate({ calendario })
    on.bank.clock.set("2026-12-12T12:00")
    expect((await on.caller.automatic("GET", `/rec/${idRec}`)).body.status).to.equal("EXPIRADA")
    expect(await told("recs")).to.deep.equal([])
  })

  it("nothing of money that goes back, unless the bank does", async () => {
    const txid = await on.due(await on.agreed())
    on.bank.clock.set("2026-12-10T08:00")
    const e2eid = on.bank.ledger()[0]!.e2eid
    const before = (await told("cobsr")).length
    on.bank.returnByMed(e2eid, 1000, "MED_PIX_AUTOMATICO")
    expect(await told("cobsr")).to.have.length(before)
    on.bank.options.returnsToldToCobr = true
    on.bank.returnByMed(e2eid, 2500, "MED_PIX_AUTOMATICO")
    expect((await told("cobsr")).at(-1)).to.deep.include({ txid, pix: (await on.recurring(txid)).pix })
  })

  it("late, in any order, several times, several in one, at another path, or never", async () => {
    on.bank.webhooks.hold()
    const [one, other] = [await on.agreed(), await on.agreed()]
    await on.due(one)
    on.bank.clock.advance(60_000)
    on.bank.cancelMandate(other)
    expect(await told("recs")).to.deep.equal([])
    on.bank.webhooks.release({ order: "reversed", times: 2, bundle: true, path: "as is" })
    await on.bank.webhooks.settled()
    const recs = listener.received.filter(({ body }) => body.recs)
    expect(recs.map(({ path, body }) => [path, body.recs.map(({ idRec, status }: Item) => [idRec, status])])).to.deep.equal(
      Array(2).fill([
        "/hooks",
        [
          [other, "CANCELADA"],
          [other, "APROVADA"],
          [one, "APROVADA"],
        ],
      ]),
    )
    expect((await told("cobsr")).map(({ status }) => status)).to.deep.equal(["ATIVA", "ATIVA"])
    on.bank.webhooks.hold()
    await on.agreed()
    on.bank.webhooks.drop()
    on.bank.webhooks.release()
    expect(await told("recs")).to.have.length(6)
  })

  it("the merchant's own only, at one address each, until he deletes it", async () => {
    const stranger = await on.newCaller(on.bank.merchants[1])
    await stranger.signIn()
    for (const path of ["/webhookrec", "/webhookcobr"]) {
      const shown = await on.caller.automatic("GET", path)
      expect([shown.status, shown.body]).to.deep.equal([200, { webhookUrl: listener.url, criacao: "2026-11-20T15:00:00.000Z" }])
      for (const method of ["GET", "DELETE"] as const) {
        const missing = await stranger.automatic(method, path)
        expect([missing.status, errorOf(missing)]).to.deep.equal([404, "NaoEncontrado"])
      }
      expect((await on.caller.automatic("DELETE", path)).status).to.equal(204)
      expect((await on.caller.automatic("DELETE", path)).status).to.equal(404)
    }
    await on.agreed()
    expect(await told("recs")).to.deep.equal([])
  })

  it("at addresses with https only", async () => {
    for (const [path, error] of [
      ["/webhookrec", "WebhookRecOperacaoInvalida"],
      ["/webhookcobr", "WebhookCobROperacaoInvalida"],
    ] as const) {
      const refused = await on.caller.automatic("PUT", path, { webhookUrl: "http://127.0.0.1/hooks" })
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, error])
    }
  })
})

describe("The simulator of Efí tells of mandates", () => {
  const on = automaticStage({ profile: "efi" })

  it("at addresses only that turn away who has no certificate, and again where a call fails", async () => {
    const naive = await startListener(on.bank.webhookAuthority, { isOpen: true })
    const listener = await startListener(on.bank.webhookAuthority)
    expect((await on.caller.automatic("PUT", "/webhookrec", { webhookUrl: naive.url })).status).to.equal(400)
    expect((await on.caller.automatic("PUT", "/webhookrec", { webhookUrl: listener.url })).status).to.equal(200)
    listener.answers.status = 500
    await on.agreed()
    await on.bank.webhooks.settled()
    listener.answers.status = 200
    on.bank.clock.advance(5 * 60_000)
    await on.bank.webhooks.settled()
    expect(on.bank.webhooks.sent.map(({ attempts }) => attempts)).to.deep.equal([[500, 200]])
    for (const one of [naive, listener]) await one.close()
  })
})
