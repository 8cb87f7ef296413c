import { readFileSync } from "node:fs"
import { expect } from "chai"
import { statesPage } from "../../scripts/states.ts"

describe("docs/states.md", () => {
  it("shows the tables of states as they are", () => {
    const page = readFileSync(new URL("../../docs/states.md", import.meta.url), "utf8")
    expect(page, "run npm run -s states").to.equal(statesPage())
  })
})
