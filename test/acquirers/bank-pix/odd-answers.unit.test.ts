// Answers that contradict what was asked. A bank that keeps the contract gives none.
import { expect } from "chai"
import pino from "pino"
import type { Acquirer } from "../../../src/acquirers/acquirer.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { readConfig } from "../../../src/config/config.ts"
import { clientCertificate } from "../../bank-pix/certificates.ts"
import { type Sink, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { resultOf } from "./at-bank.ts"
import { never, pixSale, refundOf } from "./open.ts"

const KEY = "loja@example.com"

describe("A bank that answers something else than it was asked", () => {
  let bank: Sink
  let acquirer: Acquirer
  let odd: object
  before(async () => {
    bank = await startSink(({ path }, response) => {
      const txid = path.split("/").at(-1)
      const charge = {
        ...{ txid, status: "ATIVA", chave: KEY, valor: { original: "37.00" }, location: "bank.example/1" },
        calendario: { criacao: new Date().toISOString(), expiracao: 3600 },
      }
      const token = { access_token: "token", token_type: "Bearer", expires_in: 300 }
      const body = path.endsWith("/token") ? token : { ...charge, ...odd }
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
    const { cert: certificate, key } = await clientCertificate()
    const url = `https://localhost:${bank.port}`
    const members = { profile: "other", pix_key: KEY, client_id: "id", client_secret: "secret", certificate, key }
    const given = { id: "cred_1", account: "acct_1", members, renewed: async () => undefined }
    const addresses = { ...readConfig({}), bankPixUrl: `${url}/v2`, bankPixTokenUrl: `${url}/token` }
    acquirer = bankPixKind({ ca: [(await testAuthority()).cert] }).open(given, addresses, pino({ level: "silent" }))
  })
  after(async () => {
    await acquirer.close!()
    await bank.close()
  })
  const create = (answer: object) => {
    odd = answer
    return acquirer.createPix(pixSale(), never)
  }

  it("has its code shown where all is as it was asked", async () => {
    expect(await resultOf(create({}))).to.equal("action_required")
    expect(await resultOf(create({ chave: KEY.toUpperCase() }))).to.equal("action_required")
  })

  it("has no code shown of another amount, of another key, or of no place: the charge is watched", async () => {
    for (const answer of [{ valor: { original: "37.01" } }, { chave: "outra@example.com" }, { location: undefined }])
      expect(await create(answer), JSON.stringify(answer)).to.deep.equal({ result: "unavailable", watch: true })
  })

  it("is not believed about another sale, and not where an answer lacks what it must have", async () => {
    for (const answer of [
      { txid: `vintem${"a".repeat(20)}` },
      { status: undefined },
      { calendario: {} },
      { valor: { original: "R$ 37" } },
    ])
      expect(await resultOf(create(answer)), JSON.stringify(answer)).to.equal("NoAnswer")
  })

  it("has made no refund where it shows another id, another amount or an unknown status", async () => {
    const order = refundOf(`E${"1".repeat(31)}`, 1000)
    const right = { id: order.reference, valor: "10.00", status: "DEVOLVIDO" }
    for (const answer of [{ id: "other" }, { valor: "9.99" }, { status: "EM_ANALISE" }]) {
      odd = { ...right, ...answer }
      expect(await acquirer.refund(order, never), JSON.stringify(answer)).to.deep.equal({ result: "unknown" })
    }
    odd = right
    expect(await acquirer.refund(order, never)).to.deep.equal({ result: "refunded" })
  })
})
