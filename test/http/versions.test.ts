import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("Service-Version", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const list = (version?: string) =>
    vintem.request("GET", "/v1/customers", undefined, { headers: { "service-version": version } })

  it("is the key's version by default, and every response names it", async () => {
    expect((await list()).headers["service-version"]).to.equal("2026-04-27")
  })

  it("can be any known version, and the responses are the same", async () => {
    for (const version of ["2026-04-25", "2026-04-27", "2026-12-01"]) {
      const response = await list(version)
      expectStatus(response, 200)
      expect(response.headers["service-version"]).to.equal(version)
    }
    expect((await list("2026-04-25")).text).to.equal((await list("2026-04-27")).text)
  })

  it("does not hide what was added since the version that it names", async () => {
    const { id } = await payOne(vintem, undefined, { metadata: { order: "1042" } })
    const at = (version: string) =>
      vintem.request("GET", `/v1/payment_intents/${id}`, undefined, { headers: { "service-version": version } })
    const oldest = await at("2026-04-25")
    expect(oldest.body).to.deep.include({ metadata: { order: "1042" }, amount_refunded: 0 })
    expect(oldest.body.payment_method_details.type).to.equal("card")
    expect(oldest.text).to.equal((await at("2026-04-27")).text)
  })

  it("is that of the first request in a replay, whatever the version of the replay or of its key", async () => {
    const email = { email: "ana@example.com" }
    const create = (idempotencyKey: string, version?: string) =>
      vintem.request("POST", "/v1/customers", email, {
        idempotencyKey,
        headers: { "service-version": version },
      })
    for (const [first, second] of [
      ["2026-04-25", "2026-12-01"],
      ["2026-12-01", undefined],
    ] as const) {
      const key = randomUUID()
      const created = await create(key, first)
      const replay = await create(key, second)
      expect([replay.headers["idempotent-replayed"], replay.headers["service-version"]]).to.deep.equal(["true", first])
      expect(replay.text).to.equal(created.text)
    }
  })

  it("is refused if unknown", async () => {
    for (const version of ["2026-04-26", "2099-01-01", "latest", "v1", "2026-4-25", "20260425"]) {
      const { error } = expectStatus(await list(version), 400)
      expect([version, error.code]).to.deep.equal([version, "parameter_invalid"])
    }
  })

  it("is in error responses too", async () => {
    const response = await vintem.request("GET", "/v1/customers/cus_x", undefined, {
      headers: { "service-version": "2026-04-25" },
    })
    expectStatus(response, 404)
    expect(response.headers["service-version"]).to.equal("2026-04-25")
  })
})
