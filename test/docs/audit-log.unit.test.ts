import { readFileSync } from "node:fs"
import { expect } from "chai"
import { ACTIONS } from "../../src/audit/actions.ts"

describe("The page of the audit log", () => {
  it("describes every action, and no other", () => {
    const page = readFileSync(new URL("../../docs/audit-log.md", import.meta.url), "utf8")
    const rows = page.split("\n").filter((line) => /^\| `\w+\.\w+`/.test(line))
    const described = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+\.\w+)`/g)].map(([, action]) => action))
    expect(described).to.have.members([...ACTIONS])
  })
})
