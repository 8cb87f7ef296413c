import { expect } from "chai"
import { RETRY_DAYS } from "../../src/billing/subscriptions/retries.ts"
import { readConfig } from "../../src/config/config.ts"
import { VERSIONS } from "../../src/versions.ts"
import { contract } from "../support/contract/openapi.ts"

/** The text under a heading of the contract's description. */
const section = (heading: string): string => contract.info.description.split(`## ${heading}\n`)[1].split("\n## ")[0]

describe("The words of the contract", () => {
  it("list the dated versions and what each brought", () => {
    const rows = [...section("Versions").matchAll(/^\| (\d{4}-\d\d-\d\d) \| (.+) \|$/gm)]
    expect(rows.map(([, date, description]) => ({ date, description }))).to.deep.equal(
      VERSIONS.map(({ date, description }) => ({ date, description })),
    )
    const dates = VERSIONS.map(({ date }) => date)
    expect([...contract.components.parameters.ServiceVersion.schema.enum].sort()).to.deep.equal(dates)
    expect(contract.info.version).to.equal(dates.at(-1))
  })

  it("name the days on which a failed charge is tried again", () => {
    const days = `${RETRY_DAYS.slice(0, -1).join(", ")} and ${RETRY_DAYS.at(-1)} days`
    expect(section("Subscriptions")).to.contain(days)
  })

  it("name the default lifetimes of PIX, boleto and 3DS, and the default rate limits", () => {
    const { pixTtlSeconds, boletoDays, threedsTtlSeconds, rateLimit, rateLimitTokens } = readConfig({})
    expect([pixTtlSeconds, boletoDays, threedsTtlSeconds]).to.deep.equal([3600, 3, 3600])
    expect(section("Lifetimes")).to.match(/PIX code \| after 1 hour,.*a boleto .* third day .*3DS challenge \| after 1 hour/s)
    expect(section("Limits")).to.contain(`${rateLimit} requests`).and.to.contain(`${rateLimitTokens} times`)
  })
})
