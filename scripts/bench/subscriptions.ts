// Measures how long a year of subscriptions takes with the test clock and prints a Markdown table.
// Usage: subscriptions.ts [number …]

import { startVintem } from "../../test/support/app/vintem.ts"
import { sql } from "../../test/support/databases/sql.ts"
import { newMerchant } from "../../test/support/merchants/merchant.ts"
import { advance, newRecurringProduct, subscribe } from "../../test/support/merchants/subscriptions.ts"
import { newDatabases } from "./shared/fresh.ts"
import { spentMicros } from "./shared/statistics.ts"
import { head, row } from "./shared/table.ts"

const YEAR_SECONDS = 366 * 86_400
const MONTHS = 12
const BATCH = 50

type Measured = { charges: number; seconds: number; processor: number }

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [125, 250, 500, 1000]
const databases = await newDatabases("sqlite")
const vintem = await startVintem({}, { databases })
try {
  console.log(head("Subscriptions", "Renewals", "Time", "Processor time", "Processor time per renewal"))
  await measureYear(BATCH) // warm-up
  for (const size of sizes) {
    const { charges, seconds, processor } = await measureYear(size)
    const perCharge = ((processor / charges) * 1000).toFixed(2)
    console.log(row(size, charges, `${seconds.toFixed(1)} s`, `${processor.toFixed(1)} s`, `${perCharge} ms`))
  }
} finally {
  await vintem.close()
  await databases.remove()
}

/** Creates an account with `size` monthly subscriptions and measures one advance of its clock by a year. */
async function measureYear(size: number): Promise<Measured> {
  const merchant = await newMerchant(vintem)
  const product = await newRecurringProduct(vintem, merchant)
  for (let made = 0; made < size; made += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, size - made) }, () => subscribe(merchant, product)))
  }
  const began = performance.now()
  const before = process.cpuUsage()
  await advance(merchant, { seconds: YEAR_SECONDS })
  const [seconds, processor] = [(performance.now() - began) / 1000, spentMicros(before) / 1e6]
  const { charges } = (await vintem.server.modes.test.database.one(chargesOf(merchant.account), {}))!
  if (charges !== size * MONTHS) throw new Error(`${size} subscriptions made ${charges} charges in a year`)
  return { charges, seconds, processor }
}

function chargesOf(account: string) {
  return sql<{ charges: number }>(
    `SELECT count(*) AS charges FROM subscription_charges JOIN subscriptions ON subscriptions.id = subscription
     WHERE subscriptions.account = '${account}' AND NOT failed`,
  )
}
