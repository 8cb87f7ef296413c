import { readFileSync } from "node:fs"
import { expect } from "chai"
import { mainTables } from "../support/databases/table.ts"
import "../support/databases/every-statement.ts" // declares all tables

/** Tables that only Postgres has. On SQLite they are in files of their own. */
const OF_POSTGRES = ["short_lived_keys", "rate_limits", "rate_windows", "api_requests"]

describe("The page of what is kept", () => {
  it("names every table once, and no other", () => {
    const page = readFileSync(new URL("../../docs/data-kept.md", import.meta.url), "utf8")
    const rows = page.split("\n").filter((line) => /^\| `[a-z_]+`/.test(line))
    const named = rows.flatMap((row) => [...row.split("|")[1]!.matchAll(/`(\w+)`/g)].map(([, table]) => table))
    expect(named.sort()).to.deep.equal([...mainTables().map(({ name }) => name), ...OF_POSTGRES].sort())
  })
})
