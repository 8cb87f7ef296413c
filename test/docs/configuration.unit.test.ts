import { readFileSync } from "node:fs"
import { expect } from "chai"
import { configurationPage } from "../../scripts/configuration.ts"

describe("The configuration page", () => {
  it("lists every environment variable that the code declares", () => {
    const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8")
    expect(page, "run `npm run -s configuration`").to.equal(configurationPage())
  })
})
