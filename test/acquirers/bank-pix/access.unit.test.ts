// Tokens, certificates, and what a bank's refusal of a call means.
import { X509Certificate } from "node:crypto"
import { expect } from "chai"
import pino from "pino"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { readConfig } from "../../../src/config/config.ts"
import { clientCertificate } from "../../bank-pix/certificates.ts"
import { PROFILES, type ProfileName } from "../../bank-pix/profiles.ts"
import { testAuthority } from "../../support/network/https-sink.ts"
import { p12Of } from "../../support/network/p12.ts"
import { atBank, resultOf } from "./at-bank.ts"
import { membersFor, never, pixSale, refundOf } from "./open.ts"

const DAY = 86_400_000

describe("Access to the merchant's bank", () => {
  const on = atBank()
  const create = () => on.acquirer.createPix(pixSale(), never)
  const tokens = () => on.bank.calls("token").length

  it("needs one token for twenty calls at once, and one more once it has ended", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => resultOf(create())))
    expect(new Set(results)).to.deep.equal(new Set(["action_required"]))
    expect(tokens()).to.equal(1)
    on.bank.expireTokens()
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => resultOf(create()))))).to.deep.equal(
      new Set(["action_required"]),
    )
    expect(tokens()).to.equal(2)
  })

  it("needs a new token where the bank takes one no longer that has time left", async () => {
    await create()
    on.bank.faults.next({ operation: "putCob", fault: "unauthorized" })
    expect(await resultOf(create())).to.equal("action_required")
    expect(tokens()).to.equal(2)
  })

  it("that is refused twice needs an operator, and loses nothing", async () => {
    on.bank.allowMisuse(/token was fetched for each call/)
    const { e2eid, sale } = await on.paid()
    on.bank.faults.next({ fault: "unauthorized", times: 8 })
    expect(await create()).to.deep.equal({ result: "unavailable", refused: true })
    expect(await on.acquirer.refund(refundOf(e2eid), never)).to.deep.equal({ result: "unavailable", refused: true })
    expect(await resultOf(on.lookUp(sale))).to.equal("CallRefused")
    expect(JSON.stringify(on.lines)).to.contain("a bank refuses the credentials of an account")
    on.bank.faults.clear()
    expect(await resultOf(on.lookUp(sale))).to.equal("approved")
  })

  it("with a wrong secret sends nothing else, and needs an operator", async () => {
    const members = { ...membersFor(on.bank), client_secret: "another-secret" }
    const { acquirer, lines } = await on.another({ members })
    expect(await acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable", refused: true })
    expect(on.bank.calls("putCob")).to.have.lengthOf(0)
    expect(JSON.stringify(lines)).to.not.contain("another-secret")
  })

  it("goes on with later credentials of the same key, if the earlier ones are refused", async () => {
    const { cert, key } = await on.bank.newCertificate(on.bank.account)
    const later = { ...membersFor(on.bank), certificate: cert, key }
    const before = { ...membersFor(on.bank), client_secret: "an-old-secret" }
    const { acquirer } = await on.another({ members: before, renewed: async () => later })
    expect(await resultOf(acquirer.createPix(pixSale(), never))).to.equal("action_required")
    expect(await resultOf(acquirer.createPix(pixSale(), never))).to.equal("action_required")
  })

  it("is none at an address set for the account whose name leads into our own network", async () => {
    const { origin, pathname, port } = new URL(on.bank.urls.base)
    const own = `https://localhost:${port}${pathname}`
    const kind = bankPixKind({ ca: [(await testAuthority()).cert], now: on.bank.clock.now })
    const open = (base_url: string) => {
      const members = {
        ...membersFor(on.bank),
        base_url,
        token_url: on.bank.urls.token.replace(origin, `https://localhost:${port}`),
      }
      const given = { id: "cred_1", account: "acct_1", members, renewed: async () => undefined }
      return kind.open(given, readConfig({}), pino({ level: "silent" }))
    }
    const acquirer = open(own)
    const before = on.bank.calls().length
    expect(await acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable" })
    expect(on.bank.calls()).to.have.lengthOf(before)
    await acquirer.close!()
  })

  it("may be by the bank's file .p12, whose end is known before it comes", async () => {
    const certificate = await on.bank.newCertificate(on.bank.account, { days: 20 })
    const { certificate: _, key: __, ...others } = membersFor(on.bank)
    const members = { ...others, p12: p12Of(certificate, "Senha"), passphrase: "Senha" }
    const { acquirer } = await on.another({ members })
    expect(await acquirer.createPix(pixSale(), never)).to.include({ result: "action_required" })
    const end = Date.parse(new X509Certificate(certificate.cert).validTo) / 1000
    expect(bankPixKind().certificateEnd!(members)).to.equal(end)
  })

  it("with a p12 that has ended is no access, and a stranger's is turned away", async () => {
    const p12For = async (certificate: { cert: string; key: string }) => {
      const { certificate: _, key: __, ...others } = membersFor(on.bank)
      return on.another({ members: { ...others, p12: p12Of(certificate, "") } })
    }
    const ended = await p12For(await on.bank.newCertificate(on.bank.account, { days: -1 }))
    expect(await ended.acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable", refused: true })
    const stranger = await p12For(await clientCertificate())
    expect(await stranger.acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable", refused: true })
  })

  it("with a certificate that has ended is no access: nothing is sent, so nothing is unknown", async () => {
    const { cert, key } = await on.bank.newCertificate(on.bank.account, { days: 1 })
    const { acquirer } = await on.another({
      members: { ...membersFor(on.bank), certificate: cert, key },
      now: () => Date.now() + 3 * DAY,
    })
    expect(await acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable", refused: true })
    expect(on.bank.calls()).to.have.lengthOf(0)
    expect(bankPixKind().certificateEnd!({ ...membersFor(on.bank), certificate: cert })).to.be.closeTo(
      Date.now() / 1000 + 86_400,
      3600,
    )
  })

  it("to a bank that cannot be reached is certainly not a charge", async () => {
    const kind = bankPixKind()
    const addresses = { ...readConfig({}), bankPixUrl: "https://127.0.0.1:1", bankPixTokenUrl: "https://127.0.0.1:1/token" }
    const given = { id: "cred_1", account: "acct_1", members: membersFor(on.bank), renewed: async () => undefined }
    const acquirer = kind.open(given, addresses, pino({ level: "silent" }))
    expect(await acquirer.createPix(pixSale(), never)).to.deep.equal({ result: "unavailable" })
    await acquirer.close!()
  })

  it("is not asked for while the bank wants no calls, and nothing is unknown", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "too_many:30" })
    expect(await create()).to.deep.equal({ result: "unavailable" })
    const calls = on.bank.calls().length
    expect(await create()).to.deep.equal({ result: "unavailable" })
    expect(on.bank.calls()).to.have.lengthOf(calls)
  })

  it("without a scope that is needed is told to the operator, once for each token", async () => {
    on.bank.account.scopes = on.bank.account.scopes.filter((scope) => scope !== "pix.write")
    const { e2eid } = await on.paid()
    expect(await on.acquirer.refund(refundOf(e2eid), never)).to.deep.equal({ result: "unavailable", refused: true })
    const told = on.lines.filter(({ scopes }) => scopes)
    expect(told.map(({ scopes }) => scopes)).to.deep.equal([["pix.write"]])
  })

  it("waits no longer than a call may take", async () => {
    on.bank.faults.next({ operation: "putCob", fault: "hang_after" })
    expect(await resultOf(on.acquirer.createPix(pixSale(), AbortSignal.timeout(300)))).to.equal("NoAnswer")
  })
})

for (const profile of Object.keys(PROFILES) as ProfileName[])
  describe(`Access to a bank like ${profile}`, () => {
    const on = atBank({ profile })

    it("asks for the scopes that are used, and no others", async () => {
      await on.acquirer.createPix(pixSale(), never)
      expect(on.bank.calls("token")).to.have.lengthOf(1)
      expect(on.lines).to.deep.equal([])
    })

    it("tells a failure of the bank from a refusal", async () => {
      for (const fault of ["error_before:500", "error_before:503", "html_before:502"]) {
        on.bank.faults.next({ operation: "putCob", fault })
        expect(await resultOf(on.acquirer.createPix(pixSale(), never)), fault).to.equal("unknown")
      }
    })
  })
