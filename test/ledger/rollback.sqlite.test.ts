import { expect } from "chai"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import { startVintem } from "../support/app/vintem.ts"
import { freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { balanceIn } from "../support/merchants/rails.ts"

/** The release before writes payments and refunds without rows. Postgres has triggers for that, SQLite has none. */
describe("After a rollback, and the upgrade after it,", () => {
  it("a process on SQLite books at its start what the release before has written meanwhile", async () => {
    const databases = await freshDatabases()
    const before = await startVintem({}, { role: "api", databases })
    const merchant = await newMerchant(before)
    const { id } = await payOne(merchant)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, amount: 990 }), 201)
    await payOne(merchant)
    const rows = `SELECT id FROM balance_transactions WHERE payment_intent = '${id}'`
    for (const text of [`total_deltas WHERE source IN (${rows})`, `balance_transactions WHERE id IN (${rows})`])
      await before.server.modes.test.database.transaction((tx) => tx.run(sql<void>(`DELETE FROM ${text}`), {}))
    await before.close()

    const after = await startVintem({}, { role: "api", databases })
    const { database } = after.server.modes.test
    expect(await checkLedger(database, merchant.account)).to.deep.equal([])
    const request: typeof merchant.request = (method, path, body) => after.request(method, path, body, { key: merchant.key })
    expect((await balanceIn({ request }))?.available).to.equal(8990)
    await after.close()
    await databases.remove()
  })
})
