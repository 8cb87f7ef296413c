import { readFileSync } from "node:fs"
import { expect } from "chai"
import { parse } from "yaml"
import { MOCK_CARDS } from "../../src/acquirers/mock-cards.ts"

describe("The test cards", () => {
  it("match the contract's table, numbers and outcomes", () => {
    const { info } = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"))
    const [, section] = info.description.split("## Test cards")
    const rows = [...section.matchAll(/^\| ([\d ]+) \| (.+) \|$/gm)].map(([, number, outcome]) => [
      number.replaceAll(" ", ""),
      outcome,
    ])
    expect(rows).to.deep.equal(MOCK_CARDS.map(({ number, outcome }) => [number, outcome]))
  })
})
