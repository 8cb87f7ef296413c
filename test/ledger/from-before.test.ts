import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"

const BEFORE = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0066"))
const COUNT = 45_000

/** An id with 25 characters behind its prefix, as all ids have. No two ids have the same. */
const idIn = (prefix: string, n: string) =>
  `'${prefix}_' || substr(CAST(${n} + 1000000 AS text), 2) || '00000000000000000${prefix}'`

describe("The ledger of what an earlier version has written", function () {
  this.timeout(180_000)
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let database: Database
  before(async () => {
    empty = await emptyDatabase()
    await migrateDatabase(empty.url, false, BEFORE)
    database = connect(empty.url, false)
    await run("INSERT INTO accounts (id, name, created) VALUES ('acct_a', 'Loja', 1)")
    await run(
      `INSERT INTO customers (id, account, created, email, email_lower) VALUES ('cus_1', 'acct_a', 1, 'c@x.br', 'c@x.br')`,
    )
    await write(1, COUNT)
  })
  after(async () => {
    await database.close()
    await empty.remove()
  })

  const run = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
  const all = async (text: string) =>
    (await database.all(sql<Record<string, unknown>>(text), {})).map((row) => Object.values(row).join(" "))

  /** Every payment is paid, every third refunded in part, every sixth of these refunds has failed. */
  async function write(from: number, to: number): Promise<void> {
    const numbers = `WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to})`
    await run(`INSERT INTO payment_intents (id, account, created, ended_at, customer, amount, currency, status, payment_method_types) ${numbers}
      SELECT ${idIn("pi", "n")}, 'acct_a', n, n, 'cus_1', 100, 'brl', 'requires_payment_method', '["pix"]' FROM s`)
    await run(`UPDATE payment_intents SET status = 'succeeded', ended_at = created + 5 WHERE created BETWEEN ${from} AND ${to}`)
    await run(`INSERT INTO refunds (id, account, created, payment_intent, amount, currency, status, reported) ${numbers}
      SELECT ${idIn("re", "n")}, 'acct_a', n + 10, ${idIn("pi", "n")}, 30, 'brl', 'pending', false FROM s WHERE n % 3 = 0`)
    await run(
      `UPDATE refunds SET status = 'failed', failed_at = created + 7 WHERE created BETWEEN ${from} + 10 AND ${to} + 10 AND (created - 10) % 6 = 0`,
    )
  }

  const SUMS =
    "SELECT type, count(*) AS n, sum(amount) AS amount, sum(net) AS net FROM balance_transactions GROUP BY type ORDER BY type"
  const expected = (count: number) => {
    const [refunds, failed] = [Math.floor(count / 3), Math.floor(count / 6)]
    return [
      `payment ${count} ${count * 100} ${count * 100}`,
      `refund ${refunds} ${refunds * -30} ${refunds * -30}`,
      `refund_failed ${failed} ${failed * 30} ${failed * 30}`,
    ]
  }

  it("is written by the migration, in parts, and once if it is interrupted and runs again", async () => {
    await migrateDatabase(empty.url, false, migrations)
    expect(await all(SUMS)).to.deep.equal(expected(COUNT))
    await run("DELETE FROM knex_migrations WHERE name = '0067_earlier_money'")
    await run("DELETE FROM balance_transactions WHERE created > 30000")
    await migrateDatabase(empty.url, false, migrations)
    expect(await all(SUMS)).to.deep.equal(expected(COUNT))
    const rows = `SELECT source, available_on, created, funds FROM balance_transactions WHERE payment_intent = ${idIn("pi", "6")} ORDER BY available_on`
    expect(await all(rows.replace("source", "substr(source, 1, 2)"))).to.deep.equal([
      "pi 11 11 platform",
      "re 16 16 platform",
      "re 23 23 platform",
    ])
  })

  if (kind === "postgres") {
    it("is written by triggers for what that version still writes", async () => {
      await write(COUNT + 1, COUNT + 60)
      expect(await all(SUMS)).to.deep.equal(expected(COUNT + 60))
    })

    it("is written by triggers for an excess that a person says was taken, and undone if its dispute is won", async () => {
      await run(`INSERT INTO disputes (id, account, created, payment_intent, amount, excess, currency)
        VALUES ('dp_1', 'acct_a', 7, ${idIn("pi", "1")}, 40, 40, 'brl')`)
      const rows = () => all("SELECT part, amount, available_on FROM balance_transactions WHERE source = 'dp_1' ORDER BY part")
      await run("UPDATE disputes SET excess_taken = true WHERE id = 'dp_1'")
      expect(await rows()).to.deep.equal(["0 -40 7"])
      await run("UPDATE disputes SET status = 'won' WHERE id = 'dp_1'")
      expect(await rows()).to.deep.equal(["0 -40 7", "1 40 7"])
    })

    it("refuses what that version would book wrongly: a refund of a payment with terms, or a dispute that has a fee", async () => {
      await run(`INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types)
        VALUES ('pi_t', 'acct_a', 1, 'cus_1', 100, 'brl', 'succeeded', '["card"]')`)
      await run(`INSERT INTO balance_transactions (id, account, created, type, source, part, amount, fee, net, currency, payment_intent, terms, funds, available_on)
        VALUES ('txn_t', 'acct_a', 1, 'payment', 'pi_t', 0, 100, 3, 97, 'brl', 'pi_t', 1, 'platform', 2000000000)`)
      await run(
        `INSERT INTO balance_terms (account, currency, version, created, terms) VALUES ('acct_a', 'brl', 1, 1, '{"dispute_fee": 9}')`,
      )
      const refused = (insert: string) =>
        run(insert).then(
          () => "stored",
          (error: Error) => error.message,
        )
      const refund = `INSERT INTO refunds (id, account, created, payment_intent, amount, currency, status, reported)
        VALUES ('re_t', 'acct_a', 1, 'pi_t', 30, 'brl', 'pending', false)`
      const dispute = `INSERT INTO disputes (id, account, created, payment_intent, amount, excess, currency)
        VALUES ('dp_t', 'acct_a', 7, 'pi_t', 40, 40, 'brl')`
      for (const insert of [refund, dispute]) expect(await refused(insert)).to.contain("needs the new release")
      await run("UPDATE balance_terms SET terms = '{\"dispute_fee\": 0}'")
      expect(await refused(dispute)).to.equal("stored")
      expect(await all("SELECT id FROM refunds WHERE id = 're_t'")).to.deep.equal([])
    })
  }
})
