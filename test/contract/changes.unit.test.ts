import { expect } from "chai"
import { lineOf } from "../../scripts/spec/changes/approvals.ts"
import { compare } from "../../scripts/spec/changes/compare.ts"
import type { Json } from "../support/contract/json.ts"
import { contract as written } from "../support/contract/openapi.ts"
import { ADDITIVE, DOCS } from "./edits/harmless.ts"
import { OPERATIONS } from "./edits/operations.ts"
import { PAYLOADS } from "./edits/payloads.ts"

/** What make spec finds in an edit. */
const changesOf = (edit: (contract: Json) => unknown) => {
  const contract = structuredClone(written)
  edit(contract)
  return compare(written, contract)
}

/** The keys from the root to each value, but for `$ref`s: changed, they lead nowhere. */
const leaves = (node: Json, keys: string[] = []): string[][] => {
  if (node === null || typeof node !== "object") return [keys]
  return Object.keys(node).flatMap((key) => (key === "$ref" ? [] : leaves(node[key], [...keys, key])))
}

const everyNth = <T>(list: T[], n: number): T[] => list.filter((_, index) => index % n === 0)

const alter = (contract: Json, keys: string[]) => {
  const last = keys.at(-1)!
  const parent = keys.slice(0, -1).reduce((node, key) => node[key], contract)
  const value = parent[last]
  if (typeof value === "boolean") parent[last] = !value
  else parent[last] = typeof value === "number" ? value + 1 : `${value}x`
}

describe("make spec", () => {
  for (const [area, edits] of Object.entries({ ...PAYLOADS, ...OPERATIONS })) {
    describe(`says what breaks in ${area}, where an edit`, () => {
      for (const [title, edit, line] of edits) {
        it(title, () => {
          const breaking = changesOf(edit).filter(({ kind }) => kind === "breaking")
          expect(breaking.map(lineOf)).to.include(line)
        })
      }
    })
  }

  for (const [kind, what, edits] of [
    ["additive", "is additive", ADDITIVE],
    ["docs", "only changes texts", DOCS],
  ] as const) {
    describe(`says what ${what}, where an edit`, () => {
      for (const [title, edit, line] of edits) {
        it(title, () => {
          const changes = changesOf(edit)
          expect(changes.filter((change) => change.kind === "breaking").map(lineOf)).to.deep.equal([])
          expect(changes.filter((change) => change.kind === kind).map(lineOf)).to.include(line)
        })
      }
    })
  }

  it("reports changed values all over the contract", () => {
    const unreported = everyNth(leaves(written), 41).filter((keys) => changesOf((contract) => alter(contract, keys)).length === 0)
    expect(unreported.map((keys) => keys.join("."))).to.deep.equal([])
  })
})
