// What must be so before an account may move. Nothing is written here.

import { storedTables } from "../../db/direct/catalogue.ts"
import { rowOf, rowsOf } from "../../db/direct/client.ts"
import { isCurrent } from "../../db/migrations/migrate.ts"
import { databaseNow } from "../../db/now.ts"
import { differencesOfRings } from "../../vault/copy-ring.ts"
import { ACCOUNTS, type Move, type Side } from "./sides.ts"

/** Leases go with their rows, and are in the time of the database. */
const MAX_CLOCK_DIFFERENCE_MS = 2000
const PAYMENTS_A_SECOND = 2000
/** A row needs about as much with its indexes, where Postgres has not counted the rows of a table yet. */
const BYTES_A_ROW = 1000

/** What a move is going to need, and the row that an earlier move has left in the new database, if any. */
export type Needs = { payments: number; rows: number; bytes: number; seconds: number; signpost: string | undefined }

/** Throws with all reasons, in words, if the account cannot move. Returns what the move needs. */
export async function preflight(move: Move, master: Buffer): Promise<Needs> {
  const { account, from, to, tables } = move
  const reasons = [
    ...(await reasonsOfSchema(move)),
    ...(await reasonsOfRing(from, to, master)),
    ...(await reasonsOfClock(from, to)),
    ...(await reasonsOfRights(move)),
  ]
  // Where the schemas differ, the questions about the rows may fail.
  if (reasons.length === 0) reasons.push(...(await reasonsOfRows(move)))
  if (reasons.length > 0) throw new Error(`${account} cannot move to ${to.name}.\n${reasons.join("\n")}`)
  return { ...(await sizeOf(from, account, tables)), signpost: await versionOfSignpost(to, account) }
}

async function reasonsOfSchema({ from, to, tables }: Move): Promise<string[]> {
  const names = new Set([...tables.map(({ name }) => name), ACCOUNTS])
  for (const { name, database } of [from, to])
    if (!(await isCurrent(database)))
      return [`The database ${name} does not have the schema of this version: run 'vintem migrate'.`]
  const there = await shapeOf(to, names)
  const differing = [...(await shapeOf(from, names))].filter(([name, shape]) => there.get(name) !== shape).map(([name]) => name)
  return differing.length > 0 ? [`These tables differ between ${from.name} and ${to.name}: ${differing.join(", ")}.`] : []
}

/** The columns of each table of accounts. Its keys may differ until the next release has contracted them. */
async function shapeOf({ client }: Side, names: ReadonlySet<string>): Promise<Map<string, string>> {
  const stored = (await storedTables(client)).filter(({ name }) => names.has(name))
  return new Map(stored.map(({ name, columns }) => [name, columns.map((column) => `${column.name} ${column.type}`).join(", ")]))
}

async function reasonsOfRing(from: Side, to: Side, master: Buffer): Promise<string[]> {
  const keys = await differencesOfRings(from.database, to.database, master)
  return keys.length > 0
    ? [`The key rings of ${from.name} and ${to.name} differ: ${keys.join(", ")}. Run 'vintem databases add ${to.name}'.`]
    : []
}

async function reasonsOfClock(from: Side, to: Side): Promise<string[]> {
  const [here, there] = await Promise.all([databaseNow(from.database), databaseNow(to.database)])
  const difference = Math.abs(here - there)
  return difference > MAX_CLOCK_DIFFERENCE_MS
    ? [`The clocks of ${from.name} and ${to.name} differ by ${(difference / 1000).toFixed(1)} seconds: at most 2 are allowed.`]
    : []
}

const MAY_COPY = "SELECT has_parameter_privilege('session_replication_role', 'SET') AS may, current_user AS role"
const OWNS = `
  SELECT coalesce(bool_and(pg_has_role(c.relowner, 'USAGE')), false) AS may, current_user AS role
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)`
type May = { may: boolean; role: string }

async function reasonsOfRights({ from, to, tables }: Move): Promise<string[]> {
  const reasons: string[] = []
  for (const { name, client } of [from, to]) {
    const { may, role } = await rowOf<May>(client, MAY_COPY)
    const owns = await rowOf<May>(client, OWNS, [tables.map((table) => table.name)])
    if (!owns.may)
      reasons.push(
        `The role ${role} does not own the tables in ${name}. Run this command as the role that does, like 'vintem migrate'.`,
      )
    if (!may)
      reasons.push(
        `The role ${role} may not copy rows into ${name} without triggers. Let a superuser run there: GRANT SET ON PARAMETER session_replication_role TO "${role}"`,
      )
  }
  return reasons
}

async function reasonsOfRows({ account, from, to, tables }: Move): Promise<string[]> {
  const full: string[] = []
  for (const { name } of tables)
    if ((await rowsOf(to.client, `SELECT 1 FROM "${name}" WHERE account = $1 LIMIT 1`, [account])).length > 0) full.push(name)
  if (full.length === 0) return []
  return [
    `${to.name} has rows of ${account}, in ${full.join(", ")}. If it has left them behind there, take them away first: vintem accounts clean ${account} (${from.name} has the account).`,
  ]
}

const SHARE = `
  SELECT pg_total_relation_size(c.oid)::float8 AS bytes, greatest(c.reltuples, 0)::float8 AS rows
  FROM pg_class c WHERE c.oid = $1::regclass`

async function sizeOf({ client }: Side, account: string, tables: Move["tables"]): Promise<Omit<Needs, "signpost">> {
  let [payments, rows, bytes] = [0, 0, 0]
  for (const { name } of tables) {
    const { count } = await rowOf<{ count: number }>(client, `SELECT count(*)::int AS count FROM "${name}" WHERE account = $1`, [
      account,
    ])
    const all = await rowOf<{ bytes: number; rows: number }>(client, SHARE, [`"${name}"`])
    if (name === "payment_intents") payments = count
    rows += count
    bytes += count * (all.rows >= count && all.rows > 0 ? all.bytes / all.rows : BYTES_A_ROW)
  }
  return { payments, rows, bytes: Math.round(bytes), seconds: Math.max(1, Math.ceil(payments / PAYMENTS_A_SECOND)) }
}

/**
 * Which version of a signpost the new database has. A command that undoes a move writes another version, so that a copy that had begun
 * before it can no longer take its place.
 */
async function versionOfSignpost({ client }: Side, account: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ version: string }>(client, "SELECT xmin::text AS version FROM accounts WHERE id = $1", [account])
  return row?.version
}
