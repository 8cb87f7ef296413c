import { expect } from "chai"
import type { Knex } from "knex"
import { listCustomers } from "../../src/accounts/customers.ts"
import { connect } from "../../src/db/connect.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const EMAILS = { cus_1: "Ana@Example.com", cus_2: "\u212Aate@example.com", cus_3: "JOS\u00c9@example.com" }

/** Takes a database in which e-mails were compared in lower case beyond ASCII to the present. */
describe("Customers from before an update of the service", () => {
  let updated: Updated
  before(async () => {
    updated = await updatedFrom("0044", async (db: Knex) => {
      for (const [id, email] of Object.entries(EMAILS))
        await db("customers").insert({ id, account: "acct_1", created: 1, email, email_lower: email.toLowerCase() })
    })
  })
  after(() => updated.remove())

  it("are found by their e-mail in any case of A to Z, and by no other that looks like it", async () => {
    const database = connect(updated.url, false)
    const foundBy = async (email: string) => {
      const { rows } = await listCustomers(database, { account: "acct_1" }, { email })
      return rows.map(({ id }) => id)
    }
    expect(await foundBy("ana@EXAMPLE.com")).to.deep.equal(["cus_1"])
    expect(await foundBy("kate@example.com")).to.deep.equal([])
    expect(await foundBy("\u212AATE@example.com")).to.deep.equal(["cus_2"])
    expect(await foundBy("jos\u00c9@example.com")).to.deep.equal(["cus_3"])
    await database.close()
  })
})
