import { expect } from "chai"
import { accounts } from "../../src/accounts/tables.ts"
import { statement, statements } from "../../src/db/statement.ts"

describe("Statements", () => {
  it("that select or return whole rows of a table name the columns that this version knows", () => {
    const find = accounts.find(["id"])
    const rename = accounts.update(["id"], ["name"], (rows) => rows.returning("*"))
    const unknown = statement<object>((k) => k("novelties"))
    // Other tests check every statement of the program.
    statements.splice(-3)
    expect(find.compiled("postgres").sql).to.equal(
      'select "id", "name", "clock_offset", "created", "name_folded" from "accounts" where "id" = $1',
    )
    expect(rename.compiled("sqlite").sql).to.equal(
      "update `accounts` set `name` = +? where `id` = +? returning `id`, `name`, `clock_offset`, `created`, `name_folded`",
    )
    expect(() => unknown.compiled("postgres")).to.throw("does not list the columns of 'novelties'")
  })
})
