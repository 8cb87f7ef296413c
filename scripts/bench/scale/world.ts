// A database of one size, and the services on it.
import pino from "pino"
import { connect, isSqlite, sqliteFile } from "../../../src/db/drivers/connect.ts"
import { JOBS } from "../../../src/modes/wiring.ts"
import { type Running, startVintem } from "../../../test/support/app/vintem.ts"
import { signIn } from "../../../test/support/dashboard/dashboard.ts"
import { routesOf } from "../../../test/support/dashboard/routes.ts"
import type { Databases } from "../../../test/support/databases/databases.ts"
import { type FullAccount, newFullAccount } from "../../../test/support/merchants/full-account.ts"
import { payOne } from "../../../test/support/merchants/merchant.ts"
import { inBulk } from "./bulk.ts"
import { type Deleted, deleteOld } from "./chores.ts"
import { multiply, type Part } from "./multiply.ts"
import { pagesOf } from "./pages.ts"
import { questionsOf } from "./questions.ts"
import { addRest, type Rest } from "./rest.ts"
import { openForFilling } from "./sqlite-filling.ts"

/** How many payments one set of rows has, including those of newFullAccount. */
const PAYMENTS_OF_A_SET = 10
/** More than a search of the log reads, at every size. Otherwise the small log would be read to its end. */
const REQUESTS_IN_LOG = 100_000
/** How many sets get audit log entries. Those of the largest database would not all fit on the disk of a usual machine. */
const MAX_SETS_WITH_ENTRIES = 100_000
/** The beginning of the names of pages. */
export const OF_DASHBOARD = "dashboard "
const MAX_STATEMENT_MS = 600_000
const PATIENT = { connect: 10_000, statement: MAX_STATEMENT_MS, lock: 0, idleInTransaction: 0 }

export type Shop = { shop: FullAccount; rest: Rest }

export type World = {
  /** The queries, by a name that is the same for every size. Each returns its duration in milliseconds. */
  questions: Map<string, (() => Promise<number>)[]>
  /** Deletes old data, for some seconds. Later queries find other data. */
  deleteOld(): Promise<Deleted[]>
  close(): Promise<void>
}

/** The number of payments, how many of them have events, how many events each of these has, and how many have deliveries. */
export type Size = { payments: number; withEvents: number; eventsEach: number; withDeliveries: number }

/** Gives an account this many payments with all their rows. */
export async function fill(databases: Databases, { payments, withEvents, eventsEach, withDeliveries }: Size): Promise<Shop> {
  const url = databases.env.TEST_DATABASE_URL!
  const sets = Math.ceil(payments / PAYMENTS_OF_A_SET)
  const events = partOf(sets, withEvents)
  const deliveries = partOf(sets, withDeliveries, events)
  const parts = { events, purchase_messages: deliveries, deliveries }
  const shop = await openShop(databases)
  await inBulk(url, async () => {
    const database = isSqlite(url) ? openForFilling(sqliteFile(url)) : connect(url, false, { timeouts: PATIENT })
    await multiply(database, { ...shop, sets, requests: REQUESTS_IN_LOG, parts, eventsEach, progress: report })
    await database.close()
  })
  const api = await startVintem({ DATABASE_STATEMENT_TIMEOUT_MS: String(MAX_STATEMENT_MS) }, { databases, role: "api" })
  const rest = await addRest(api, through(api, shop), Math.ceil(sets / MAX_SETS_WITH_ENTRIES))
  await api.close()
  return { shop, rest }
}

/**
 * The newest payments, and as many of the older ones, spread over all days. If a table has only the part `within` of the copies, it
 * keeps that share of the older ones. One in 200 copies is special (multiply.ts), so the steps have no divisor in common with 200.
 */
function partOf(sets: number, payments: number, within?: Part): Part | undefined {
  const wanted = Math.ceil(payments / PAYMENTS_OF_A_SET)
  if (wanted >= sets) return within
  const newest = Math.floor(wanted / 2)
  const of = within?.every ?? 1
  let every = Math.ceil((sets - newest) / (wanted - newest) / of)
  while (every % 2 === 0 || every % 5 === 0) every++
  return { newest, every: every * of }
}

const startedAt = performance.now()

function report(sets: number): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stderr.write(`\r${sets * PAYMENTS_OF_A_SET} payments, ${seconds} s after the start `)
}

async function openShop(databases: Databases): Promise<FullAccount> {
  const vintem = await startVintem({}, { databases })
  const shop = await newFullAccount(vintem, { text: "Padaria Aurora" })
  const paid = async () => (await shop.request("GET", "/v1/payment_intents?limit=100")).body.data.length
  while ((await paid()) < PAYMENTS_OF_A_SET) await payOne(shop)
  await shop.request("GET", "/v1/events") // gives each event its place, which the copies follow
  await vintem.close()
  return shop
}

/** The same account through another service. */
function through(vintem: Running, shop: FullAccount): FullAccount {
  const request: FullAccount["request"] = (method, path, body, options) =>
    vintem.request(method, path, body, { key: shop.key, ...options })
  return { ...shop, request }
}

/** Starts services without a worker, so the data stays unchanged, and lists the queries. */
export async function openWorld(databases: Databases, { shop, rest }: Shop): Promise<World> {
  let took = Number.NaN
  const write = (line: string) => {
    const { ms } = JSON.parse(line)
    if (ms !== undefined) took = ms
  }
  const log = pino({ level: "info" }, { write })
  const api = await startVintem({}, { databases, role: "api", log })
  const dashboard = await startVintem({}, { databases, role: "dashboard", log })
  const visitor = await signIn(dashboard, `ana+${Date.now()}@example.com`, "owner")
  const { request } = through(api, shop)
  const questions: World["questions"] = new Map()
  const add = (name: string, ask: () => Promise<number>) => questions.set(name, [...(questions.get(name) ?? []), ask])
  for (const path of await questionsOf(through(api, shop)))
    add(`GET ${nameOf(path)}`, async () => {
      const { status, text } = await request("GET", path)
      if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`)
      return took
    })
  for (const path of await pagesOf(visitor, routesOf(dashboard), shop, rest))
    add(`${OF_DASHBOARD}${nameOf(path)}`, async () => {
      const { status } = await visitor.get(path)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      return took
    })
  for (const [name, run] of scansOf(api)) add(`worker ${name}`, async () => timed(run))
  return {
    questions,
    deleteOld: () => deleteOld(api.server.modes.test.database),
    close: async () => {
      await api.close()
      await dashboard.close()
    },
  }
}

/** Returns a name without ids, dates and positions, because these differ between databases. */
function nameOf(path: string): string {
  return decodeURIComponent(path)
    .replace(/\b([a-z]+)_[0-9A-Za-z]{25}/g, "$1_…")
    .replace(/\b\d{4}-\d\d-\d\d/g, "…")
    .replace(/\b(created_\w+|before|after|from_time|at|seq|ending_before|starting_after|email)=[^&]+/g, "$1=…")
}

/** The worker's polls of each second when nothing is due. */
function scansOf({ server }: Running): [name: string, run: () => Promise<unknown>][] {
  const mode = server.modes.test
  const { database } = mode
  const now = Math.floor(mode.clock.now() / 1000)
  const scan = { now, limit: 100, fullAccounts: [], fullGroups: [] }
  return [
    ...JOBS.works.map(({ kind, queue }): [string, () => Promise<unknown>] => [kind, () => queue.earliest(database, scan)]),
    ...JOBS.chores
      .filter(({ kind }) => !kind.startsWith("delete_old"))
      .map(({ kind, run }): [string, () => Promise<unknown>] => [kind, () => run(mode)]),
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
