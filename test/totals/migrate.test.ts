import { expect } from "chai"
import knex, { type Knex } from "knex"
import { connect, isSqlite, sqliteFile } from "../../src/db/connect.ts"
import type { Database } from "../../src/db/database.ts"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { up } from "../../src/db/migrations/0029_totals.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { checkTotals } from "../../src/payments/totals/check.ts"
import { foldTotals } from "../../src/payments/totals/fold.ts"
import { readBalances } from "../../src/payments/totals/read.ts"
import { sumOfPayments } from "../support/databases/balance.ts"
import { emptyDatabase, kind } from "../support/databases/databases.ts"

const ACCOUNTS = ["acct_1", "acct_2"]
const PAYMENTS = 240
const DETAILS = JSON.stringify({ type: "card", payment_method: null, card: { brand: "visa", last4: "4242" } })
const ERROR = JSON.stringify({ code: "card_declined", message: "Declined." })

describe("Totals of an account from before an update of the service", function () {
  this.timeout(120_000)
  let url: string
  let remove: () => Promise<void>
  let database: Database
  const open = () =>
    knex({
      ...(isSqlite(url)
        ? { client: "better-sqlite3", connection: { filename: sqliteFile(url) } }
        : { client: "pg", connection: url }),
      useNullAsDefault: true,
      pool: { min: 0, max: 4 },
      // The migration that is interrupted waits no longer for the connection that is closed.
      acquireConnectionTimeout: 2000,
      log: { warn: () => {}, error: () => {} },
    })

  before(async () => {
    const empty = await emptyDatabase()
    url = empty.url
    remove = empty.remove
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0029"))
    await migrateDatabase(url, false, before)
    const db = open()
    await db("customers").insert({ id: "cus_1", account: "acct_1", created: 1, email: "ana@example.com", email_lower: "" })
    for (let i = 0; i < PAYMENTS; i++) await createOld(db, i)
    await db.destroy()
  })
  after(async () => {
    await database?.close()
    await remove()
  })

  it("are exact after it, though it was interrupted, and the earlier version went on serving", async () => {
    const serving = kind === "postgres" ? serve() : Promise.resolve(0)
    await interrupted()
    const db = open()
    await up(db, 7)
    await db.destroy()
    await migrateDatabase(url, false)
    const changes = await serving
    if (kind === "postgres") expect(changes).to.be.greaterThan(100)
    database = connect(url, false)
    await expectExact()
    await foldTotals.run({ database })
    await expectExact()
  })

  async function expectExact(): Promise<void> {
    for (const account of ACCOUNTS) {
      expect(await checkTotals(database, account)).to.deep.equal([])
      const balances = await readBalances(database, account)
      const list = (which: "available" | "pending") => balances.map(({ currency, [which]: amount }) => ({ amount, currency }))
      const now = { available: list("available"), pending: list("pending") }
      expect(now).to.deep.equal(await sumOfPayments(database, account))
      expect(now.available.length).to.be.greaterThan(1)
    }
  }

  /** The migration's connection is closed while it fills in. It may have got further than expected, or not as far. */
  async function interrupted(): Promise<void> {
    const db = open()
    const running = up(db, 5).catch(() => {})
    for (let tries = 0; tries < 200; tries++) {
      const filled = await db("settings")
        .where("name", "totals_filled_payment_intents")
        .first("value")
        .catch(() => undefined)
      if (filled) break
    }
    await db.destroy()
    await running
  }

  /** What processes of the earlier version do meanwhile: they know neither the totals nor when a payment ended. */
  async function serve(): Promise<number> {
    const db = open()
    let changes = 0
    const work = async (worker: number) => {
      const done = []
      for (let i = worker; i < PAYMENTS; i += 3) done.push(await moveOld(db, i))
      for (let i = 0; i < 20; i++) done.push(await createOld(db, PAYMENTS + worker * 100 + i))
      changes += done.reduce((sum, one) => sum + one, 0)
    }
    await Promise.all([0, 1, 2].map(work))
    await db.destroy()
    return changes
  }
})

const idOf = (i: number) => `pi_${String(i).padStart(5, "0")}`

async function createOld(db: Knex, i: number): Promise<number> {
  const status = ["requires_payment_method", "processing", "succeeded", "canceled"][i % 4]!
  await db("payment_intents").insert({
    id: idOf(i),
    account: ACCOUNTS[i % 2],
    created: 1_790_000_000 + i * 4000,
    customer: "cus_1",
    amount: 100 + i,
    currency: i % 3 === 0 ? "usd" : "brl",
    status,
    payment_method_types: '["pix"]',
    payment_method_details: i % 5 ? DETAILS : null,
    last_payment_error: status === "canceled" && i % 8 ? ERROR : null,
    counted: status === "processing" || status === "succeeded" || i % 7 === 0,
  })
  if (status === "succeeded" && i % 12 < 6) await refund(db, i, i % 24 < 12 ? "pending" : "failed")
  return 1
}

async function refund(db: Knex, i: number, status: string): Promise<void> {
  const { account, currency, amount, created } = await db("payment_intents")
    .where({ id: idOf(i) })
    .first()
  const paid = { account, currency, payment_intent: idOf(i), created: Number(created) + 90_000 }
  await db("refunds").insert({ ...paid, id: `re_${i}_${status}`, amount: Math.floor(amount / 2), status })
}

async function moveOld(db: Knex, i: number): Promise<number> {
  const row = await db("payment_intents")
    .where({ id: idOf(i) })
    .first("status")
  const to = { requires_payment_method: "processing", processing: i % 3 ? "succeeded" : "canceled" }[row.status as string]
  const moved = to
    ? await db("payment_intents")
        .where({ id: idOf(i), status: row.status })
        .update({ status: to, counted: true, ...(to === "canceled" && { last_payment_error: ERROR }) })
    : 0
  return (
    moved +
    (await db("refunds")
      .where({ payment_intent: idOf(i), status: "pending" })
      .update({ status: "failed" }))
  )
}
