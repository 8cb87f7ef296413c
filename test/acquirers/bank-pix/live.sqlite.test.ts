// A live account with Cielo for cards and its bank for PIX. Live mode is on Postgres, so SQLite is enough for test mode.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "chai"
import { clientCertificate } from "../../bank-pix/certificates.ts"
import type { OperationName } from "../../bank-pix/operations.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import { dieAt } from "../../support/app/dying.ts"
import { spawnVintem } from "../../support/app/vintem.ts"
import { findCanaries } from "../../support/bytes/canary.ts"
import { until } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { confirm, eventsOf, newBareToken, newOpenIntent, payWith, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { authorityFile } from "../../support/network/https-sink.ts"
import { type LiveAccount, startLiveAccount } from "./live-account.ts"
import { never, openBankPix } from "./open.ts"

const PATIENCE_MS = 180_000

describe("A live account with PIX at its bank and cards at Cielo", function () {
  this.timeout(600_000)
  let live: LiveAccount
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vintem-bank-"))
    live = await startLiveAccount()
    const { acquirer } = await openBankPix(live.bank)
    expect(await acquirer.register!(live.notificationUrl, never)).to.include({ result: "right" })
    await acquirer.close!()
  })
  afterEach(() => live.bank.faults.clear())
  after(async () => {
    const secrets = [live.bank.client.secret, live.bank.certificate.key.split("\n")[1]!]
    const found = await findCanaries(secrets, live.databases)
    await live.close()
    await rm(folder, { recursive: true })
    expect(found).to.deep.equal([])
  })

  /** The charge at the bank of a code that a payer was shown. */
  const txidOf = ({ next_action }: { next_action: { qr_code_data: string } }) => live.bank.charge(next_action.qr_code_data).txid
  const entryOf = (txid: string) => live.bank.ledger().filter((entry) => entry.txid === txid)
  const statusOf = async (id: string) => (await retrieve(live.merchant, id)).status
  const refund = async (payment_intent: string) =>
    expectStatus(await live.merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
  /** A refund waits for a minute where a notification has just ordered a question about its charge. */
  const refunded = (id: string) =>
    until(async () => (await refundsOf(live.merchant, id)).some(({ status }) => status === "succeeded"), PATIENCE_MS)
  /** As often as a payer tries: a confirm that certainly made nothing is 503. */
  async function newPix() {
    const { id } = await newOpenIntent(live.merchant)
    const token = await newBareToken(live.merchant, "pix")
    const intent = await until(async () => {
      const { status, body } = await confirm(live.merchant, id, token.id)
      return status === 200 && body
    })
    expect(intent.status).to.equal("requires_action")
    return { id, txid: txidOf(intent) }
  }
  /** Pays, and waits until the payment is known. */
  async function pay({ id, txid }: { id: string; txid: string }) {
    live.bank.pay(txid)
    await until(async () => (await statusOf(id)) === "succeeded", PATIENCE_MS)
  }

  it("pays a card at Cielo and a PIX at the bank, and refunds each where it was paid", async () => {
    const card = await payWith(live.merchant, cardFor("Visa"), { amount: 1001 })
    const pix = await newPix()
    const e2eid = live.bank.pay(pix.txid)
    await until(async () => (await statusOf(pix.id)) === "succeeded")
    for (const id of [card.id, pix.id]) await refund(id)
    for (const id of [card.id, pix.id]) await refunded(id)
    expect((await live.cielo.control.ledger()).map(({ captured, voided }) => [captured, voided])).to.deep.equal([[1001, 1001]])
    expect(entryOf(pix.txid)).to.have.lengthOf(1)
    expect(entryOf(pix.txid)[0]).to.include({ e2eid, received: 4990, returned: 4990, pending: 0 })
  })

  it("learns of many payments from one notification, in any order, repeated, and with or without /pix", async () => {
    const [one, two] = [await newPix(), await newPix()]
    live.bank.webhooks.hold()
    for (const { txid } of [one, two]) live.bank.pay(txid)
    for (let stranger = 1; stranger <= 48; stranger++) live.bank.payKey(live.bank.key, { amount: 500, txid: `caixa${stranger}` })
    live.bank.webhooks.release({ order: "reversed", times: 5, bundle: true, path: "as is" })
    for (const { id } of [one, two]) await until(async () => (await statusOf(id)) === "succeeded")
    await live.bank.webhooks.settled()
    const told = { pix: [one, two].map(({ txid }) => ({ txid, endToEndId: entryOf(txid)[0]!.e2eid })) }
    for (const end of ["", "/pix"]) expect(await live.bank.webhooks.forge(live.notificationUrl + end, told)).to.equal(200)
    for (const { id } of [one, two])
      expect((await eventsOf(live.merchant, id)).filter((type) => type === "payment_intent.succeeded")).to.have.lengthOf(1)
    const { attempts } = live.bank.webhooks.sent.at(-1)!
    expect(attempts).to.deep.equal([200])
  })

  it("turns away who does not show the bank's certificate, before anything is read, and who does not know the address", async () => {
    const { txid } = await newPix()
    const body = { pix: [{ txid, endToEndId: `E${"1".repeat(31)}` }] }
    for (const identity of ["none", await clientCertificate()] as const)
      expect(await live.bank.webhooks.forge(`${live.notificationUrl}/pix`, body, identity)).to.equal(null)
    const wrong = live.notificationUrl.replace(/\w{32}(?=\/notifications)/, "x".repeat(32))
    expect(await live.bank.webhooks.forge(wrong, body)).to.equal(404)
    expect(await live.bank.webhooks.forge(live.notificationUrl, { pix: "none" })).to.equal(400)
  })

  it("takes notifications about mandates and their charges at the same address, and believes none", async () => {
    const { id, txid } = await newPix()
    const { forge } = live.bank.webhooks
    const told = { recs: [{ idRec: "RR1234567820261120AbCdEfGhIjK", status: "APROVADA", atualizacao: [] }] }
    for (const end of ["", "/rec"]) expect(await forge(live.notificationUrl + end, told)).to.equal(200)
    const charge = { idRec: told.recs[0]!.idRec, status: "CONCLUIDA", atualizacao: [] }
    for (const known of [txid, txid.replace("vintem", "vrecur")])
      expect(await forge(`${live.notificationUrl}/cobr`, { cobsr: [{ ...charge, txid: known }] })).to.equal(200)
    expect(await forge(`${live.notificationUrl}/rec`, { recs: "none" })).to.equal(400)
    expect(await statusOf(id)).to.equal("requires_action")
  })

  it("is on the attention list once its certificate ends in twenty days, goes on selling, and is off it with a new one", async () => {
    const expiring = async () => {
      const list = ["attention", "list", "--mode", "live", "--account", live.merchant.account, "--json"]
      return (await live.vintem.cli(...list)).json.filter(({ kind }: { kind: string }) => kind === "certificate_expiring")
    }
    const setFor = async (days: number) => {
      const { cert: certificate, key } = await live.bank.newCertificate(live.bank.account, { days })
      await live.setBank({ certificate, key })
    }
    await setFor(20)
    const [item, ...others] = await expiring()
    expect(others).to.deep.equal([])
    const end = new Date(live.bank.clock.now() + 20 * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10)
    expect(item.message).to.contain(`with which payments are made at bank-pix ends on ${end}`)
    await pay(await newPix())
    await setFor(365)
    expect(await expiring()).to.deep.equal([])
  })

  it("removes a canceled PIX at the bank", async () => {
    const { id, txid } = await newPix()
    expectStatus(await live.merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await until(async () => live.bank.charge(txid).status === "REMOVIDA_PELO_USUARIO_RECEBEDOR")
    expect(() => live.bank.pay(txid)).to.throw("was removed")
  })

  const LOST: OperationName[] = ["token", "putCob", "getCob", "getPix", "putDevolucao", "getDevolucao"]
  for (const operation of LOST)
    for (const fault of ["cut_before", "cut_after"])
      it(`is paid and refunded once where an answer is lost: ${operation}, ${fault}`, async () => {
        if (operation === "token") live.bank.expireTokens()
        live.bank.faults.next({ operation, fault })
        if (operation === "getDevolucao") live.bank.faults.next({ operation: "putDevolucao", fault: "cut_after" })
        const pix = await newPix()
        await pay(pix)
        await refund(pix.id)
        await refunded(pix.id)
        expect(entryOf(pix.txid)).to.have.lengthOf(1)
        expect(entryOf(pix.txid)[0]).to.include({ received: 4990, returned: 4990, pending: 0 })
        expect(live.bank.calls("putCob").filter(({ path }) => path.endsWith(pix.txid))).to.have.lengthOf(1)
      })

  describe("after kill -9", () => {
    async function dieIn(step: string, path: string, body: object): Promise<void> {
      const env = { ...live.env, NODE_EXTRA_CA_CERTS: await authorityFile(folder), LOG_LEVEL: "silent" }
      const victim = await spawnVintem(env, { databases: live.databases, live: true, role: "api" })
      await dieAt(victim, step, () => victim.request("POST", path, body, { key: live.merchant.key }))
    }

    it("between the bank's answer to a refund and its commit: the refund is found, and not made again", async () => {
      const pix = await newPix()
      await pay(pix)
      await dieIn("refund: acquirer answered", "/v1/refunds", { payment_intent: pix.id })
      await refunded(pix.id)
      expect(entryOf(pix.txid)[0]).to.include({ received: 4990, returned: 4990, pending: 0 })
      expect(await refundsOf(live.merchant, pix.id)).to.have.lengthOf(1)
    })

    it("between the bank's answer to a charge and its commit: the charge is made once, and its money is never lost", async () => {
      const { id } = await newOpenIntent(live.merchant)
      const token = await newBareToken(live.merchant, "pix")
      const before = live.bank.calls("putCob").length
      await dieIn("confirm: acquirer answered", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
      const [put, ...more] = live.bank.calls("putCob").slice(before)
      expect(more).to.deep.equal([])
      await pay({ id, txid: put!.path.split("/").at(-1)! })
      expect(await statusOf(id)).to.equal("succeeded")
    })
  })
})
