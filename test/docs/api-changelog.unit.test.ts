import { readFileSync } from "node:fs"
import { expect } from "chai"
import { apiChangelogPage } from "../../scripts/api-changelog.ts"
import { contract } from "../support/contract/openapi.ts"

const dated = () => {
  const copy = structuredClone(contract)
  copy.components.schemas.Refund.properties.reason["x-since"] = "2026-11-22"
  copy.paths["/v1/events"].get["x-since"] = "2026-04-27"
  return copy
}

describe("The changelog of the API", () => {
  it("is up to date", () => {
    const page = readFileSync(new URL("../../docs/api-changelog.md", import.meta.url), "utf8")
    expect(page, "run `npm run -s generate`").to.equal(apiChangelogPage())
  })

  it("has a section for each dated version, the newest first", () => {
    const versions = contract.components.parameters.ServiceVersion.schema.enum
    expect([...apiChangelogPage().matchAll(/^## (.*)$/gm)].map(([, date]) => date)).to.deep.equal([...versions].sort().reverse())
  })

  it("lists what came with a version, and later additions apart", () => {
    const [newest] = apiChangelogPage(dated()).split("## 2026-04-25")
    expect(newest).to.match(
      /## 2026-04-27\n.*- `GET \/v1\/events`: List events.*### Added on 2026-11-22, to every version\n\n- `Refund.reason`/s,
    )
  })

  it("lists what was corrected for all versions, under the newest one", () => {
    const [newest] = apiChangelogPage().split("## 2026-04-25")
    expect(newest).to.match(/### Corrected on 2026-11-27, in every version\n\n- A customer's `name`/)
  })

  it("refuses a date that is none", () => {
    const copy = dated()
    copy.components.schemas.Refund.properties.reason["x-since"] = "soon"
    expect(() => apiChangelogPage(copy)).to.throw("components.schemas.Refund.properties.reason: x-since must be a date")
  })
})
