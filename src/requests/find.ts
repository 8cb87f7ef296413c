import { modeName } from "../base/mode-name.ts"
import type { Database, Queries } from "../db/database.ts"
import { listRequests, NEWEST } from "./store.ts"
import type { RequestRow } from "./table.ts"

/** A filter for requests. A member that is left out filters nothing. */
export type Wanted = {
  account?: string
  /** The id of a payment intent, or of another object that the requests concern. */
  about?: string
  key?: string
  id?: string
  method?: string
  /** A status such as `402`, or a class such as `4xx`. */
  status?: string
  /** The beginning of a path, or a pattern such as `/v1/customers/{id}`. */
  path?: string
  /** Real milliseconds. */
  since?: number
}

const PAGE = 500
/** The most requests that a search reads. A filter that few requests fit must not read the log of a month. */
const MAX_READ = 100_000
/** Longer than any request. A request is written when it ends, so a later row may have begun earlier by this much. */
export const LONGEST_MS = 60_000

export function isWanted(row: RequestRow, wanted: Wanted): boolean {
  const { account, about, key, id, method, status, path, since } = wanted
  const wants = [
    account === undefined || row.account === account,
    about === undefined || isAbout(row, about),
    key === undefined || row.key === key,
    id === undefined || row.id === id,
    method === undefined || row.method === method,
    status === undefined || String(row.status) === status || `${String(row.status)[0]}xx` === status,
    path === undefined || row.route === path || isUnder(row.path, path),
    since === undefined || row.at_ms >= since,
  ]
  return wants.every(Boolean)
}

function isAbout({ resource, payment_intent }: RequestRow, id: string): boolean {
  return resource === id || payment_intent === id
}

/** `/v1/customers` is under `/v1/customers`, and so is `/v1/customers/cus_1`, but not `/v1/customers_old`. */
function isUnder(path: string, start: string): boolean {
  return path === start || path.startsWith(start.endsWith("/") ? start : `${start}/`)
}

/** Returns the `count` newest requests that fit the filter, newest first. Reads the newest 100,000 requests that an index finds. */
export async function newestRequests(db: Queries, wanted: Wanted, count: number): Promise<RequestRow[]> {
  const found: RequestRow[] = []
  let before = NEWEST
  for (let read = 0; read < MAX_READ && found.length < count; read += PAGE) {
    const page = await listRequests(db, wanted, { before, limit: PAGE })
    found.push(...page.filter((row) => isWanted(row, wanted)))
    const last = page.at(-1)
    if (page.length < PAGE || !last || last.at_ms < (wanted.since ?? 0) - LONGEST_MS) break
    before = last.seq
  }
  return found.slice(0, count)
}

/** A request in the output of the command line with --json. */
export function presentRequest({ seq: _, at_ms, resources, ...row }: RequestRow, database: Pick<Database, "livemode">) {
  return { ...row, at: new Date(at_ms).toISOString(), mode: modeName(database), resources: resources ?? [] }
}

export type PresentedRequest = ReturnType<typeof presentRequest>
