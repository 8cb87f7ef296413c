import { expect } from "chai"
import { startVintem, type Vintem } from "../support/vintem.ts"

describe("Health", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("says that the process and its databases are well, to anybody", async () => {
    for (const path of ["/healthz", "/readyz"]) {
      const { status } = await vintem.request("GET", path, undefined, { key: null })
      expect(status).to.equal(200)
    }
  })
})
