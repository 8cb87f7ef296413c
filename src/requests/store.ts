import type { Database, Queries } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { INDEXED } from "../db/request-tables.ts"
import { LIMIT, statement } from "../db/statement.ts"

/** The record of a request to the API. It contains no secret and no card data (docs/data-kept.md). */
export type RequestRecord = {
  /** The header Request-Id of the response. */
  id: string
  /** When the request arrived, in real milliseconds. */
  at_ms: number
  /** Null if the request had no known key. */
  account: string | null
  /** The id of the key, never the key itself. */
  key: string | null
  operation: string | null
  method: string
  /** The pattern of the path, such as `/v1/customers/{id}`. Null for an unknown route. */
  route: string | null
  path: string
  status: number
  /** The code of the error, and the parameter that it names. */
  error: string | null
  param: string | null
  /** From the arrival of the request to its response, in milliseconds. */
  ms: number
  address: string | null
  user_agent: string | null
  version: string | null
  idempotency_key: string | null
  /** Whether the response was that of an earlier request with the same idempotency key. */
  replayed: boolean
  /** The object that the request concerns or has created. */
  resource: string | null
  payment_intent: string | null
  /** Every id in the path, the parameters or the response: a JSON list. */
  resources: string | null
  /** The parameters that may be kept: a JSON object. */
  parameters: string | null
}

/** A stored request. `seq` is the order in which requests were written. */
export type RequestRow = Omit<RequestRecord, "replayed"> & { seq: number; replayed: boolean | number }

/** The columns of a record with their types on Postgres. */
const COLUMNS: Record<keyof RequestRecord, string> = {
  id: "text",
  at_ms: "bigint",
  account: "text",
  key: "text",
  operation: "text",
  method: "text",
  route: "text",
  path: "text",
  status: "integer",
  error: "text",
  param: "text",
  ms: "double precision",
  address: "text",
  user_agent: "text",
  version: "text",
  idempotency_key: "text",
  replayed: "boolean",
  resource: "text",
  payment_intent: "text",
  resources: "text",
  parameters: "text",
}
const NAMES = Object.keys(COLUMNS) as (keyof RequestRecord)[]
const TYPED = NAMES.map((name) => `${name} ${COLUMNS[name]}`)

/** The number of an advisory lock. No other lock may have it. */
const WRITERS_LOCK = 7_201_993

/**
 * On Postgres, the commit does not wait for the disk, and one process writes at a time. So a reader who sees a row has seen all rows with a
 * lower `seq`.
 */
const beginBatch = statement<unknown, never>((k) =>
  isPostgres(k)
    ? k.raw(`SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(${WRITERS_LOCK})`)
    : k.select({ begun: 1 }),
)
/**
 * Inserts all rows of a batch on Postgres, and one row on SQLite, because a prepared statement there takes less time than reading JSON. A
 * batch whose commit got no response is written again, and may already be there.
 */
const insertRecords = statement<void>((k, p) =>
  isPostgres(k)
    ? k.raw(
        `INSERT INTO api_requests (${NAMES}) SELECT ${NAMES} FROM json_to_recordset(?::json) AS t(${TYPED}) ON CONFLICT (id) DO NOTHING`,
        [p.rows],
      )
    : k("api_requests")
        .insert(Object.fromEntries(NAMES.map((name) => [name, p[name]])))
        .onConflict("id")
        .ignore(),
)

/** Writes a batch. Throws if the database cannot take the batch now, or refuses it. */
export async function insertRequests(database: Database, records: RequestRecord[]): Promise<void> {
  await database.requests().transaction(async (tx) => {
    await tx.one(beginBatch, {})
    if (tx.dialect === "postgres") await tx.run(insertRecords, { rows: JSON.stringify(records) })
    else for (const record of records) tx.send(insertRecords, record)
  })
}

type Before = "before" | "limit"
export type Index = "account" | "payment_intent" | "resource"
/** Every column of the table. */
export const REQUEST_COLUMNS = ["seq", ...NAMES]

/** The index of the requests about a resource. The index `resource` leaves out the requests about a payment intent. */
export function indexAbout(resource: string): "payment_intent" | "resource" {
  return resource.startsWith("pi_") ? "payment_intent" : "resource"
}

/** The newest requests by one index. With `ofAccount`, only those of one account. */
const newestBy = (index: Index, ofAccount?: "account") =>
  statement<RequestRow, Before | "value" | "account">((k, p) =>
    k("api_requests")
      .select(REQUEST_COLUMNS)
      .where({ [index]: p.value, ...(ofAccount ? { account: p.account } : {}) })
      .whereRaw(index === "account" ? "true" : INDEXED[index])
      .where("seq", "<", p.before)
      .orderBy("seq", "desc")
      .limit(LIMIT),
  )
const newest = statement<RequestRow, Before>((k, p) =>
  k("api_requests").select(REQUEST_COLUMNS).where("seq", "<", p.before).orderBy("seq", "desc").limit(LIMIT),
)
const newestOfAccount = newestBy("account")
const newestAbout = { payment_intent: newestBy("payment_intent"), resource: newestBy("resource") }
const newestOfAccountAbout = {
  payment_intent: newestBy("payment_intent", "account"),
  resource: newestBy("resource", "account"),
}
const oldest = statement<RequestRow, "after" | "limit">((k, p) =>
  k("api_requests").select(REQUEST_COLUMNS).where("seq", ">", p.after).orderBy("seq").limit(LIMIT),
)
const byId = statement<RequestRow, "id">((k, p) => k("api_requests").select(REQUEST_COLUMNS).where({ id: p.id }))

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
