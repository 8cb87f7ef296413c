import { type Command, InvalidArgumentError } from "commander"
import { type ModeName, modeName } from "../base/mode-name.ts"
import type { Database } from "../db/database.ts"
import { isUnreachable } from "../db/unreachable.ts"
import { isWanted, newestRequests, type PresentedRequest, presentRequest, type Wanted } from "../requests/find.ts"
import { findRequest, listRequests, requestsAfter } from "../requests/store.ts"
import type { RequestRow } from "../requests/table.ts"
import { lineOf, pageOf } from "./log-lines.ts"
import { mustFindAccount, print, readMode, withDatabases } from "./shared/operator.ts"
import { sleep, untilStopped } from "./shared/stop.ts"
import { readTime } from "./shared/time.ts"

type TailOptions = Omit<Wanted, "id"> & {
  mode?: ModeName
  requestId?: string
  lines: number
  follow: boolean
  json?: boolean
}

/** How often to poll for new requests. The server writes them four times a second. */
const POLL_MS = 300
const PAGE = 500

export function logCommands(vintem: Command): void {
  const logs = vintem.command("logs").description("Show the requests to the API.")

  logs
    .command("tail")
    .description("Show the last requests, and then each new one until Ctrl-C. It can run beside the server.")
    .option("--mode <mode>", "test or live (default: both)", readMode)
    .option("--account <id>", "only requests with a key of this account")
    .option("--key <id>", "only requests with this key: key_…, never the key itself", readKeyId)
    .option("--status <status>", "only this status or class: 402, 4xx", readStatus)
    .option("--method <method>", "only this method: GET, POST or DELETE", (text) => text.toUpperCase())
    .option("--path <path>", "only this path and those below it, or a pattern such as '/v1/customers/{id}'", readPath)
    .option("--about <id>", "only requests about this payment intent or other resource")
    .option("--request-id <id>", "only the request with this Request-Id")
    .option("--since <when>", "only what is not older: 10m, 12h, 30d or an ISO 8601 time", (text) => readTime(text, -1) * 1000)
    .option("-n, --lines <number>", "how many of the last requests to show first", readLines, 20)
    .option("--no-follow", "show the last requests only")
    .option("--json", "print one line of JSON for each request")
    .action(tail)

  logs
    .command("show")
    .argument("<request-id>", "req_…, the header Request-Id of the response")
    .description("Show everything that is kept of one request.")
    .option("--json", "print one JSON value")
    .action((id: string, { json }: { json?: boolean }) =>
      withDatabases(async (databases) => print(json, await mustFind(databases, id), pageOf)),
    )
}

async function tail({ mode, requestId, lines, follow, json, ...rest }: TailOptions): Promise<void> {
  const wanted: Wanted = { ...rest, id: requestId }
  await withDatabases(async (databases) => {
    if (wanted.account) await mustFindAccount({ test: { database: databases[0] } }, wanted.account)
    const searched = namedOf(databases, mode)
    // Read before the last requests, so no request in between is missed.
    const followed = await Promise.all(searched.map(async (database) => ({ database, last: await lastOf(database) })))
    const show = (request: PresentedRequest) => console.log(json ? JSON.stringify(request) : lineOf(request, searched.length > 1))
    for (const request of await lastRequests(followed, wanted, lines)) show(request)
    if (follow) await untilStopped((signal) => showNew(followed, wanted, show, signal))
  })
}

/** A database, and the number of the last request that was read from it. */
type Followed = { database: Database; last: number }

async function lastOf(database: Database): Promise<number> {
  return (await listRequests(database.requests(), {}, { limit: 1 }))[0]?.seq ?? 0
}

/** Returns the last requests of all databases in the order of their arrival. Requests after `last` are shown later. */
async function lastRequests(followed: Followed[], wanted: Wanted, count: number): Promise<PresentedRequest[]> {
  if (count === 0) return []
  const lists = followed.map(async ({ database, last }) => {
    const rows = await newestRequests(database.requests(), wanted, count)
    return rows.filter(({ seq }) => seq <= last).map((row) => ({ row, database }))
  })
  const found = (await Promise.all(lists)).flat().sort((a, b) => a.row.at_ms - b.row.at_ms || (a.row.id < b.row.id ? -1 : 1))
  return found.slice(-count).map(({ row, database }) => presentRequest(row, database))
}

async function showNew(
  followed: Followed[],
  wanted: Wanted,
  show: (request: PresentedRequest) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const each of followed) {
      const rows = await newRows(each)
      each.last = rows.at(-1)?.seq ?? each.last
      for (const row of rows) if (isWanted(row, wanted)) show(presentRequest(row, each.database))
    }
    await sleep(POLL_MS, signal)
  }
}

/** If a database restarts, the next poll asks it again. */
async function newRows({ database, last }: Followed): Promise<RequestRow[]> {
  try {
    return await requestsAfter(database.requests(), last, PAGE)
  } catch (error) {
    if (isUnreachable(error)) return []
    throw error
  }
}

async function mustFind(databases: Database[], id: string): Promise<PresentedRequest> {
  for (const database of databases) {
    const row = await findRequest(database.requests(), id)
    if (row) return presentRequest(row, database)
  }
  throw new Error(
    `No such request: '${id}'. It may be older than RETAIN_REQUESTS_DAYS, or not written yet. See the last ones with: vintem logs tail`,
  )
}

function namedOf(databases: Database[], name: ModeName | undefined): Database[] {
  const named = databases.filter((database) => name === undefined || modeName(database) === name)
  if (named.length === 0) throw new Error("Live mode is not configured: set LIVE_DATABASE_URL.")
  return named
}

function readStatus(text: string): string {
  if (/^[1-5](\d\d|xx)$/i.test(text)) return text.toLowerCase()
  throw new InvalidArgumentError("Must be a status such as 402, or a class such as 4xx.")
}

/** A secret on a command line would stay in the shell's history. */
function readKeyId(text: string): string {
  if (text.startsWith("key_")) return text
  throw new InvalidArgumentError("Must be the id of a key, such as key_…. List them with: vintem keys list")
}

function readPath(text: string): string {
  if (text.startsWith("/")) return text
  throw new InvalidArgumentError("Must begin with a slash, as /v1/customers does.")
}

function readLines(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError("Must be a whole number from 0 to 999999.")
}
