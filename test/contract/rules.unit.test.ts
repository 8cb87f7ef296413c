import { readFileSync } from "node:fs"
import { expect } from "chai"
import { load } from "js-yaml"
import { rules } from "../../scripts/spec/plugin.ts"
import type { Json } from "../../scripts/spec/shared/document.ts"
import { contract as written } from "../support/contract/openapi.ts"
import { MISTAKES } from "./edits/mistakes.ts"

describe("The rules for openapi.yaml", () => {
  it("find no mistake in the contract", () => {
    expect(Object.entries(rules).flatMap(([name, rule]) => rule(written).map((finding) => ({ name, ...finding })))).to.deep.equal(
      [],
    )
  })

  it("are each shown a mistake that they notice", () => {
    expect(Object.keys(MISTAKES).sort()).to.deep.equal(Object.keys(rules).sort())
  })

  for (const [name, mistakes] of Object.entries(MISTAKES)) {
    for (const [mistake, make] of mistakes) {
      it(`${name} notices ${mistake}`, () => {
        const contract = structuredClone(written)
        make(contract)
        expect(rules[name]!(contract)).not.to.be.empty
      })
    }
  }

  it("ask for a sentence where a value has one word, as where a member has", () => {
    const contract = structuredClone(written)
    contract.components.schemas.RefundStatus["x-enumDescriptions"].failed = "Failed."
    contract.components.schemas.Refund.properties.amount.description = "Amount."
    const asked = "needs a description: a sentence of two words or more"
    expect(rules["enum-descriptions"]!(contract).map(({ message }) => message)).to.deep.equal([`the value failed ${asked}`])
    expect(rules.descriptions!(contract).map(({ message }) => message)).to.deep.equal([`amount ${asked}`])
  })

  it("say which rule of the specification the contract no longer follows, and where", () => {
    const contract = structuredClone(written)
    contract.components.schemas.PaymentIntentCreateParams.properties.statement_descriptor.maxLength = 30
    const [finding] = rules.specification!(contract)
    expect(finding!.message).to.include("statement_descriptor has up to 22 characters").and.include("22 is specified, not 30")
    expect(finding!.at.join(".")).to.equal(
      "components.schemas.PaymentIntentCreateParams.properties.statement_descriptor.maxLength",
    )
  })

  for (const [title, make, expected] of [
    [
      "what a shared response lacks",
      (c) => delete c.components.responses.RateLimited.headers["Retry-After"],
      ["components.responses.RateLimited: 429 lacks the header Retry-After"],
    ],
    [
      "what is wrong with a shared parameter",
      (c) => (c.components.parameters.Limit.schema.type = "boolean"),
      ["components.parameters.Limit: query parameter limit must be a string or an integer; the service reads no other"],
    ],
    [
      "what is wrong inside a schema that many others have",
      (c) => (c.components.schemas.Charges.properties.latest = { nullable: true, description: "The last charge." }),
      ["components.schemas.Charges.properties.latest: nullable needs a type beside it"],
    ],
    [
      "an operation that was renamed, for all that is specified of it",
      (c) => (c.paths["/v1/balance"].get.operationId = "getBalance"),
      ["paths: there is no operation retrieveBalance, which the specification describes"],
    ],
  ] as [string, (contract: Json) => void, string[]][])
    it(`say once ${title}`, () => {
      const contract = structuredClone(written)
      make(contract)
      const found = Object.entries(rules).flatMap(([, rule]) => rule(contract))
      expect(found.map(({ at, message }) => `${at.join(".")}: ${message}`)).to.include.members(expected)
      const messages = expected.map((line) => line.slice(line.indexOf(": ") + 2))
      expect(found.filter(({ message }) => messages.includes(message))).to.have.length(expected.length)
    })

  it("are all enabled in redocly.yaml", () => {
    const { rules: configured } = load(readFileSync(new URL("../../redocly.yaml", import.meta.url), "utf8")) as { rules: object }
    for (const name of Object.keys(rules)) expect(configured).to.have.property(`vintem/${name}`, "error")
  })
})
