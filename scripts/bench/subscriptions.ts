// Measures how long a year of subscriptions takes with the test clock and prints a Markdown table.
// Usage: subscriptions.ts [number …]
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAccount } from "../../src/accounts/accounts.ts"
import { createCustomer } from "../../src/accounts/customers.ts"
import { createKey } from "../../src/accounts/keys.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { createPlan } from "../../src/billing/plans.ts"
import { createProduct, setPrice } from "../../src/billing/products.ts"
import { readConfig } from "../../src/config/config.ts"
import { statement } from "../../src/db/statement.ts"
import { type Server, serve } from "../../src/serve.ts"

const YEAR_SECONDS = 366 * 86_400
const BATCH = 50

const countCharges = statement<{ charges: number }, "account">((k, p) =>
  k("subscription_charges")
    .join("subscriptions", "subscriptions.id", "subscription_charges.subscription")
    .where("subscriptions.account", p.account)
    .where("failed", false)
    .count({ charges: "*" }),
)

type Measured = { charges: number; seconds: number; processor: number }
type Merchant = { account: string; product: string; post(path: string, body: object): Promise<Record<string, string>> }

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [125, 250, 500, 1000]
const directory = mkdtempSync(join(tmpdir(), "vintem-bench-"))
const config = readConfig({
  DATA_DIR: directory,
  PORT: "0",
  FRAME_PORT: "0",
  DASHBOARD_PORT: "0",
  METRICS_PORT: "0",
  RATE_LIMIT: "1000000000",
  LOG_LEVEL: "error",
})
const server = await serve(config)
try {
  console.log("| Subscriptions | Renewals | Time | Processor time | Processor time per renewal |\n|---:|---:|---:|---:|---:|")
  await measureYear(server, 50) // warm-up
  for (const size of sizes) {
    const { charges, seconds, processor } = await measureYear(server, size)
    const perCharge = ((processor / charges) * 1000).toFixed(2)
    console.log(`| ${size} | ${charges} | ${seconds.toFixed(1)} s | ${processor.toFixed(1)} s | ${perCharge} ms |`)
  }
} finally {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
}

/** Creates an account with `size` monthly subscriptions and measures one advance of its clock by a year. */
async function measureYear(server: Server, size: number): Promise<Measured> {
  const merchant = await newMerchant(server)
  for (let made = 0; made < size; made += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, size - made) }, () => subscribe(server, merchant)))
  }
  const began = performance.now()
  const before = process.cpuUsage()
  await merchant.post("/v1/test_helpers/clock/advance", { seconds: YEAR_SECONDS })
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(before)
  const row = await server.modes.test.database.one(countCharges, { account: merchant.account })
  if (row?.charges !== size * 12) throw new Error(`${size} subscriptions made ${row?.charges} charges in a year`)
  return { charges: row.charges, seconds, processor: (user + system) / 1e6 }
}

async function newMerchant({ url, modes: { test: mode } }: Server): Promise<Merchant> {
  const { account, product, key } = await mode.database.transaction(async (tx) => {
    const { id: account } = await createAccount(tx, mode.clock, "Bench")
    const scope = await scopeOf(tx, mode, account)
    const { key } = await createKey(tx, mode, { account, kind: "secret" })
    const product = await createProduct(tx, scope, { name: "Bench" })
    await setPrice(tx, scope, product.id, 4990, "brl")
    await createPlan(tx, scope, { product: product.id, name: "Bench", interval: "MONTH", interval_count: 1, trial_days: 0 })
    return { account, product: product.id, key }
  })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const post: Merchant["post"] = async (path, body) => {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  return { account, product, post }
}

async function subscribe({ modes: { test: mode } }: Server, { account, product, post }: Merchant): Promise<void> {
  const customer = await mode.database.transaction(async (tx) =>
    createCustomer(tx, await scopeOf(tx, mode, account), { email: "bench@example.com" }),
  )
  const card = { number: "4242424242424242", expMonth: 12, expYear: new Date().getUTCFullYear() + 8, cvc: "123" }
  const token = await post("/v1/tokens", { type: "card", card })
  const intent = await post("/v1/payment_intents", { amount: 4990, currency: "brl", customer: customer.id, product })
  await post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id! })
}
