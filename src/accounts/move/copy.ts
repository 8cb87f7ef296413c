// Fourth step: one transaction in the new database, in which all rows of the account appear.
import type pg from "pg"
import type { StoredTable } from "../../db/direct/catalogue.ts"
import { rowOf, rowsOf } from "../../db/direct/client.ts"
import { copyRows } from "../../db/direct/copy-rows.ts"
import { LIFETIME_MS } from "../../vault/short-lived-keys.ts"
import { HOLDS, NOW_MS } from "./leave.ts"
import { ACCOUNTS, type Move } from "./sides.ts"

/**
 * A call to an acquirer may take 30 seconds. Who made it cannot hold its row any longer once the account is closed. So nobody takes the
 * row up in the new database before the call has ended.
 */
const HOLD_FOR_MS = 35_000
/** Others draw from a sequence while it is put beyond the rows. They do not draw as many meanwhile. */
const BEYOND = 1_000_000

export type Copied = { rows: number; transaction: string }

/**
 * Begins the transaction, and copies into it. The caller commits it. `closedMs` is when the account was closed. `signpost` is the version of
 * the row that an earlier move has left in the new database: if it is no longer the same, somebody has undone this move.
 */
export async function copyAccount(move: Move, closedMs: number, signpost: string | undefined): Promise<Copied> {
  const { account, from, to, tables } = move
  // Rows come as they are. Triggers would count their money again.
  await to.client.query(
    "BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL idle_in_transaction_session_timeout = '60s'",
  )
  await from.client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
  try {
    await mustBeClosed(move)
    await takeSignpost(move, signpost)
    let rows = 0
    for (const table of tables) rows += await copyTable(move, table, closedMs)
    await copyShortLivedKeys(move)
    await copyAccountRow(move)
    const { transaction } = await rowOf<{ transaction: string }>(to.client, "SELECT pg_current_xact_id()::text AS transaction")
    return { rows, transaction }
  } catch (error) {
    await to.client.query("ROLLBACK").catch(() => {})
    throw new Error(`${account} was not copied to ${to.name}: ${(error as Error).message}`, { cause: error })
  } finally {
    await from.client.query("ROLLBACK").catch(() => {})
  }
}

async function mustBeClosed({ account, from, to }: Move): Promise<void> {
  const [row] = await rowsOf(from.client, "SELECT 1 FROM accounts WHERE id = $1 AND database = $2", [account, to.name])
  if (!row) throw new Error(`it is not closed in ${from.name}`)
}

async function takeSignpost({ account, to }: Move, signpost: string | undefined): Promise<void> {
  if (signpost === undefined) return
  const taken = await to.client.query("DELETE FROM accounts WHERE id = $1 AND xmin::text = $2", [account, signpost])
  if (taken.rowCount !== 1) throw new Error("another command has changed its row there meanwhile")
}

/** Copies the rows of one table, and compares both. */
async function copyTable({ account, from, to }: Move, table: StoredTable, closedMs: number): Promise<number> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(", ")
  const values = table.columns.map(({ name }) => movedValue(table.name, name, closedMs))
  const own = `FROM "${table.name}" WHERE account = ${from.client.escapeLiteral(account)}`
  const rows = await copyRows(from.client, to.client, {
    read: `COPY (SELECT ${values} ${own}) TO STDOUT`,
    write: `COPY "${table.name}" (${names}) FROM STDIN`,
  })
  if (rows === 0) return 0
  const [read, written] = await Promise.all([digestOf(from.client, values.join(", "), own), digestOf(to.client, names, own)])
  if (read !== written) throw new Error(`the rows of ${table.name} differ: ${read} were read, ${written} were written`)
  for (const [column, sequence] of Object.entries(table.sequences))
    await putBeyond(to.client, sequence, `SELECT max("${column}") AS last ${own}`)
  return rows
}

/** A column as it is in the new database. */
function movedValue(table: string, column: string, closedMs: number): string {
  if (HOLDS.includes(column))
    return `CASE WHEN "${column}" > ${closedMs} THEN greatest("${column}", ${closedMs + HOLD_FOR_MS}) ELSE "${column}" END`
  // The bank was told of it in a file of another database, whose number a file of this one may have: none may have it again.
  if (table === "payouts" && column === "file") return "-abs(file)"
  return `"${column}"`
}

/** How many rows there are, and a sum over all that they say. */
async function digestOf(client: pg.Client, values: string, own: string): Promise<string> {
  const { digest } = await rowOf<{ digest: string }>(
    client,
    `SELECT count(*) || ' rows, sum ' || coalesce(sum(hashtextextended(ROW(${values})::text, 0)::numeric), 0) AS digest ${own}`,
  )
  return digest
}

async function putBeyond(client: pg.Client, sequence: string, last: string): Promise<void> {
  await client.query(
    `SELECT setval($1, moved.last + ${BEYOND}) FROM (${last}) AS moved, ${sequence} AS drawn WHERE moved.last >= drawn.last_value`,
    [sequence],
  )
}

/** The keys of cards that were sealed in the last minutes. The table is rewritten again and again, so it is not used before the end. */
async function copyShortLivedKeys({ from, to }: Move): Promise<void> {
  const keys = await rowsOf<{ id: string; sealed: string; made_ms: string }>(
    from.client,
    `SELECT id, sealed, made_ms FROM short_lived_keys WHERE made_ms > ${NOW_MS} - ${LIFETIME_MS}`,
  )
  for (const { id, sealed, made_ms } of keys)
    await to.client.query("INSERT INTO short_lived_keys (id, sealed, made_ms) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", [
      id,
      sealed,
      made_ms,
    ])
}

/** The row with which the new database says that it has the account. */
async function copyAccountRow({ account, from, to }: Move): Promise<void> {
  const { row } = await rowOf<{ row: object }>(from.client, "SELECT to_json(accounts) AS row FROM accounts WHERE id = $1", [
    account,
  ])
  await to.client.query(`INSERT INTO ${ACCOUNTS} SELECT * FROM json_populate_record(NULL::${ACCOUNTS}, $1)`, [
    JSON.stringify({ ...row, database: to.name }),
  ])
}
