import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { deleteExpiredResponses } from "../../src/idempotency/delete-expired.ts"
import { MAX_ROWS } from "../../src/jobs/sweep.ts"
import { database as kind, type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { newIntent } from "../support/merchants/payments.ts"

const EXPIRED = 50_000

describe("Expired answers", () => {
  let vintem: Running
  let merchant: Merchant
  // There is no scheduler. The tests sweep.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const numbers =
    kind === "sqlite"
      ? `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${EXPIRED}) SELECT n FROM number`
      : `SELECT n FROM generate_series(1, ${EXPIRED}) AS number(n)`
  const count = sql<{ count: number }>("SELECT count(*) AS count FROM idempotency_keys WHERE fingerprint = 'x'")

  it("are deleted in small transactions, between which other accounts write", async () => {
    const { test } = vintem.server.modes
    await test.database.transaction((tx) =>
      tx.run(
        sql(`INSERT INTO idempotency_keys (account, key, fingerprint, status, body, sealed, expires_at)
          SELECT '${vintem.account}', n, 'x', 200, '{}', ${kind === "sqlite" ? "0" : "false"}, 1 FROM (${numbers}) AS numbers`),
        {},
      ),
    )
    const deleted: number[] = []
    const watched: Database = {
      ...test.database,
      transaction: (work) =>
        test.database.transaction((tx) =>
          work({
            ...tx,
            run: async (...statement) => {
              const rows = await tx.run(...statement)
              deleted.push(rows)
              return rows
            },
          }),
        ),
    }
    let ended = false
    const sweeping = deleteExpiredResponses.run({ ...test, database: watched }).finally(() => {
      ended = true
    })
    let written = 0
    for (; !ended; written++) await newIntent(merchant)
    await sweeping
    expect(Math.max(...deleted)).to.be.at.most(MAX_ROWS)
    expect(deleted.reduce((sum, each) => sum + each)).to.equal(EXPIRED)
    expect(written).to.be.above(10)
    expect((await test.database.one(count, {}))!.count).to.equal(0)
  })
})
