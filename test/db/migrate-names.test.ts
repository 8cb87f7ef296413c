import { expect } from "chai"
import type { Knex } from "knex"
import { foldNames } from "../../src/accounts/fold-names.ts"
import { foldedName } from "../../src/base/folded-name.ts"
import { connect } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { up } from "../../src/db/migrations/0047_folded_names.ts"
import { kind } from "../support/databases/databases.ts"
import { type Updated, updatedFrom } from "./updated.ts"

const NAMES = ["Ana", "Ângela", null, "Łukasz", "王", "'; DROP TABLE customers; --\u0001"]

/** Takes a database from before names were folded to the present. */
describe("After an update of the service, every name is folded", () => {
  let updated: Updated
  let db: Knex
  let database: Database
  before(async () => {
    updated = await updatedFrom("0047", fill)
    db = updated.db
    database = connect(updated.url, false)
  })
  after(async () => {
    await database.close()
    await updated.remove()
  })

  const customer = (name: string | null, n: number) => ({
    ...{ id: `cus_${n}`, account: "acct_1", created: 1, name },
    ...{ email: "ana@example.com", email_lower: "ana@example.com" },
  })
  async function fill(old: Knex): Promise<void> {
    for (const [n, name] of NAMES.entries()) await old("customers").insert(customer(name, n))
    await old("accounts").insert({ id: "acct_1", name: "São Paulo", created: 1 })
  }
  const stored = () => db("customers").orderBy("id").pluck("name_folded")
  const chore = () => database.transaction((tx) => foldNames(tx, 100))

  it("that was there before", async () => {
    expect(await stored()).to.deep.equal(NAMES.map(foldedName))
    expect(await db("accounts").pluck("name_folded")).to.deep.equal([foldedName("São Paulo")])
  })

  it("whatever the number of names in a batch is, and where the migration is repeated", async () => {
    await db("customers").update({ name_folded: null })
    await db.transaction((tx) => up(tx, 2))
    expect(await stored()).to.deep.equal(NAMES.map(foldedName))
  })

  it("that a process of the previous version adds", async () => {
    await db("customers").insert(customer("Zoë", 7))
    await db("accounts").insert({ id: "acct_2", name: "Zoë", created: 1 })
    expect(await chore()).to.equal(1)
    expect(await db("customers").where({ id: "cus_7" }).pluck("name_folded")).to.deep.equal([foldedName("Zoë")])
    expect(await db("accounts").where({ id: "acct_2" }).pluck("name_folded")).to.deep.equal([foldedName("Zoë")])
    expect(await chore(), "again").to.equal(0)
  })

  // A process has a SQLite file for itself, so there is no previous version beside it.
  if (kind === "postgres")
    it("that a process of the previous version changes", async () => {
      await db("customers").where({ id: "cus_0" }).update({ name: "Bia", email: "bia@example.com" })
      await db("customers").where({ id: "cus_1" }).update({ name: "Ângela", email: "bia@example.com" })
      expect((await stored()).slice(0, 2), "marked, and unchanged").to.deep.equal([null, foldedName("Ângela")])
      await chore()
      expect((await stored()).slice(0, 2)).to.deep.equal([foldedName("Bia"), foldedName("Ângela")])
      await db("customers").where({ id: "cus_0" }).update({ name: null })
      expect((await stored())[0]).to.equal(null)
      expect(await chore()).to.equal(0)
    })
})
