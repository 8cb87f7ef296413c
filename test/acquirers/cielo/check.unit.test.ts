// What `vintem acquirer check` finds out about an account at Cielo.
import type { ServerResponse } from "node:http"
import { expect } from "chai"
import { cieloKind } from "../../../src/acquirers/cielo/cielo.ts"
import { type Received, type Sink, startSink, testAuthority } from "../../support/network/https-sink.ts"
import { MPI, openCielo } from "./open.ts"

type Respond = (response: ServerResponse, request: Received) => void

const json =
  (status: number, body: unknown): Respond =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

describe("A check of the credentials at Cielo", () => {
  let bank: Sink
  let respond: Respond
  let ca: string[]
  before(async () => {
    ca = [(await testAuthority()).cert]
    bank = await startSink((request, response) => respond(response, request))
  })
  after(() => bank.close())

  async function check(answer: Respond, mpi?: typeof MPI) {
    respond = answer
    const { acquirer } = openCielo({ url: `https://localhost:${bank.port}` }, { kind: cieloKind({ ca }), ...(mpi && { mpi }) })
    const found = await acquirer.check!(AbortSignal.timeout(10_000))
    return Object.fromEntries(found.map(({ name, result }) => [name, result]))
  }
  const byPath =
    (answers: Record<string, Respond>, other = json(404, {})): Respond =>
    (response, request) =>
      (Object.entries(answers).find(([path]) => request.path.includes(path))?.[1] ?? other)(response, request)

  it("is right if Cielo answers, also that it has no such order", async () => {
    expect(await check(json(404, {}))).to.deep.equal({ merchant_key: "right" })
    expect(await check(json(200, { Payments: null }))).to.deep.equal({ merchant_key: "right" })
  })

  it("is wrong if Cielo refuses the key", async () => {
    for (const status of [401, 403])
      expect(await check(json(status, {})), String(status)).to.deep.equal({ merchant_key: "wrong" })
  })

  it("is unknown without an answer", async () => {
    expect(await check((response) => void response.destroy())).to.deep.equal({ merchant_key: "unknown" })
    expect(await check(json(503, {}))).to.deep.equal({ merchant_key: "unknown" })
  })

  it("opens a session of 3-D Secure if it is set", async () => {
    const token = json(200, { access_token: "t", token_type: "bearer", expires_in: 1200 })
    const session = json(200, { referenceId: "24bc8366-fc31-4d6c-8555-17049a836a07", token: "browser" })
    const opened = await check(byPath({ "auth/token": token, "3ds/init": session }), MPI)
    expect(opened).to.deep.equal({ merchant_key: "right", mpi: "right" })
    expect((await check(byPath({ "auth/token": json(401, {}) }), MPI)).mpi).to.equal("wrong")
    expect((await check(byPath({ "auth/token": json(503, {}) }), MPI)).mpi).to.equal("unknown")
  })

  it("moves no money: it reads an order, and sells nothing", async () => {
    const seen = bank.received.length
    await check(json(404, {}))
    expect(bank.received.slice(seen).map(({ path }) => path.split("=")[0])).to.deep.equal(["/1/sales?merchantOrderId"])
  })
})
