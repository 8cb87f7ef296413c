import { expect } from "chai"
import { createCA } from "mkcert"
import { testCertificate } from "../support/network/https-sink.ts"
import { openAccount } from "./accounts.ts"
import { startBankPix } from "./bank-pix.ts"
import { type Caller, callerOf } from "./caller.ts"
import { errorOf, newTxid, stage, termsFor } from "./stage.ts"

const subject = { organization: "Nobody", countryCode: "BR", state: "SP", locality: "Sao Paulo", validity: 2 }

describe("The simulator of a bank lets in", () => {
  const on = stage({ accounts: 2 })
  const failureOf = async (caller: Caller) => (await caller.signIn().catch(String)).toString()

  it("nobody without a certificate, not even for a token, and calls that misuse", async () => {
    const caller = await on.newCaller(on.bank.merchants[0], null)
    expect(await failureOf(caller)).to.match(/certificate|socket|ECONNRESET/i)
    expect(on.bank.misuse()).to.deep.equal(["a call came without a certificate"])
    on.bank.allowMisuse(/without a certificate/)
  })

  it("nobody with a certificate of another authority, or with one that has expired", async () => {
    const foreign = await testCertificate(undefined, { issuer: createCA(subject) })
    const expired = await on.bank.newCertificate(on.bank.account, { days: -1 })
    for (const certificate of [foreign, expired]) {
      const caller = await on.newCaller(on.bank.merchants[0], certificate)
      expect(await failureOf(caller)).to.match(/socket|ECONNRESET|certificate/i)
    }
    expect(on.bank.calls("token")).to.have.length(1)
  })

  it("a client with a wrong secret, another client's certificate, or a wrong id nowhere", async () => {
    const [, other] = on.bank.merchants
    expect((await on.caller.signIn({ secret: "wrong" })).status).to.equal(401)
    expect((await on.caller.signIn({ id: "nobody" })).status).to.equal(401)
    const stranger = await on.newCaller(on.bank.merchants[0], other!.certificate)
    expect((await stranger.signIn()).body).to.deep.equal({ error: "invalid_client" })
  })

  it("a token with the certificate only with which it was asked for", async () => {
    const renewed = await on.bank.newCertificate(on.bank.account)
    const caller = await on.newCaller(on.bank.merchants[0], renewed)
    caller.useToken(on.caller.token())
    expect((await caller.getCob(newTxid())).status).to.equal(401)
    await caller.signIn()
    expect((await caller.getCob(newTxid())).status).to.equal(404)
  })

  it("no token after its time, of the time that the answer says", async () => {
    const { body } = await on.caller.signIn()
    expect(body).to.include({ token_type: "Bearer", expires_in: 3600 })
    on.bank.ageTokens(3599_000)
    expect((await on.caller.getCob(newTxid())).status).to.equal(404)
    on.bank.ageTokens(1000)
    expect((await on.caller.getCob(newTxid())).status).to.equal(401)
  })

  it("a token where it has the scope only, and grants no scope that the client lacks", async () => {
    const { body } = await on.caller.signIn({ scope: "cob.read pix.write lotecobv.write" })
    expect(body.scope).to.equal("cob.read pix.write")
    const refused = await on.caller.putCob(newTxid(), termsFor(on.bank))
    expect([refused.status, errorOf(refused)]).to.deep.equal([403, "AcessoNegado"])
    expect((await on.caller.getCob(newTxid())).status).to.equal(404)
    on.bank.account.scopes = ["cob.read"]
    expect((await on.caller.signIn({ scope: "pix.read" })).body).to.deep.equal({ error: "invalid_scope" })
  })

  it("each merchant to his own charges only", async () => {
    const txid = await on.charge()
    const other = await on.newCaller(on.bank.merchants[1])
    await other.signIn()
    expect((await other.getCob(txid)).status).to.equal(404)
    const e2eid = on.bank.pay(txid)
    expect((await other.getPix(e2eid)).status).to.equal(404)
    expect((await other.refund(e2eid, "1", "1.00")).status).to.equal(404)
    expect((await other.list("pix")).body.pix).to.deep.equal([])
    // A txid is unique for a merchant, not for a bank.
    const { key } = on.bank.merchants[1]!
    expect((await other.putCob(txid, termsFor({ key }))).status).to.equal(201)
  })

  it("no body that is not called JSON, or is none", async () => {
    on.bank.allowMisuse(/Content-Type must be|must be JSON/)
    const terms = JSON.stringify(termsFor(on.bank))
    const texts = { "content-type": "text/plain" }
    expect(errorOf(await on.caller.call("PUT", `/cob/${newTxid()}`, terms, texts))).to.equal("CobOperacaoInvalida")
    expect(errorOf(await on.caller.call("PUT", `/cob/${newTxid()}`, "{"))).to.equal("CobOperacaoInvalida")
  })

  it("no call to a path that the contract does not have", async () => {
    const { status, type } = await on.caller.call("GET", "/lotecobv/a")
    expect([status, type]).to.deep.equal([404, "text/html"])
    expect(on.bank.misuse()).to.deep.equal(["there is no GET /api/v2/lotecobv/a"])
    on.bank.allowMisuse(/there is no GET/)
  })

  it("a client that asks for a token for each call, but calls that misuse", async () => {
    for (let count = 0; count < 2; count++) {
      await on.caller.signIn()
      await on.caller.getCob(newTxid())
    }
    expect(on.bank.misuse()).to.deep.equal(["a token was fetched for each call, although the one before had time left"])
    on.bank.allowMisuse(/token was fetched/)
  })

  it("a client that asks for another token after a 401 with a good one", async () => {
    for (let count = 0; count < 5; count++) {
      on.bank.faults.next({ operation: "getCob", fault: "unauthorized" })
      expect((await on.caller.getCob(newTxid())).status).to.equal(401)
      expect((await on.caller.getCob(newTxid())).status).to.equal(401)
      await on.caller.signIn()
    }
    expect((await on.caller.getCob(newTxid())).status).to.equal(404)
  })

  it("all with accounts, keys and clients of their own, and tells their secrets in a text", async () => {
    const { account } = await openAccount(2)
    expect(account.cnpj).to.match(/^\d{14}$/)
    const [first, second] = on.bank.merchants
    expect(first!.key).not.to.equal(second!.key)
    expect(on.bank.secretsIn("all is well")).to.deep.equal([])
    const log = `secret=${second!.client.secret} ${on.caller.token()} -----BEGIN PRIVATE KEY-----`
    expect(on.bank.secretsIn(log)).to.deep.equal([`the secret of ${second!.client.id}`, "a token", "a private key"])
  })
})

describe("The simulator of a bank ends", () => {
  it("with an error after misuse", async () => {
    const bank = await startBankPix()
    const caller = await callerOf(bank)
    await caller.signIn()
    await caller.call("POST", "/cob", termsFor(bank))
    await caller.close()
    expect(await bank.close().then(() => "closed", String)).to.contain("The bank was misused:\nPOST /cob")
  })
})
