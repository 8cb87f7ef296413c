import { expect } from "chai"
import { accounts } from "../../src/accounts/tables.ts"
import { statements } from "../support/databases/every-statement.ts"
import { testOnly } from "../support/databases/statement.ts"

describe("Statements", () => {
  it("that select or return whole rows of a table name its declared columns", () => {
    const find = testOnly(accounts.find(["id"]))
    const rename = testOnly(accounts.update(["id"], ["name"], (rows) => rows.returning("*")))
    expect(find.compiled("postgres").sql).to.equal(
      'select "id", "name", "clock_offset", "created", "name_folded", "database" from "accounts" where "id" = $1',
    )
    expect(rename.compiled("sqlite").sql).to.equal(
      "update `accounts` set `name` = +? where `id` = +? returning `id`, `name`, `clock_offset`, `created`, `name_folded`, `database`",
    )
  })

  it("of the program have no * in place of a table's columns", () => {
    const star = /returning\s+\*|select\s+\*(?!\s+from\s+\()/i
    const withStar = statements.map((each) => each.compiled("postgres").sql).filter((sql) => star.test(sql))
    expect(withStar).to.deep.equal([])
  })
})
