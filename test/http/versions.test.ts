import { expect } from "chai"
import { expectStatus } from "../support/payments.ts"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("Service-Version", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const ask = (version?: string) =>
    vintem.request("GET", "/v1/customers", undefined, version === undefined ? {} : { headers: { "service-version": version } })

  it("is the key's own where none is asked for, and told with every answer", async () => {
    expect((await ask()).headers["service-version"]).to.equal("2026-04-27")
  })

  it("is what was asked for, if it is known; both answer alike", async () => {
    for (const version of ["2026-04-25", "2026-04-27"]) {
      const answer = await ask(version)
      expectStatus(answer, 200)
      expect(answer.headers["service-version"]).to.equal(version)
    }
    expect((await ask("2026-04-25")).text).to.equal((await ask("2026-04-27")).text)
  })

  it("is refused when it is not known", async () => {
    for (const version of ["2026-04-26", "2099-01-01", "latest", "v1", "2026-4-25", "20260425"]) {
      const { error } = expectStatus(await ask(version), 400)
      expect([version, error.code]).to.deep.equal([version, "parameter_invalid"])
    }
  })

  it("is told with errors too", async () => {
    const answer = await vintem.request("GET", "/v1/customers/cus_x", undefined, { headers: { "service-version": "2026-04-25" } })
    expectStatus(answer, 404)
    expect(answer.headers["service-version"]).to.equal("2026-04-25")
  })
})
