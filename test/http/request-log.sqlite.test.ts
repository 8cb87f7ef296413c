// What the log says of a request does not depend on the database.
import { expect } from "chai"
import { pino } from "pino"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"

describe("The line that each request leaves in the log", () => {
  const lines: string[] = []
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) })
  const running: Running[] = []
  let vintem: Running
  const start = async (env: Record<string, string> = {}) => {
    const started = await startVintem(env, { role: "api", log })
    running.push(started)
    return started
  }
  before(async () => {
    vintem = await start()
  })
  beforeEach(() => void lines.splice(0))
  after(async () => {
    for (const each of running) await each.close()
  })

  const logged = (): Json[] => lines.map((line) => JSON.parse(line)).filter((line) => line.method)
  const resources = () => logged().map(({ resource }) => resource ?? null)

  it("has the id of what the request was about, or of what it created", async () => {
    const { id } = expectStatus(await vintem.request("POST", "/v1/customers", { email: "ana@example.com" }), 201)
    await vintem.request("GET", `/v1/customers/${id}`)
    expectStatus(await vintem.request("POST", `/v1/customers/${id}`, { email: "ana" }), 400)
    await vintem.request("GET", "/v1/customers")
    expect(resources()).to.deep.equal([id, id, id, null])
  })

  it("has the id again where a saved response is returned", async () => {
    const idempotencyKey = newIdempotencyKey()
    const create = () => vintem.request("POST", "/v1/customers", { email: "ana@example.com" }, { idempotencyKey })
    const { id } = expectStatus(await create(), 201)
    await create()
    expect(resources()).to.deep.equal([id, id])
  })

  it("has no secret that stands in the place of an id", async () => {
    for (const pasted of [vintem.key, "4242424242424242", `whsec_${"a".repeat(43)}`]) {
      await vintem.request("GET", `/v1/customers/${pasted}`)
      expect(lines.join("")).not.to.contain(pasted)
    }
    expect(resources()).to.deep.equal([null, null, null])
  })

  it("has the client's address, which only a trusted proxy can report", async () => {
    const forwarded = { "x-forwarded-for": "6.6.6.6, 203.0.113.7" }
    const behindProxy = await start({ TRUST_PROXY: "true" })
    lines.splice(0)
    await vintem.request("GET", "/v1/customers", undefined, { headers: forwarded })
    await behindProxy.request("GET", "/v1/customers", undefined, { headers: forwarded })
    await behindProxy.request("GET", "/v1/nowhere", undefined, { headers: { "x-forwarded-for": "<script>" } })
    expect(logged().map(({ address }) => address)).to.deep.equal(["127.0.0.1", "203.0.113.7", "127.0.0.1"])
  })
})
