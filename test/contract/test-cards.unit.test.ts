import { expect } from "chai"
import { MOCK_CARDS } from "../../src/acquirers/mock/cards.ts"
import { contract } from "../support/contract/openapi.ts"

describe("The test cards", () => {
  it("match the contract's table, numbers and outcomes", () => {
    const { info } = contract
    const [, section] = info.description.split("## Test cards")
    const rows = [...section.matchAll(/^\| ([\d ]+) \| (.+) \|$/gm)].map(([, number, outcome]) => [
      number.replaceAll(" ", ""),
      outcome,
    ])
    expect(rows).to.deep.equal(MOCK_CARDS.map(({ number, outcome }) => [number, outcome]))
  })
})
