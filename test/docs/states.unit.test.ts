import { readFileSync } from "node:fs"
import { expect } from "chai"
import { statesPage } from "../../scripts/states.ts"

describe("docs/states.md", () => {
  it("matches the state tables in the code", () => {
    const page = readFileSync(new URL("../../docs/states.md", import.meta.url), "utf8")
    expect(page, "run npm run -s states").to.equal(statesPage())
  })
})
