import { expect } from "chai"
import { statement, statements } from "../../src/db/statement.ts"

describe("Statements", () => {
  it("that select or return whole rows of a table name the columns of src/db/schema.ts", () => {
    const find = statement<object>((k, p) => k("accounts").where({ id: p.id }))
    const rename = statement<object>((k, p) => k("accounts").where({ id: p.id }).update({ name: p.name }).returning("*"))
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
