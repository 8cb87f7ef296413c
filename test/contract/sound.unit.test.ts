import { readFileSync } from "node:fs"
import { expect } from "chai"
import { load } from "js-yaml"
import { findingsOf } from "../../scripts/spec/plugin.ts"
import { sound, unsound } from "../../scripts/spec/sound.ts"
import type { Json } from "../support/contract/json.ts"

const yaml = readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8")

/** The contract with one place edited, which follows the first occurrence of `after`. */
const edited = (after: string, from: string, to: string): string => {
  const start = yaml.indexOf(from, yaml.indexOf(after))
  if (start < 0) throw new Error(`There is no ${from} after ${after}.`)
  return yaml.slice(0, start) + to + yaml.slice(start + from.length)
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split("\n").length

describe("make spec stops at a contract that cannot be followed, and says where:", () => {
  for (const [mistake, text, part, place, message] of [
    [
      "a reference to a schema that does not exist",
      edited("    Refund:\n", "schemas/RefundStatus", "schemas/RefundStat"),
      'schemas/RefundStat"',
      "#/components/schemas/Refund/properties/status/$ref",
      "there is no #/components/schemas/RefundStat; correct the $ref",
    ],
    [
      "a response without anything",
      edited("operationId: retrieveRefund\n", '"404": { $ref: "#/components/responses/RefundNotFound" }', '"404": # nothing'),
      '"404": # nothing',
      "#/paths/~1v1~1refunds~1{id}/get/responses/404",
      "404 is empty; give it a value or remove it",
    ],
    [
      "a schema that refers to itself",
      edited("    RefundStatus:\n", "      type: string\n", '      $ref: "#/components/schemas/RefundStatus"\n'),
      '      $ref: "#/components/schemas/RefundStatus"\n',
      "#/components/schemas/RefundStatus/$ref",
      "#/components/schemas/RefundStatus leads back here; a schema cannot be itself",
    ],
    [
      "a schema that is a part of itself",
      edited("    RefundStatus:\n", "      type: string\n", '      allOf: [{ $ref: "#/components/schemas/RefundStatus" }]\n'),
      'allOf: [{ $ref: "#/components/schemas/RefundStatus"',
      "#/components/schemas/RefundStatus/allOf/0/$ref",
      "#/components/schemas/RefundStatus leads back here; a schema cannot be itself",
    ],
    [
      "a pattern that cannot be read",
      edited("    ProductPriceSetParams:\n", "^[a-z]{3}$", "^[a-z{3}$"),
      "^[a-z{3}$",
      "#/components/schemas/ProductPriceSetParams/properties/currency/pattern",
      "the pattern cannot be read: Invalid regular expression: /^[a-z{3}$/u: Unterminated character class",
    ],
  ] as const)
    it(mistake, () => {
      expect(unsound(text)).to.deep.equal([`openapi.yaml:${lineOf(text, part)} at ${place}\n\n${message}`])
    })

  it("all such mistakes, not the first alone", () => {
    const contract = load(yaml) as Json
    contract.components.schemas.Refund.properties.created = null
    contract.components.schemas.Refund.properties.reason.$ref = "reasons.yaml#/all"
    expect(sound(contract).map(({ message }) => message)).to.deep.equal([
      "there is no reasons.yaml#/all; correct the $ref",
      "created is empty; give it a value or remove it",
    ])
  })

  it("but not at members with the names of keywords, nor at null in examples and values", () => {
    const properties = { example: { default: null }, enum: { enum: ["a", null] }, $ref: { example: { a: null } } }
    const examples = { nothing: { value: null } }
    expect(sound({ components: { schemas: { Thing: { properties } }, examples } })).to.deep.equal([])
  })

  it("but not at schemas that contain themselves", () => {
    const again = { $ref: "#/components/schemas/Tree" }
    const Tree = { oneOf: [{ type: "string" }, { type: "array", items: again }], properties: { next: again } }
    expect(sound({ components: { schemas: { Tree } } })).to.deep.equal([])
  })
})

describe("make spec reports a rule that fails", () => {
  it("with what went wrong, and the findings of the other rules", () => {
    const broken = (contract: Json) => contract.paths.nowhere.get
    const [finding] = findingsOf(broken, { openapi: "3.0.3", paths: {} })
    expect(finding).to.have.property("message").that.includes("Cannot read properties of undefined (reading 'get')")
    expect(finding).to.have.property("at").that.deep.equals(["openapi"])
  })
})
