import { expect } from "chai"
import { lineOf } from "../../scripts/spec/changes/approvals.ts"
import { compare } from "../../scripts/spec/changes/compare.ts"
import { contract as written } from "../support/openapi.ts"
import { ADDITIVE, DOCS } from "./edits/harmless.ts"
import { OPERATIONS } from "./edits/operations.ts"
import { PAYLOADS } from "./edits/payloads.ts"

/** What make spec finds in an edit. */
const changesOf = (edit: (contract: any) => unknown) => {
  const contract = structuredClone(written)
  edit(contract)
  return compare(written, contract)
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
})
