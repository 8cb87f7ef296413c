import { type Column, integer, type Kind, text } from "../db/columns.ts"
import type { Database, Queries } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { INDEXED } from "../db/request-tables.ts"
import { LIMIT } from "../db/statement.ts"
import { statementOn } from "../db/table.ts"
import { apiRequests, type RequestRecord, type RequestRow } from "./table.ts"

const NAMES = apiRequests.names.filter((name) => name !== "seq")
const TYPES: Record<Kind, string> = {
  ...{ text: "text", json: "text", bytes: "bytea" },
  ...{ integer: "integer", real: "double precision", boolean: "boolean" },
}
/** The columns of a record with their types on Postgres. */
const TYPED = Object.entries<Column<unknown>>(apiRequests.columns)
  .filter(([name]) => name !== "seq")
  .map(([name, { kind }]) => `${name} ${name === "at_ms" ? "bigint" : TYPES[kind]}`)

/** The number of an advisory lock. No other lock may have it. */
const WRITERS_LOCK = 7_201_993

/**
 * On Postgres, the commit does not wait for the disk, and one process writes at a time. So a reader who sees a row has seen all rows with a
 * lower `seq`.
 */
const beginBatch = apiRequests.statement([], (_, _p, k) =>
  k.raw(
    isPostgres(k)
      ? `SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${WRITERS_LOCK})`
      : "select 1 as `begun`",
  ),
)
/**
 * Inserts all rows of a batch on Postgres, and one row on SQLite, because a prepared statement there takes less time than reading JSON. A
 * batch whose commit got no response is written again, and may already be there.
 */
const insertRecords = statementOn<void>(apiRequests, (rows, p, k) =>
  isPostgres(k)
    ? k.raw(
        `INSERT INTO api_requests (${NAMES}) SELECT ${NAMES} FROM json_to_recordset(?::json) AS t(${TYPED}) ON CONFLICT (id) DO NOTHING`,
        [p.rows ?? null],
      )
    : rows
        .insert(Object.fromEntries(NAMES.map((name) => [name, p[name]])))
        .onConflict("id")
        .ignore(),
)

/** Writes a batch. Throws if the database cannot take the batch now, or refuses it. */
export async function insertRequests(database: Database, records: RequestRecord[]): Promise<void> {
  await database.requests().transaction(async (tx) => {
    await tx.one(beginBatch, {})
    if (tx.dialect === "postgres") await tx.run(insertRecords, { rows: records })
    else for (const record of records) tx.send(insertRecords, record)
  })
}

export type Index = "account" | "payment_intent" | "resource"

/** The index of the requests about a resource. The index `resource` leaves out the requests about a payment intent. */
export function indexAbout(resource: string): "payment_intent" | "resource" {
  return resource.startsWith("pi_") ? "payment_intent" : "resource"
}

const PAGE = { before: integer(), limit: integer() }
/** The newest requests by one index. With `ofAccount`, only those of one account. */
const newestBy = (index: Index, ofAccount?: "account") =>
  apiRequests.statement(["account", { value: text(), ...PAGE }], (rows, p, k) => {
    const found = rows.whereRaw("? = ?", [k.ref(index), p.value])
    if (ofAccount) found.where({ account: p.account })
    return found
      .whereRaw(index === "account" ? "true" : INDEXED[index])
      .where("seq", "<", p.before)
      .orderBy("seq", "desc")
      .limit(LIMIT)
  })
const newest = apiRequests.statement([PAGE], (rows, p) => rows.where("seq", "<", p.before).orderBy("seq", "desc").limit(LIMIT))
const newestOfAccount = newestBy("account")
const newestAbout = { payment_intent: newestBy("payment_intent"), resource: newestBy("resource") }
const newestOfAccountAbout = {
  payment_intent: newestBy("payment_intent", "account"),
  resource: newestBy("resource", "account"),
}
const oldest = apiRequests.statement([{ seq: "after", limit: integer() }], (rows, p) =>
  rows.where("seq", ">", p.after).orderBy("seq").limit(LIMIT),
)
const byId = apiRequests.find(["id"])

/** Selects requests by account, by resource, or by both, because a request can name the id of another account's resource. */
export type RequestScope = { account?: string; about?: string }

/** Greater than the number of any request. */
export const NEWEST = Number.MAX_SAFE_INTEGER

/** Lists requests that were written before `before`, newest first. Those about a payment intent include its refunds. */
export async function listRequests(
  db: Queries,
  { account, about }: RequestScope,
  { before = NEWEST, limit }: { before?: number; limit: number },
): Promise<RequestRow[]> {
  const page = { before, limit }
  if (!about) return account ? db.all(newestOfAccount, { value: account, account, ...page }) : db.all(newest, page)
  const index = indexAbout(about)
  if (account) return db.all(newestOfAccountAbout[index], { value: about, account, ...page })
  return db.all(newestAbout[index], { value: about, account: null, ...page })
}

/** Lists the requests that were written after `after`, in the order of writing. It never misses a request. */
export async function requestsAfter(db: Queries, after: number, limit: number): Promise<RequestRow[]> {
  return db.all(oldest, { after, limit })
}

export async function findRequest(db: Queries, id: string): Promise<RequestRow | undefined> {
  return db.one(byId, { id })
}
