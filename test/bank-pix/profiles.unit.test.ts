import { expect } from "chai"
import { PROFILES, type ProfileName } from "./profiles.ts"
import { errorOf, newTxid, stage, termsFor } from "./stage.ts"

const WITH_CODE = (Object.keys(PROFILES) as ProfileName[]).filter((name) => PROFILES[name].code)
const REPEATED: Record<number, ProfileName[]> = { 409: ["efi"], 200: ["sicredi"] }
const REPEATED_REFUND: Record<number, ProfileName[]> = { 409: ["efi"], 400: ["bb"] }

const statusOf = (table: Record<number, ProfileName[]>, name: ProfileName) =>
  Number(Object.keys(table).find((status) => table[Number(status)]!.includes(name)) ?? 201)

for (const name of Object.keys(PROFILES) as ProfileName[]) {
  describe(`The simulator of a bank of the profile ${name}`, () => {
    const on = stage({ profile: name })

    it("gives a token, takes a charge and its money, and sends it back", async () => {
      const { status, body } = await on.caller.putCob(newTxid(), termsFor(on.bank))
      expect([status, "pixCopiaECola" in body]).to.deep.equal([201, WITH_CODE.includes(name)])
      const e2eid = on.bank.pay(body.txid)
      expect((await on.caller.refund(e2eid, "R1", "37.00")).status).to.equal(201)
      on.bank.settleRefund()
      expect((await on.caller.getRefund(e2eid, "R1")).body.status).to.equal("DEVOLVIDO")
    })

    it("answers what is repeated in its own way, and does it once", async () => {
      const txid = await on.charge()
      expect((await on.caller.putCob(txid, termsFor(on.bank))).status).to.equal(statusOf(REPEATED, name))
      const e2eid = on.bank.pay(txid)
      await on.caller.refund(e2eid, "R1", "10.00")
      expect((await on.caller.refund(e2eid, "R1", "10.00")).status).to.equal(statusOf(REPEATED_REFUND, name))
      expect(on.bank.ledger().map(({ pending }) => pending)).to.deep.equal([1000])
    })

    it("gives no token for a request of another shape", async () => {
      on.bank.allowMisuse(/secret in its place|no member audience/)
      expect((await on.caller.signIn({ form: { audience: "pix" } })).status).to.equal(400)
      if (on.bank.profile.token.secret === "body") return
      // The secret is in both places, or in the body of a bank that wants none.
      expect((await on.caller.signIn({ form: { client_secret: on.bank.client.secret } })).status).to.equal(400)
    })
  })
}

describe("The simulator of a bank", () => {
  const efi = stage({ profile: "efi" })
  const itau = stage({ profile: "itau" })
  const bb = stage({ profile: "bb" })
  const sicoob = stage({ profile: "sicoob" })
  const bradesco = stage({ profile: "bradesco" })
  const cielo = stage({ profile: "cielo" })

  it("has Efí's errors: {nome, mensagem}", async () => {
    const txid = await efi.charge()
    const repeated = await efi.caller.putCob(txid, termsFor(efi.bank))
    expect([repeated.status, repeated.type, repeated.body.nome]).to.deep.equal([409, "application/json", "txid_duplicado"])
    const e2eid = efi.bank.pay(txid)
    await efi.caller.refund(e2eid, "R1", "1.00")
    expect((await efi.caller.refund(e2eid, "R1", "1.00")).body.nome).to.equal("devolucao_id_duplicado")
    const over = await efi.caller.refund(e2eid, "R2", "37.00")
    expect([over.status, over.body.nome]).to.deep.equal([400, "pix_devolucao_invalida"])
  })

  it("wants a correlation id at Itaú, a key of the application at Banco do Brasil, and the client's id at Sicoob", async () => {
    for (const on of [itau, bb, sicoob]) on.bank.allowMisuse(/each call to this bank has the/)
    const without = { "x-correlationid": "none", client_id: "none" }
    expect((await itau.caller.call("GET", `/cob/${newTxid()}`, undefined, without)).status).to.equal(400)
    expect((await sicoob.caller.call("GET", `/cob/${newTxid()}`, undefined, without)).status).to.equal(400)
    const { origin, pathname } = new URL(bb.bank.urls.base)
    expect((await bb.caller.callAt("GET", `${origin}${pathname}/cob/${newTxid()}?gw-dev-app-key=`)).status).to.equal(400)
    expect(itau.bank.misuse()).to.deep.equal([])
  })

  it("has a general 404 at Banco do Brasil, and a SOAP fault at Bradesco", async () => {
    expect(errorOf(await bb.caller.getCob(newTxid()))).to.equal("NaoEncontrado")
    bradesco.bank.faults.next({ fault: "error_after" })
    const { status, type } = await bradesco.caller.getCob(newTxid())
    expect([status, type]).to.deep.equal([500, "text/xml"])
  })

  it("has charges of 42300 seconds at Cielo", async () => {
    const { body } = await cielo.caller.putCob(newTxid(), termsFor(cielo.bank, { calendario: {} }))
    expect(body.calendario.expiracao).to.equal(42_300)
  })
})
