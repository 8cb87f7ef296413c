import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"

describe("Health", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("reports a healthy process and databases without a key", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status } = await vintem.request("GET", path, undefined, { key: null })
      expect(status).to.equal(200)
    }
  })
})
