import { expect } from "chai"
import { findNewestCredentials } from "../../src/acquirers/credentials.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"

describe("The key that a payment of before is refunded with, once its own key is refused", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  after(() => vintem.close())
  afterEach(() => write("DELETE FROM acquirer_credentials"))

  const write = (text: string) => vintem.server.modes.test.database.transaction((tx) => tx.run(sql<void>(text), {}))
  const add = (id: string, ended_at: number | null, merchant_id = "shop") =>
    write(`INSERT INTO acquirer_credentials (id, account, created, acquirer, merchant_id, sealed_merchant_key, ended_at)
      VALUES ('${id}', '${vintem.account}', 1, 'cielo', '${merchant_id}', 'sealed', ${ended_at ?? "NULL"})`)
  const newest = async () => {
    const { database } = vintem.server.modes.test
    return (await findNewestCredentials(database, { account: vintem.account, acquirer: "cielo", merchant_id: "shop" })).id
  }

  it("is the one in use, whatever ended when", async () => {
    await add("cred_1", null)
    await add("cred_2", 100)
    await add("cred_3", 200)
    expect(await newest()).to.equal("cred_1")
  })

  it("is the one that ended last where none of the merchant is in use", async () => {
    await add("cred_1", 200)
    await add("cred_2", 100)
    await add("cred_3", null, "another shop")
    expect(await newest()).to.equal("cred_1")
  })

  it("is the newer one of two that ended in the same second", async () => {
    await add("cred_2", 100)
    await add("cred_1", 100)
    expect(await newest()).to.equal("cred_2")
  })
})
