import { expect } from "chai"
import { lineOf } from "../../scripts/spec/changes/approvals.ts"
import { compareVersions } from "../../scripts/spec/changes/versions.ts"
import type { Json } from "../support/contract/json.ts"
import { contract as written } from "../support/contract/openapi.ts"
import { member, schema } from "./edits/edit.ts"

const note = { type: "string", nullable: true, description: "A note of the merchant." }
const OLDER = ["2026-04-25", "2026-04-27"]

/** Returns what make spec finds in an edit, where 2026-12-01 is not released, or is. */
function changesOf(edit: (contract: Json) => unknown, base: Json = written, released = OLDER) {
  const contract = structuredClone(base)
  edit(contract)
  return compareVersions(base, contract, (version) => released.includes(version)).map(({ kind, versions, ...change }) => [
    kind,
    versions?.join(" ") ?? "all",
    lineOf(change as Parameters<typeof lineOf>[0]),
  ])
}

/** The contract with a member that only the newest version has. */
const gated = structuredClone(written)
schema(gated, "Refund").properties.note = { ...note, "x-since": "2026-12-01" }

describe("make spec compares each version with its own past, and", () => {
  it("says once what changes for all", () => {
    const found = changesOf((contract) => (member(contract, "PaymentIntent.cancellation_reason").maxLength = 500))
    expect(found).to.deep.equal([["breaking", "all", "PaymentIntent.cancellation_reason: maxLength was 255, is 500"]])
  })

  it("names the version alone that gains something", () => {
    const found = changesOf((contract) => (schema(contract, "Refund").properties.note = { ...note, "x-since": "2026-12-01" }))
    expect(found).to.deep.equal([["additive", "2026-12-01", "Refund.note: is new since 2026-12-01"]])
  })

  it("shows an addition that comes to every version, because it has no date of a version", () => {
    const found = changesOf((contract) => (schema(contract, "Refund").properties.note = { ...note, "x-since": "2026-11-27" }))
    expect(found).to.deep.equal([["additive", "all", "Refund.note: is new since 2026-11-27"]])
  })

  it("lets a version change until it is released", () => {
    const edit = (contract: Json) => delete schema(contract, "Refund").properties.note
    const line = "Refund.note: is gone"
    expect(changesOf(edit, gated)).to.deep.equal([["unreleased", "2026-12-01", line]])
    expect(changesOf(edit, gated, [...OLDER, "2026-12-01"])).to.deep.equal([["breaking", "2026-12-01", line]])
  })

  it("finds what breaks in older versions alone: a member of theirs that gets a later date", () => {
    const edit = (contract: Json) => (member(contract, "Refund.reason")["x-since"] = "2026-12-01")
    const breaking = changesOf(edit).filter(([kind]) => kind === "breaking")
    expect(breaking).to.deep.include(["breaking", OLDER.join(" "), "Refund.reason: is gone"])
  })
})
