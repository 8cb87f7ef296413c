import { readFileSync } from "node:fs"
import { expect } from "chai"
import { judge, readApprovals } from "../../scripts/spec/changes/approvals.ts"
import { compare } from "../../scripts/spec/changes/compare.ts"
import { asText } from "../../scripts/spec/changes/report.ts"
import { rules } from "../../scripts/spec/plugin.ts"
import { contract as written } from "../support/contract/openapi.ts"

const page = readFileSync(new URL("../../docs/reviewing.md", import.meta.url), "utf8")

/** The contract with the page's edit. */
const edited = () => {
  const contract = structuredClone(written)
  const { PaymentIntent, PaymentIntentCancelParams } = contract.components.schemas
  PaymentIntentCancelParams.properties.cancellation_reason.maxLength = 500
  Object.assign(PaymentIntent.properties.cancellation_reason, {
    maxLength: 500,
    description: "The reason that you gave, if any.",
  })
  return contract
}

describe("docs/reviewing.md", () => {
  const shown = page.match(/```yaml\n(.*?)```/s)![1]!

  for (const [step, approvals] of [
    ["before the approval", ""],
    ["with the approval that it shows", shown],
  ]) {
    it(`says what make spec prints ${step}`, () => {
      const judged = judge(compare(written, edited()), readApprovals(approvals!), [])
      const text = asText({ lint: { passed: true, output: "" }, comparison: { base: "main", ...judged } })
      // How many operations a schema reaches changes with the contract.
      const lines = (all: string) => all.replaceAll(/\d+ more/g, "more").split("\n")
      expect(lines(page)).to.include.members(lines(text).slice(4))
    })
  }

  it("quotes the rule that the edit is against", () => {
    expect(page).to.include(rules.specification!(edited())[0]!.message)
  })
})
