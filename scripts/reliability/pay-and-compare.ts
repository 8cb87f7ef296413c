import { fork } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { paymentIntents } from "../../src/payments/intents/table.ts"
import { type Control, controlOf } from "../../test/cielo/client.ts"
import { MAX_ATTEMPTS, type Notification } from "../../test/cielo/notifications.ts"
import type { Merchant } from "../../test/cielo/types.ts"
import type { Json } from "../../test/support/app/client.ts"
import { runCommand } from "../../test/support/app/commands.ts"
import { freshDatabases } from "../../test/support/databases/databases.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { randomFrom } from "../merchants/random.ts"
import { type Fleet, type Role, startFleet } from "./fleet.ts"
import { makePayment, post, type Shop } from "./payers.ts"
import { type Books, compareBooks, readBooks } from "./reconcile.ts"
import { settleAll } from "./settle.ts"

const ROLES: Role[] = ["api", "worker", "api", "worker"]
const KILL_EVERY_MS = 10_000
const MERCHANTS = 4
const PAYERS = 32
const PRINT_EVERY_MS = 30_000

/** A fault in every tenth call, of a kind that the seed decides, and sometimes an odd response. */
const FAULTS = [
  { fault: "any", every: 10 },
  { fault: "undecided:3000", operation: "card", every: 100 },
  { fault: "other_spelling", every: 50 },
  { fault: "short:1", operation: "card", every: 500 },
  { fault: "void_code:99", operation: "void", every: 50 },
] as const

const chargeOf = testOnly(paymentIntents.find([{ id: "intent" }], (rows) => rows.select("charge")))

type Wanted = { payments: number; seed: number; print: (line: string) => void }

/** Makes this many payments. Prints the differences at the end. Returns the exit status. */
export async function payAndCompare({ payments, seed, print }: Wanted): Promise<number> {
  const began = Date.now()
  const databases = await freshDatabases({ live: true })
  const { bank, stop: stopBank } = await startBank(seed)
  const env = {
    ...databases.env,
    ...{ LOG_LEVEL: "silent", CIELO_API_URL: bank.url, CIELO_QUERY_URL: bank.url, BASE_URL: "http://127.0.0.1" },
    ...{ RATE_LIMIT: "1000000000", RATE_LIMIT_CARDS: "0", RATE_LIMIT_CARDS_ADDRESS: "0" },
  }
  const database = connect(databases.env.LIVE_DATABASE_URL!, true)
  const fleet = await startFleet(env, ROLES)
  const seconds = () => Math.round((Date.now() - began) / 1000)
  try {
    const merchants = await Promise.all(Array.from({ length: MERCHANTS }, (_, i) => newMerchant(env, bank.merchant, fleet, i)))
    await bank.control.setOptions({ notificationUrl: `${fleet.urls[0]}/acquirers/cielo/notifications` })
    await bank.control.setFaults(...FAULTS)
    let left = payments
    const payUntilDone = async (i: number) => {
      const shop: Shop = {
        ...merchants[i % MERCHANTS]!,
        bank: bank.control,
        random: randomFrom(seed + i),
        saleOf: saleIn(database),
      }
      while (left-- > 0) await makePayment(shop)
    }
    const report = setInterval(
      () => print(`${payments - Math.max(left, 0)} payments, ${said(fleet)}, ${seconds()} s`),
      PRINT_EVERY_MS,
    )
    const isOver = new AbortController()
    const killing = killNowAndThen(fleet, isOver.signal)
    try {
      await Promise.all(Array.from({ length: PAYERS }, (_, i) => payUntilDone(i)))
    } finally {
      clearInterval(report)
      isOver.abort()
      await killing
    }
    const { hits, counts } = await bank.control.calls()
    print(
      `${payments} payments with seed ${seed}, ${said(fleet)}, ${hits.length} faults in ${total(counts)} calls, ${seconds()} s`,
    )
    await bank.control.setFaults()
    const unheard = await untilTold(bank.control)
    const open = await settleAll({ database, bank: bank.control, print })
    const books = await readBooks(database, await bank.control.ledger())
    const violations = await bank.control.violations()
    const differences = [
      ...open,
      ...unheard.map((each) => `no process took the notification, three times: ${JSON.stringify(each)}`),
      ...compareBooks(books),
      ...violations.map((each) => `not allowed by the document: ${JSON.stringify(each)}`),
    ]
    print(summary(books))
    print(
      differences.length > 0
        ? `${differences.length} differences:\n  ${differences.slice(0, 50).join("\n  ")}`
        : "the ledgers agree",
    )
    return differences.length > 0 ? 1 : 0
  } finally {
    await fleet.stop()
    await database.close()
    stopBank()
    await databases.remove()
  }
}

/** Creates a live mode account whose acquirer is the simulator, with a secret key, and a product with a plan of one charge a day. */
async function newMerchant(
  env: Record<string, string>,
  { merchant_id, merchant_key }: Merchant,
  fleet: Fleet,
  i: number,
): Promise<Pick<Shop, "order" | "product">> {
  const { id } = await vintem(env, "accounts", "create", "--name", `Loja ${i + 1}`)
  const file = join(env.DATA_DIR!, `merchant-key-${i}`)
  await writeFile(file, merchant_key, { mode: 0o600 })
  const at = ["--name", "cielo", "--merchant-id", merchant_id, "--merchant-key-file", file]
  await vintem(env, "acquirer", "set", "--account", id, ...at)
  const { key } = await vintem(env, "keys", "create", "--mode", "live", "--kind", "secret", "--account", id)
  const order: Shop["order"] = (path, body) => fleet.request("POST", path, { body, key, idempotencyKey: randomUUID() })
  const { id: product } = await post({ order }, "/v1/products", { name: "Clube do Café" })
  const plan = ["--product", product, "--name", "Clube", "--interval", "DAY"]
  await vintem(env, "plans", "create", "--mode", "live", "--account", id, ...plan)
  return { order, product }
}

async function vintem(env: Record<string, string>, ...args: string[]): Promise<Json> {
  const { status, stderr, json } = await runCommand([...args, "--json"], env)
  if (status !== 0) throw new Error(`vintem ${args.join(" ")}: ${stderr}`)
  return json
}

/** Returns the id of an intent's sale at the acquirer. */
function saleIn(database: Database): Shop["saleOf"] {
  return async (intent) => (await database.one(chargeOf, { intent }))?.charge ?? undefined
}

/** Starts the simulator of the acquirer as a separate process, which is never killed. */
async function startBank(seed: number): Promise<{ bank: { url: string; merchant: Merchant; control: Control }; stop(): void }> {
  const child = fork(join(import.meta.dirname, "bank.ts"), [String(seed)])
  const [{ url, merchant }] = await once(child, "message")
  return { bank: { url, merchant, control: controlOf(url) }, stop: () => void child.kill("SIGKILL") }
}

/** Kills a process every ten seconds, until it is aborted. */
async function killNowAndThen(fleet: Fleet, signal: AbortSignal): Promise<void> {
  while (await pause(KILL_EVERY_MS, true, { signal }).catch(() => false)) await fleet.killOldest()
}

/** Waits until each notification was accepted, or was sent for the last time. Returns those that nobody accepted. */
async function untilTold(bank: Pick<Control, "notifications">): Promise<Notification[]> {
  const isTaken = ({ attempts }: Notification) => attempts.includes(200)
  for (;;) {
    const open = (await bank.notifications()).filter((each) => !isTaken(each))
    if (open.every(({ attempts }) => attempts.length >= MAX_ATTEMPTS)) return open
    await pause(5000)
  }
}

function said({ kills }: Fleet): string {
  return `${kills.api} api and ${kills.worker} worker processes killed`
}

function total(counts: object): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0)
}

/** Summarizes the run in figures. */
function summary({ sales, intents, refunds, attempts, listed }: Books): string {
  const by = <T>(rows: T[], nameOf: (row: T) => string) =>
    [...Map.groupBy(rows, nameOf)]
      .map(([name, group]) => `${group.length} ${name}`)
      .sort()
      .join(", ")
  return [
    `Sales at the acquirer: ${by(sales, ({ type, captured }) => `${type} ${captured > 0 ? "paid" : "not paid"}`)}`,
    `Payment intents: ${by(intents, ({ status }) => status)}`,
    `Refunds: ${by(refunds, ({ status, reason }) => (reason === "dispute" ? "disputes" : status))}`,
    `Reversals: ${by(
      attempts.filter(({ kind }) => kind === "reversal"),
      ({ state }) => state,
    )}`,
    `For a person: ${by([...listed.values()].flat(), (kind) => kind) || "nothing"}`,
  ].join("\n")
}
