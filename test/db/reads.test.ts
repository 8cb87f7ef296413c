import { expect } from "chai"
import { connect } from "../../src/db/drivers/connect.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { statement } from "../support/databases/statement.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: p.value }))
const find = statement<{ value: string }>((k, p) => k("settings").where({ name: p.name }))

describe("A read outside a transaction", () => {
  it("sees the latest commit of this process and of others", async () => {
    const databases = await freshDatabases()
    const url = databases.env.TEST_DATABASE_URL!
    const mine = connect(url, false)
    const others = connect(url, false)
    try {
      for (let round = 0; round < 50; round++) {
        for (const [who, database] of Object.entries({ mine, others })) {
          const name = `${who}-${round}`
          expect(await mine.one(find, { name })).to.equal(undefined)
          await database.transaction((tx) => tx.run(insert, { name, value: "x" }))
          expect(await mine.one(find, { name }), name).to.include({ value: "x" })
        }
      }
    } finally {
      await mine.close()
      await others.close()
      await databases.remove()
    }
  })
})
