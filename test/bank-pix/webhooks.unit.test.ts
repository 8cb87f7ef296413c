import { expect } from "chai"
import { testCertificate } from "../support/network/https-sink.ts"
import { type Listener, startListener } from "./listener.ts"
import { PROFILES } from "./profiles.ts"
import { errorOf, stage } from "./stage.ts"

describe("The simulator of a bank calls webhooks", () => {
  const on = stage({ accounts: 2 })
  let listener: Listener
  beforeEach(async () => {
    listener = await startListener(on.bank.webhookAuthority)
    await on.caller.setHook(on.bank.key, listener.url)
  })
  afterEach(() => listener.close())
  const told = async () => {
    await on.bank.webhooks.settled()
    return listener.received.flatMap(({ body }) => body.pix)
  }

  it("with its certificate at the path /pix, when money arrives", async () => {
    const txid = await on.charge()
    const e2eid = on.bank.pay(txid)
    await told()
    const pix = (await on.caller.getPix(e2eid)).body
    expect(listener.received).to.deep.equal([{ path: "/hooks/pix", body: { pix: [pix] }, hasCertificate: true }])
    expect(on.bank.webhooks.sent.map(({ attempts }) => attempts)).to.deep.equal([[200]])
  })

  it("when a devolução has ended, done or not, and not before", async () => {
    const e2eid = on.bank.pay(await on.charge())
    await on.caller.refund(e2eid, "R1", "10.00")
    await on.caller.refund(e2eid, "R2", "10.00")
    on.bank.settleRefund({ id: "R1" })
    on.bank.settleRefund({ id: "R2", failure: "Negado" })
    on.bank.returnByMed(e2eid, 100)
    const statuses = (await told()).map(({ devolucoes = [] }) => devolucoes.map(({ status }: { status: string }) => status))
    expect(statuses).to.have.deep.members([
      [],
      ["EM_PROCESSAMENTO", "DEVOLVIDO"],
      ["DEVOLVIDO", "NAO_REALIZADO"],
      ["DEVOLVIDO", "NAO_REALIZADO", "DEVOLVIDO"],
    ])
  })

  it("not about payments without a txid, nor about charges that are made, changed or removed", async () => {
    on.bank.payKey(on.bank.key, { amount: 100 })
    const txid = await on.charge()
    await on.caller.patchCob(txid, { status: "REMOVIDA_PELO_USUARIO_RECEBEDOR" })
    on.bank.removeByPsp(await on.charge())
    on.bank.pay(await on.charge(), { isTold: false })
    expect(await told()).to.deep.equal([])
  })

  it("of the key that was paid, only", async () => {
    on.bank.account.keys.add("loja@example.com")
    await on.caller.setHook("loja@example.com", `${listener.url}/other/`)
    on.bank.pay(await on.charge(), { key: "loja@example.com" })
    await told()
    expect(listener.received.map(({ path }) => path)).to.deep.equal(["/hooks/other/pix"])
  })

  it("late, in any order, several times, several in one, at another path, or never", async () => {
    on.bank.webhooks.hold()
    const paid = [on.bank.pay(await on.charge()), on.bank.pay(await on.charge())]
    expect(await told()).to.deep.equal([])
    on.bank.webhooks.release({ order: "reversed", times: 2, bundle: true, path: "as is" })
    await told()
    const ids = listener.received.map(({ path, body }) => [path, body.pix.map((one: { endToEndId: string }) => one.endToEndId)])
    expect(ids).to.deep.equal([
      ["/hooks", paid.toReversed()],
      ["/hooks", paid.toReversed()],
    ])
    on.bank.webhooks.hold()
    on.bank.pay(await on.charge())
    on.bank.webhooks.drop()
    on.bank.webhooks.release()
    expect(await told()).to.have.length(4)
  })

  it("by the name of anybody, with his certificate or without one", async () => {
    const body = { pix: [{ endToEndId: `E${"0".repeat(31)}`, txid: "a", valor: "1.00", horario: "2026-11-20T15:00:00Z" }] }
    expect(await on.bank.webhooks.forge(listener.url, body, "none")).to.equal(null)
    expect(await on.bank.webhooks.forge(listener.url, body, await testCertificate())).to.equal(null)
    expect(await on.bank.webhooks.forge(listener.url, body)).to.equal(200)
    expect(listener.received.map(({ hasCertificate }) => hasCertificate)).to.deep.equal([true])
  })

  it("at another merchant's address, where one of its clients says so", async () => {
    const [, stranger] = on.bank.merchants
    const other = await on.newCaller(stranger)
    await other.signIn()
    expect((await other.setHook(stranger!.key, listener.url)).status).to.equal(200)
    on.bank.payKey(stranger!.key, { amount: 100, txid: "a".repeat(26) })
    expect((await told())[0]).to.include({ txid: "a".repeat(26), chave: stranger!.key })
  })

  it("no longer after they were deleted, or after the bank dropped them", async () => {
    const path = `/webhook/${on.bank.key}`
    const shown = await on.caller.call("GET", path)
    expect(shown.body).to.deep.include({ webhookUrl: listener.url, criacao: "2026-11-20T15:00:00.000Z" })
    const { body } = await on.caller.call("GET", "/webhook")
    expect(body.webhooks).to.deep.equal([shown.body])
    expect((await on.caller.call("DELETE", path)).status).to.equal(204)
    for (const method of ["GET", "DELETE"] as const)
      expect(errorOf(await on.caller.call(method, path))).to.equal("WebhookNaoEncontrado")
    await on.caller.setHook(on.bank.key, listener.url)
    on.bank.dropWebhook(on.bank.account, on.bank.key)
    on.bank.pay(await on.charge())
    expect(await told()).to.deep.equal([])
  })

  it("at addresses with https of own keys only", async () => {
    const plain = await on.caller.setHook(on.bank.key, "http://127.0.0.1/hooks")
    const foreign = await on.caller.setHook("somebody@example.com", listener.url)
    for (const refused of [plain, foreign])
      expect([refused.status, errorOf(refused)]).to.deep.equal([400, "WebhookOperacaoInvalida"])
  })
})

describe("The simulator of Efí calls webhooks", () => {
  const on = stage({ profile: "efi" })
  const open: Listener[] = []
  const listen = async (options?: Parameters<typeof startListener>[1]) => {
    const one = await startListener(on.bank.webhookAuthority, options)
    open.push(one)
    return one
  }
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close()
  })

  it("at addresses only that turn away who has no certificate, and take its own call", async () => {
    const closed = await listen()
    expect((await on.caller.setHook(on.bank.key, closed.url)).status).to.equal(200)
    expect(closed.received.map(({ body }) => body.evento)).to.deep.equal(["teste_webhook"])
    closed.answers.status = 500
    expect((await on.caller.setHook(on.bank.key, closed.url)).status).to.equal(400)
    const naive = await listen({ isOpen: true })
    const refused = await on.caller.setHook(on.bank.key, naive.url)
    expect([refused.status, refused.body.mensagem]).to.deep.equal([
      400,
      "A URL informada não rejeitou uma chamada sem certificado (mTLS).",
    ])
    const skipped = await on.caller.setHook(on.bank.key, naive.url, { "x-skip-mtls-checking": "true" })
    expect([skipped.status, naive.received.length]).to.deep.equal([200, 1])
  })

  it("at the address itself where it has a query, and else at /pix", async () => {
    const listener = await listen()
    await on.caller.setHook(on.bank.key, `${listener.url}?ignorar=`)
    on.bank.pay(await on.charge())
    await on.caller.setHook(on.bank.key, listener.url)
    on.bank.pay(await on.charge())
    await on.bank.webhooks.settled()
    const paths = listener.received.filter(({ body }) => body.pix).map(({ path }) => path)
    expect(paths).to.deep.equal(["/hooks?ignorar=", "/hooks/pix"])
  })

  it("ten times more where they fail, each time after twice as long", async () => {
    const listener = await listen()
    await on.caller.setHook(on.bank.key, listener.url)
    listener.answers.status = 500
    on.bank.pay(await on.charge())
    await on.bank.webhooks.settled()
    const attempts = () => on.bank.webhooks.sent[0]!.attempts.length
    for (const [count, minutes] of PROFILES.efi.webhook.retryMinutes.entries()) {
      on.bank.clock.advance(minutes * 60_000 - 1)
      await on.bank.webhooks.settled()
      expect(attempts()).to.equal(count + 1)
      on.bank.clock.advance(1)
      await on.bank.webhooks.settled()
      expect(attempts()).to.equal(count + 2)
    }
    on.bank.clock.advance(100_000 * 60_000)
    await on.bank.webhooks.settled()
    expect(attempts()).to.equal(11)
  })
})
