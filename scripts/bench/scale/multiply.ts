// Multiplies the rows of one account by SQL, so millions of payments with all their rows take only minutes.

import { firstIdAt } from "../../../src/base/ids.ts"
import { must } from "../../../src/base/must.ts"
import type { Database as FullDatabase } from "../../../src/db/database.ts"
import { tables } from "../../../src/db/table.ts"
import "../../../src/serve.ts" // declares all tables
import { apiRequests } from "../../../src/requests/table.ts"
import { sql } from "../../../test/support/databases/sql.ts"

const DAY = 86_400
/** The number of days over which the copies are spread. */
const DAYS = 90
/** By how many days each copy is due later than the original. */
const LATER_DAYS = 400
const SETS_AT_ONCE = 2000
/** The cache of SQLite while filling. */
const CACHE_KIB = 2_000_000
/**
 * The share of the sets, the newest ones, that get copies of delivery attempts. Their headers and bodies are large, and pages read only a
 * few.
 */
const WITH_ATTEMPTS = 0.05
const MAX_WITH_ATTEMPTS = 5000

/** Tables whose rows are multiplied, in the order of their references. Other tables stay unchanged. */
const TABLES = [
  "customers",
  "search_terms",
  "payment_methods",
  "payment_intents",
  "attempts",
  "refunds",
  "disputes",
  "balance_transactions",
  "payouts",
  "payout_transactions",
  "subscriptions",
  "events",
  "purchase_messages",
  "deliveries",
  "delivery_attempts",
]

/** The columns with times of past events. Due times are later or stay unchanged, because no worker runs. */
const HAPPENED = new Set([
  "created",
  "ended_at",
  "failed_at",
  "canceled_at",
  "first_failed_at",
  "latest",
  "available_on",
  "arrival_date",
])
const HAPPENED_MS = new Set(["at_ms", "began_ms"])

/** These ids are the same in all copies. */
const KEPT = /^(acct|prd|ppr|plan|we|key|card|tok|int|cred|ba)_/

type Database = Pick<FullDatabase, "dialect" | "all" | "requests" | "transaction">

export type Filling = {
  account: string
  /** The customer of one in 200 payments. */
  customer: string
  /** The number of copies, and the approximate number of requests. */
  sets: number
  requests: number
  /** Tables that have rows of only some copies. */
  parts: Record<string, Part | undefined>
  /** How many events each event of the account becomes in a copy: 1 to 10. */
  eventsEach: number
  /** Called with the number of finished copies. */
  progress: (done: number) => void
}

/** The copies of which a table has rows: the newest ones, and one in `every` of the older ones. */
export type Part = { newest: number; every?: number }

type Row = Record<string, string | number | null>

/** Adds copies of all rows of an account, in the past. All tables are filled at once, so there must be neither foreign keys nor triggers. */
export async function multiply(database: Database, filling: Filling): Promise<void> {
  const { sets, account, eventsEach } = filling
  const lastSeq = `last_seq * ${sets * eventsEach + 1}`
  const log = database.requests()
  // Otherwise each transaction writes its pages several times.
  if (database.dialect === "sqlite")
    await database.transaction((tx) => tx.run(sql<void>(`PRAGMA cache_size = -${CACHE_KIB}`), {}))
  for (const each of log === database ? [database] : [database, log]) await listCopies(each, sets)
  const copies: Copy[] = []
  for (const table of TABLES) copies.push(await copyOf(database, table, columnsOf(table), filling))
  await Promise.all(copies.map((copy) => copyInSteps(database, copy, filling)))
  await copyRequests(log, filling)
  // The events of each copy follow those of the previous copy.
  await run(database, `UPDATE event_lists SET last_seq = ${lastSeq} WHERE account = '${account}'`)
}

function columnsOf(name: string): string[] {
  const table = tables.get(name)
  if (!table) throw new Error(`No module declares the table '${name}'. Correct its name in TABLES.`)
  return Object.keys(table.columns)
}

async function copyInSteps(database: Database, copy: Copy, { sets, progress }: Filling): Promise<void> {
  for (let from = 1; from <= sets; from += SETS_AT_ONCE) {
    const to = Math.min(sets, from + SETS_AT_ONCE - 1)
    await run(database, copy(from, to))
    progress(to)
  }
}

/** Runs a statement without its time limit, which need not apply to copies. */
export function run(database: Database, text: string): Promise<number> {
  return database.transaction(async (tx) => {
    if (tx.dialect === "postgres") await tx.run(sql<void>("SET LOCAL statement_timeout = 0"), {})
    return tx.run(sql<void>(text), {})
  })
}

/** Lists the copies: how many seconds ago each is, and the part of its ids that has their time. */
async function listCopies(database: Database, sets: number): Promise<void> {
  await run(database, "CREATE TABLE bench_copies (n bigint PRIMARY KEY, ago bigint NOT NULL, time text NOT NULL)")
  const step = (DAYS * DAY) / sets
  for (let from = 1; from <= sets; from += SETS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(SETS_AT_ONCE, sets - from + 1) }, (_, i) => {
      const ago = Math.floor((sets - from - i) * step)
      // Each copy has its own time, because its ids must differ.
      return `(${from + i}, ${ago}, '${firstIdAt("", Date.now() - (sets - from - i) * step * 1000).slice(1)}')`
    })
    await run(database, `INSERT INTO bench_copies (n, ago, time) VALUES ${rows.join()}`)
  }
}

/** An INSERT of the copies of a range. */
type Copy = (from: number, to: number) => string

async function copyOf(database: Database, table: string, columns: string[], filling: Filling): Promise<Copy> {
  const key = must(
    ["id", "delivery", "balance_transaction"].find((column) => columns.includes(column)),
    `a key of ${table}`,
  )
  const owned = columns.includes("account") ? `account = '${filling.account}'` : "1 = 1"
  const rows = (await database.all(sql<Row>(`SELECT ${columns.join(", ")} FROM ${table} WHERE ${owned}`), {})) as Row[]
  const highest = Math.max(1, ...rows.map(({ seq }) => Number(seq ?? 0)))
  const otherwise = otherwiseOf(filling, highest)[table] ?? {}
  const values = columns.map((column) => {
    const copied = expressionOf(database, column, rows)
    return otherwise[column]?.(copied) ?? copied
  })
  const ids = rows.map((row) => `'${row[key]}'`).join(", ") || "''"
  const chosen = choiceOf(table, filling)
  const times = table === "events" ? filling.eventsEach : 1
  const each = Array.from({ length: times }, (_, k) => `SELECT ${k} AS k`).join(" UNION ALL ")
  return (from, to) =>
    `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")}
     FROM bench_copies, (SELECT * FROM ${table} WHERE ${owned} AND ${key} IN (${ids})) AS one, (${each}) AS each_one
     WHERE n >= ${from} AND n <= ${to} AND ${chosen}`
}

/** Returns the SQL condition for the copies of which a table has rows. */
function choiceOf(table: string, { sets, parts }: Filling): string {
  const attempts: Part = { newest: Math.min(MAX_WITH_ATTEMPTS, Math.floor(sets * WITH_ATTEMPTS)) }
  const part = table === "delivery_attempts" ? attempts : parts[table]
  if (!part) return "1 = 1"
  const { newest, every } = part
  return every ? `(n > ${sets - newest} OR n % ${every} = 0)` : `n > ${sets - newest}`
}

/** The replacements for columns that are not copied unchanged. `n` is the number of the copy. */
function otherwiseOf({ customer, eventsEach }: Filling, highest: number) {
  const more = "(n * 7919) % 50000"
  const ofPayment = (column: string) => () => `CASE WHEN type = 'payment' THEN ${column} + ${more} ELSE ${column} END`
  const email = () => "'ana' || CAST(n AS text) || '@example.com'"
  const otherwise: Record<string, Record<string, (copied: string) => string>> = {
    customers: { email, email_lower: email },
    payment_intents: {
      amount: () => `amount + ${more}`,
      customer: (copied) => `CASE WHEN n % 200 = 0 THEN '${customer}' ELSE ${copied} END`,
    },
    balance_transactions: { amount: ofPayment("amount"), net: ofPayment("net") },
    // Deliveries belong to the first event.
    events: {
      id: (copied) => `CASE WHEN k = 0 THEN ${copied} ELSE substr(${copied}, 1, length(id) - 3) || 'zz' || CAST(k AS text) END`,
      seq: () => `seq + ${highest} * (n * ${eventsEach} - k)`,
    },
    payouts: { status: () => "'paid'", due_at: () => "NULL" },
    // No worker runs, and a backlog would measure something else.
    attempts: { due_at: () => `due_at + ${LATER_DAYS * DAY}` },
    deliveries: {
      status: () => "CASE WHEN n % 200 = 0 THEN 'dead_letter' ELSE 'delivered' END",
      lease_until_ms: () => "0",
      due_at_ms: () => "NULL",
    },
  }
  return otherwise
}

function expressionOf({ dialect }: Database, column: string, rows: Row[]): string {
  if (HAPPENED.has(column)) return `${column} - ago`
  if (HAPPENED_MS.has(column)) return `${column} - ago * 1000`
  if (column === "reference") return `${column} || time`
  const ids = rows.map((row) => String(row[column])).filter((text) => /^[a-z]+_[0-9A-Za-z]{25}$/.test(text))
  if (ids.every((id) => KEPT.test(id))) return column
  const at = dialect === "postgres" ? `strpos(${column}, '_')` : `instr(${column}, '_')`
  const copied = `substr(${column}, 1, ${at}) || time || substr(${column}, ${at} + 12)`
  // A column such as the subject of a request has ids of both sorts.
  const kept = new Set(ids.filter((id) => KEPT.test(id)).map((id) => `'${id.split("_")[0]}_'`))
  return kept.size === 0 ? copied : `CASE WHEN substr(${column}, 1, ${at}) IN (${[...kept]}) THEN ${column} ELSE ${copied} END`
}

/** Requests are ordered by their writing. The originals are removed, because they would come first but have the latest time. */
async function copyRequests(log: Database, filling: Filling): Promise<void> {
  const columns = apiRequests.names.filter((column) => column !== "seq")
  const own = `account = '${filling.account}'`
  const { rows, last } = (
    await log.all(
      sql<{ rows: number; last: number }>(`SELECT count(*) AS rows, max(seq) AS last FROM api_requests WHERE ${own}`),
      {},
    )
  )[0]!
  const every = Math.max(1, Math.floor((filling.sets * rows) / filling.requests))
  const copy = await copyOf(log, "api_requests", columns, filling)
  await run(log, `${copy(1, filling.sets)} AND (${filling.sets} - n) % ${every} = 0 ORDER BY n, one.seq`)
  await run(log, `DELETE FROM api_requests WHERE seq <= ${last}`)
}
