// Multiplies the rows of one account by SQL, so that a million payments with all that belongs to them take minutes.
import type { Database } from "../../src/db/database.ts"
import { columnsOf, TABLE_NAMES } from "../../src/db/schema.ts"
import { sql } from "../../test/support/sql.ts"

const DAY = 86_400
/** Over how many days the copies are spread. */
const DAYS = 90
const SETS_AT_ONCE = 4000

/** Tables whose rows are multiplied, in the order of their references. Others stay as they are. */
const TABLES = [
  "customers",
  "payment_methods",
  "payment_intents",
  "attempts",
  "refunds",
  "disputes",
  "subscriptions",
  "events",
  "deliveries",
  "delivery_attempts",
].filter((table) => TABLE_NAMES.includes(table))

/** Ids of these are the same in all copies. */
const KEPT = /^(acct|prd|ppr|plan|we|key|card|tok|int|cred)_/

/** What is not copied as it is. `n` is the number of the copy. */
const OTHERWISE: Record<string, Record<string, string>> = {
  deliveries: {
    status: "CASE WHEN n % 200 = 0 THEN 'dead_letter' ELSE 'delivered' END",
    lease_until_ms: "0",
  },
}

type Row = Record<string, string | number | null>

/** Adds `sets` copies of all rows of an account, in the past. Calls `progress` with the number of copies that are done. */
export async function multiply(
  database: Database,
  account: string,
  sets: number,
  progress: (done: number) => void,
): Promise<void> {
  const copies = [...(await copiesOf(database, account, sets))]
  const requests = await copyOf(database.requests(), "api_requests", requestColumns(), account, sets)
  for (let from = 1; from <= sets; from += SETS_AT_ONCE) {
    const to = Math.min(sets, from + SETS_AT_ONCE - 1)
    await database.transaction(async (tx) => {
      for (const copy of copies) await tx.run(sql<void>(copy(from, to)), {})
    })
    await database.requests().transaction((tx) => tx.run(sql<void>(requests(from, to)), {}))
    progress(to)
  }
  const last = `SELECT max(seq) FROM events WHERE account = '${account}'`
  await run(database, `UPDATE event_lists SET last_seq = (${last}) WHERE account = '${account}'`)
  await run(database, "ANALYZE")
}

const run = (database: Database, text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))

/** An INSERT of the copies of a range. */
type Copy = (from: number, to: number) => string

async function copiesOf(database: Database, account: string, sets: number): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const table of TABLES) copies.push(await copyOf(database, table, columnsOf(table), account, sets))
  return copies
}

async function copyOf(database: Database, table: string, columns: string[], account: string, sets: number): Promise<Copy> {
  const owned = columns.includes("account") ? `account = '${account}'` : "1 = 1"
  const rows = (await database.all(sql<Row>(`SELECT ${columns.join(", ")} FROM ${table} WHERE ${owned}`), {})) as Row[]
  const highest = Math.max(1, ...rows.map(({ seq }) => Number(seq ?? 0)))
  const values = columns.map((column) => OTHERWISE[table]?.[column] ?? expressionOf(database, column, rows, { sets, highest }))
  const prototypes = `SELECT * FROM ${table} WHERE ${owned} AND id IN (${rows.map(({ id }) => `'${id}'`).join(", ") || "''"})`
  return (from, to) =>
    `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${numbers(database, from, to)}, (${prototypes}) AS one`
}

const numbers = ({ dialect }: Database, from: number, to: number) =>
  dialect === "postgres"
    ? `generate_series(${from}::bigint, ${to}::bigint) AS n`
    : `(WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to}) SELECT n FROM s)`

function expressionOf({ dialect }: Database, column: string, rows: Row[], { sets, highest }: { sets: number; highest: number }) {
  const ago = `(${sets} - n) * ${Math.max(1, Math.floor((DAYS * DAY) / sets))}`
  if (column === "created" || column === "latest") return `${column} - ${ago}`
  if (column === "at_ms") return `at_ms - ${ago} * 1000`
  // The rows that are there stay the newest of the list.
  if (column === "seq") return `seq + ${highest} * n`
  const isId = rows.some((row) => /^[a-z]+_[0-9A-Za-z]{25}$/.test(String(row[column])) && !KEPT.test(String(row[column])))
  const isUnique = column === "reference"
  if (!isId && !isUnique) return column
  const number = dialect === "postgres" ? "lpad(n::text, 10, '0')" : "printf('%010d', n)"
  if (isUnique) return `${column} || ${number}`
  const at = dialect === "postgres" ? `strpos(${column}, '_')` : `instr(${column}, '_')`
  return `substr(${column}, 1, ${at}) || '0' || ${number} || substr(${column}, ${at} + 12)`
}

/** All but `seq`, which the database gives. */
const requestColumns = () =>
  "id at_ms account key operation method route path status error param ms address user_agent version idempotency_key replayed resource payment_intent resources parameters".split(
    " ",
  )
