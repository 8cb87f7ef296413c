// The third floor: what a read has to do, by hand in one function, without a check of what was sent. It looks up the key, counts its quota in
// memory, looks up one payment or ten, sends the headers, writes one log line, and takes the request down in batches, in the service's tables.
import { createHmac, randomBytes } from "node:crypto"
import Sqlite from "better-sqlite3"
import Koa, { type Context } from "koa"
import { migrateDatabase } from "../../src/db/migrate.ts"
import { requestTables } from "../../src/db/request-tables.ts"
import { DEFAULT_HEADERS } from "../../src/http/headers.ts"
import { newId } from "../../src/ids.ts"
import { createLog } from "../../src/log.ts"
import { NEWEST_VERSION } from "../../src/versions.ts"

const BATCH = 200
const LISTED = 10

const file = process.env.FILE as string
await migrateDatabase(`sqlite:${file}`, false)
const database = new Sqlite(file)
const requests = new Sqlite(`${file}-requests`)
for (const [each, synchronous] of [
  [database, "FULL"],
  [requests, "NORMAL"],
] as const) {
  each.pragma("journal_mode = WAL")
  each.pragma(`synchronous = ${synchronous}`)
}
database.pragma("foreign_keys = OFF")
requests.exec(requestTables("sqlite"))

/** Inserts a row. A column that must have a value and is not among these has 0 or its name. */
function insert(table: string, values: Record<string, string | number>): void {
  type Column = { name: string; type: string; notnull: number; dflt_value: string | null }
  const columns = database.pragma(`table_info(${table})`) as Column[]
  const needed = columns.filter(({ name, notnull, dflt_value }) => name in values || (notnull && dflt_value === null))
  const names = needed.map(({ name }) => name)
  const row = needed.map(({ name, type }) => values[name] ?? (/int/i.test(type) ? 0 : name))
  database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`).run(row)
}

const account = newId("acct")
const ids = Array.from({ length: LISTED }, () => newId("pi"))
const id = ids[0]!
const customer = newId("cus")
const KEY = "zsk_test_0123456789012345678901234567890123456789"
const secret = randomBytes(32)
const digestOf = (key: string) => createHmac("sha256", secret).update(key).digest("hex")
insert("accounts", { id: account, clock_offset: 0 })
insert("api_keys", { id: "key_floor", account, kind: "secret", scopes: "[]", digest: digestOf(KEY) })
for (const each of ids)
  insert("payment_intents", { id: each, account, status: "requires_payment_method", amount: 4990, currency: "brl", customer })

const findKey = database.prepare(
  "SELECT *, (SELECT clock_offset FROM accounts WHERE id = api_keys.account) AS clock_offset FROM api_keys WHERE digest = ?",
)
const findIntent = database.prepare("SELECT * FROM payment_intents WHERE account = ? AND id = ?")
const findIntents = database.prepare(`SELECT * FROM payment_intents WHERE account = ? ORDER BY id DESC LIMIT ${LISTED + 1}`)
const COLUMNS = [
  ...["id", "at_ms", "account", "key", "operation", "method", "route", "path", "status", "ms", "address", "version", "replayed"],
  ...["resource", "payment_intent", "resources", "parameters"],
]
const insertRequest = requests.prepare(`INSERT INTO api_requests (${COLUMNS}) VALUES (${COLUMNS.map(() => "?")})`)
const insertAll = requests.transaction((rows: unknown[][]) => {
  for (const row of rows) insertRequest.run(row)
})

type Caller = { id: string; account: string }
/** Requests that are read in one turn of the event loop share the look-up of their key, as in the service. */
let caller: Caller | undefined
function callerOf(key: string): Caller {
  if (caller) return caller
  setImmediate(() => {
    caller = undefined
  })
  caller = findKey.get(digestOf(key)) as Caller
  return caller
}

const log = createLog("info")
const used = new Map<string, number>()
let waiting: unknown[][] = []
function takeDown(row: unknown[]): void {
  waiting.push(row)
  if (waiting.length < BATCH) return
  const rows = waiting
  waiting = []
  setImmediate(() => insertAll(rows))
}

type Row = Record<string, unknown>
const present = ({ account: _, ...intent }: Row) => ({ object: "payment_intent", ...intent })
const named = JSON.stringify([id, customer])

/** Everything around the look-up of what was asked for. */
function read(ctx: Context, operation: string, route: string, resource: string | null, found: (account: string) => object): void {
  const started = performance.now()
  const request = newId("req")
  const { id: key, account } = callerOf(KEY)
  const count = (used.get(key) ?? 0) + 1
  used.set(key, count)
  ctx.set({
    "Request-Id": request,
    ...DEFAULT_HEADERS,
    "Service-Version": NEWEST_VERSION,
    "Ratelimit-Remaining": String(1e9 - count),
    "Ratelimit-Reset": "1777300896",
  })
  ctx.body = found(account)
  const ms = performance.now() - started
  const line = {
    request_id: request,
    method: "GET",
    route,
    operation,
    status: 200,
    address: "127.0.0.1",
    resource,
    ms,
    account,
    key_id: key,
  }
  log.info(line)
  const what = [operation, "GET", route, ctx.path, 200, ms, "127.0.0.1", NEWEST_VERSION, 0]
  takeDown([request, Date.now(), account, key, ...what, resource, resource, resource && named, "{}"])
}

const app = new Koa()
app.use((ctx) => {
  if (ctx.path === "/list")
    read(ctx, "listPaymentIntents", "/v1/payment_intents", null, (account) => {
      const rows = findIntents.all(account) as Row[]
      return { object: "list", data: rows.slice(0, LISTED).map(present), has_more: rows.length > LISTED }
    })
  else
    read(ctx, "retrievePaymentIntent", "/v1/payment_intents/{id}", id, (account) => present(findIntent.get(account, id) as Row))
})
app.listen(Number(process.env.PORT), "127.0.0.1")
