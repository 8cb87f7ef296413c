// Fills one account with customers and payments, one payment for each customer.
import pg from "pg"
import { foldedName } from "../../../src/base/folded-name.ts"
import { termsOfName } from "../../../src/customers/customers.ts"
import { isSqlite, sqliteFile } from "../../../src/db/drivers/connect.ts"
import { termsOfIntent } from "../../../src/payments/intents/search-terms.ts"
import { inBulk } from "../scale/bulk.ts"
import { withoutJournal } from "../scale/sqlite-filling.ts"

export const ACCOUNT = "acct_00000000000000000000000000"
export const OLD_PRICE = "39,90"
export const RARE_SURNAME = "Wojciechowski"

const AT_ONCE = 10_000
const SECONDS_BETWEEN = 8
const BEGAN = 1_700_000_000
/** Of a million. */
const OLD_CAMPAIGN = 0.06
const OLD_PRICED = 0.1

type Row = Record<string, unknown>
type Insert = (table: string, rows: Row[]) => Promise<void>

/** A CPF with its check digits. */
export function cpfOf(n: number): string {
  const digits = [...String(100_000_000 + ((n * 7_654_321) % 899_999_999))].map(Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join("")
}

export async function fillShop(url: string, payments: number): Promise<void> {
  await inBulk(url, async () => {
    const { insert, close } = isSqlite(url) ? intoSqlite(sqliteFile(url)) : await intoPostgres(url)
    await insert("accounts", [{ id: ACCOUNT, name: "Loja", clock_offset: 0, created: BEGAN, name_folded: foldedName("Loja") }])
    for (let from = 1; from <= payments; from += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, payments - from + 1) }, (_, i) => from + i)
      const customers = numbers.map(customerOf)
      const intents = numbers.map((n) => intentOf(n, payments))
      await insert(
        "customers",
        customers.map(({ terms: _, ...customer }) => customer),
      )
      await insert(
        "payment_intents",
        intents.map(({ terms: _, ...intent }) => intent),
      )
      await insert("search_terms", [...customers, ...intents].flatMap(termRows))
      process.stderr.write(`\r${from + numbers.length - 1} payments `)
    }
    await close()
  })
  if (!isSqlite(url)) {
    const client = new pg.Client(url)
    await client.connect()
    await client.query("VACUUM ANALYZE")
    await client.end()
  }
}

const idOf = (prefix: string, n: number) => `${prefix}_0${String(n).padStart(24, "0")}`
const createdOf = (n: number) => BEGAN + n * SECONDS_BETWEEN

function termRows({ id, created, terms }: { id: string; created: number; terms: string[] }): Row[] {
  return terms.map((term) => ({ account: ACCOUNT, term, created, id }))
}

/** One in ten is called Maria. A surname is that of one in 200, another first name that of one in 300. */
function customerOf(n: number) {
  const first = n % 10 === 3 ? "Maria" : `Nome${(n * 31) % 300}`
  const last = n % 50_000 === 3 ? RARE_SURNAME : `Sobrenome${(n * 17) % 200}`
  const name = `${first} da ${last}`
  const email = `cliente${n}@example.com`
  return {
    id: idOf("cus", n),
    account: ACCOUNT,
    created: createdOf(n),
    email,
    email_lower: email,
    name,
    document: JSON.stringify({ type: "cpf", number: cpfOf(n) }),
    metadata: "{}",
    name_folded: foldedName(name),
    name_in_terms: name,
    terms: termsOfName(name),
  }
}

function intentOf(n: number, payments: number) {
  const share = n / payments
  const description = share < OLD_CAMPAIGN ? `Campanha P${n}` : n % 2 === 0 ? `Assinatura P${n}` : `Pedido P${n}`
  const metadata = { order: `ord_${n}`, channel: n % 2 === 0 ? "Loja" : "App" }
  const last4 = n % 2 === 0 ? "4242" : String(1000 + ((n * 7) % 9000))
  const amount = share < OLD_PRICED ? 3990 : n % 5 < 2 ? 4990 : 100 + ((n * 7919) % 50_000) * 10 + 1
  return {
    id: idOf("pi", n),
    account: ACCOUNT,
    created: createdOf(n),
    // The customers of neighboring payments are far from each other.
    customer: idOf("cus", 1 + ((n * 6_700_417) % payments)),
    amount,
    currency: "brl",
    status: n % 7 === 0 ? "canceled" : "succeeded",
    description,
    payment_method_types: '["card"]',
    metadata: JSON.stringify(metadata),
    payment_method_details: JSON.stringify({
      type: "card",
      card: { brand: "visa", last4, exp_month: 1, exp_year: 2040, installments: 1 },
    }),
    counted: true,
    expired: false,
    disputed: false,
    amount_refunded: 0,
    has_terms: true,
    terms: termsOfIntent({ description, metadata }),
  }
}

function intoSqlite(file: string): { insert: Insert; close: () => Promise<void> } {
  const connection = withoutJournal(file)
  const insert: Insert = async (table, rows) => {
    const columns = Object.keys(rows[0] ?? {})
    const statement = connection.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`)
    connection.transaction(() => {
      for (const row of rows)
        statement.run(Object.values(row).map((value) => (typeof value === "boolean" ? Number(value) : value)))
    })()
  }
  return { insert, close: async () => void connection.close() }
}

async function intoPostgres(url: string): Promise<{ insert: Insert; close: () => Promise<void> }> {
  const client = new pg.Client(url)
  await client.connect()
  const insert: Insert = async (table, rows) => {
    const columns = Object.keys(rows[0] ?? {})
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(rows)],
    )
  }
  return { insert, close: () => client.end() }
}
