import { expect } from "chai"
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { readBooked } from "../../src/ledger/totals/booked.ts"
import { foldTotals } from "../../src/ledger/totals/fold.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { waitingForLocks } from "../support/databases/waiting-for-locks.ts"

const BEFORE = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0075"))
const DAY = 86_400

describe("The sums of days of what an earlier version has written", function () {
  this.timeout(120_000)
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let database: Database
  beforeEach(async () => {
    empty = await emptyDatabase()
    await migrateDatabase(empty.url, false, BEFORE)
    database = connect(empty.url, false)
    for (const account of ["acct_a", "acct_b"])
      await run(`INSERT INTO accounts (id, name, created) VALUES ('${account}', 'Loja', 1)`)
  })
  afterEach(async () => {
    await database.close()
    await empty.remove()
  })

  const run = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
  const migrate = () => migrateDatabase(empty.url, false, migrations)
  const again = () => run("DELETE FROM knex_migrations WHERE name = '0075_booked_days'")

  /** Rows of ten days, which are available up to three days later. Every third has a fee, every fifth is a refund. */
  async function write(account: string, from: number, to: number): Promise<void> {
    const fee = "CASE WHEN n % 3 = 0 THEN 7 ELSE 0 END"
    const amount = "CASE WHEN n % 5 = 0 THEN -30 ELSE 100 END"
    const created = `1795000000 + (n % 10) * ${DAY}`
    await run(
      `INSERT INTO balance_transactions (id, account, created, type, source, part, amount, fee, net, currency, funds, available_on)
       WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to})
       SELECT 'txn_${account}' || n, '${account}', ${created}, CASE WHEN n % 5 = 0 THEN 'refund' ELSE 'payment' END, 'pi_' || n, 0,
         ${amount}, ${fee}, ${amount} - (${fee}), 'brl', CASE WHEN n % 2 = 0 THEN 'platform' ELSE 'acquirer' END, ${created} + (n % 4) * ${DAY} FROM s`,
    )
  }

  async function expectExact(account: string, count: number): Promise<void> {
    expect(await checkTotals(database, account)).to.deep.equal([])
    for (const by of ["created", "available_on"] as const) {
      const sums = await readBooked(database, account, by, { from: 1, to: 100_000 })
      expect(sums.reduce((sum, each) => sum + each.count, 0)).to.equal(count)
      const fees = Math.floor(count / 3) * 7
      expect(sums.reduce((sum, { fee }) => sum + fee, 0)).to.equal(fees)
    }
  }

  it("count each transaction once, before and after they are added up, and if the migration runs twice", async () => {
    await write("acct_a", 1, 300)
    await write("acct_b", 1, 60)
    await foldTotals.run({ database })
    await migrate()
    await expectExact("acct_a", 300)
    await write("acct_a", 301, 330)
    await again()
    await migrate()
    await foldTotals.run({ database })
    await expectExact("acct_a", 330)
    await expectExact("acct_b", 60)
  })

  if (kind === "postgres") {
    it("count what is written while the migration is interrupted, and once it goes on", async () => {
      await write("acct_a", 1, 300)
      await run("ALTER TABLE total_deltas ADD CONSTRAINT broken CHECK (source <> 'txn_acct_a1' OR kind = 'net')")
      const failed = await migrate().catch((error: Error) => error.message)
      expect(failed).to.include("broken")
      await write("acct_a", 301, 330)
      await foldTotals.run({ database })
      await run("ALTER TABLE total_deltas DROP CONSTRAINT broken")
      await migrate()
      await expectExact("acct_a", 330)
    })

    it("count what a transaction has written that was open when the migration began", async () => {
      await write("acct_a", 1, 30)
      const other = connect(empty.url, false)
      let migrated: Promise<unknown> | undefined
      await other.transaction(async (tx) => {
        await tx.run(
          sql<void>(
            "INSERT INTO balance_transactions (id, account, created, type, source, part, amount, fee, net, currency, funds, available_on) SELECT 'txn_acct_a99', account, created, type, 'pi_99', 0, amount, 0, amount, currency, funds, available_on FROM balance_transactions WHERE id = 'txn_acct_a1'",
          ),
          {},
        )
        migrated = migrate()
        await waiting()
      })
      await migrated
      await other.close()
      await expectExact("acct_a", 31)
    })
  }

  /** Resolves when the migration waits for a lock. */
  async function waiting(): Promise<void> {
    while ((await database.all(waitingForLocks, {})).length === 0);
  }
})
