import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { systemClock } from "../../src/base/clock.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { type Control, controlOf } from "../../test/cielo/client.ts"
import { type MpiControl, mpiControlOf } from "../../test/cielo/mpi/client.ts"
import { freshDatabases } from "../../test/support/databases/databases.ts"
import { besidesAdyen } from "../live-mode/at-adyen.ts"
import { type Desk, openDesk } from "../live-mode/desk.ts"
import { disputesAt } from "../live-mode/dispute-desk.ts"
import { besides, strangersSentBack } from "../live-mode/own-bank.ts"
import { actLate, settleReturns } from "../live-mode/own-bank-payers.ts"
import { salesIn } from "../live-mode/place.ts"
import { newNotes, type Till } from "../live-mode/till.ts"
import { randomFrom } from "../merchants/random.ts"
import { by, compare, summaryOf } from "./compare.ts"
import { approvalsOf, type Day, haveTroubles } from "./days.ts"
import { type FallbackOfRun, startFallback } from "./fallback.ts"
import { type Fleet, type Role, startFleet } from "./fleet.ts"
import { commandsOn } from "./hand.ts"
import { type Line, openLine } from "./line.ts"
import { type Credentials, type Merchant, newMerchant, pauseBriefly, payOnce } from "./merchants.ts"
import { type OwnBankOfRun, startOwnBank } from "./own-bank.ts"
import { settleAll, workThroughList } from "./settle.ts"
import { type Time, timeOf } from "./time.ts"
import { NOTIFICATIONS_PATH, untilTold } from "./told.ts"
import { openTreasury, type Treasury } from "./treasury.ts"

const ROLES: Role[] = ["api", "worker", "api", "worker"]
const KILL_EVERY_MS = 10_000
const PAY_OUT_EVERY_MS = 5000
const MERCHANTS = 4
/** How many merchants have their PIX at their own bank. The others have it at Cielo. */
const AT_OWN_BANK = 3
const SETTLE_RETURNS_EVERY_MS = 2000
const PAYERS = 32
const PRINT_EVERY_MS = 30_000
const MAX_SHOWN = 50

/** A fault in every tenth call, of a kind that the seed decides, and sometimes an odd response. */
const FAULTS = [
  { fault: "any", every: 10 },
  { fault: "undecided:3000", operation: "card", every: 100 },
  { fault: "other_spelling", every: 50 },
  { fault: "short:1", operation: "card", every: 500 },
  { fault: "void_code:99", operation: "void", every: 50 },
] as const
/** What goes wrong at the MPI. */
const MPI_FAULTS = [
  { fault: "error_before:503", every: 20 },
  { fault: "cut_before", every: 40 },
  { fault: "cut_after", every: 30 },
  { fault: "error_after:500", every: 50 },
  { fault: "slow", every: 40 },
] as const

type Wanted = { payments: number; seed: number; print: (line: string) => void }
type Bank = { url: string; mpiUrl: string; credentials: Credentials; control: Control; mpi: MpiControl }
/** Everything that a run consists of, once it has started. `bank`: Cielo, with the sales of the own bank and of Adyen beside its own. */
type World = {
  env: Record<string, string>
  database: Database
  bank: Control
  line: Line
  ownBank: OwnBankOfRun
  fallback: FallbackOfRun
  mpi: MpiControl
  till: Till
  fleet: Fleet
  merchants: readonly Merchant[]
  time: Time
  print(line: string): void
}

/** Makes this many payments. Prints the differences at the end. Returns the exit status. */
export async function payAndCompare(wanted: Wanted): Promise<number> {
  const databases = await freshDatabases({ live: true })
  const { bank, stop: stopBank } = await startBank(wanted.seed)
  const ownBank = await startOwnBank(AT_OWN_BANK, databases.directory, randomFrom(wanted.seed - 2))
  const fallback = await startFallback(databases.directory)
  const line = await openLine(bank.url)
  const env = {
    ...databases.env,
    ...ownBank.env,
    ...fallback.env,
    ...{ LOG_LEVEL: "silent", CIELO_API_URL: line.url, CIELO_QUERY_URL: line.url, CIELO_MPI_URL: bank.mpiUrl },
    // Payers reach the pages at any process, whatever their origin.
    THREEDS_ORIGIN: "http://threeds.localhost",
    ...{ RATE_LIMIT: "1000000000", RATE_LIMIT_CARDS: "0", RATE_LIMIT_CARDS_ADDRESS: "0" },
  }
  const database = connect(mustBe(databases.env.LIVE_DATABASE_URL), true)
  const fleet = await startFleet(env, ROLES)
  ownBank.tellTo(fleet.urls)
  try {
    const joinFallback = (account: string, given: { i: number; funds: string }) =>
      fallback.join(env, account, { ...given, url: fleet.urls[0] ?? "" })
    const newOne = (_: unknown, i: number) =>
      newMerchant(env, bank.credentials, fleet, i, { ownBank: i < AT_OWN_BANK ? ownBank : undefined, joinFallback })
    const merchants = await Promise.all(Array.from({ length: MERCHANTS }, newOne))
    const world = {
      env,
      database,
      ...{ ownBank, fallback, line },
      bank: besides(besidesAdyen(bank.control, fallback.control), ownBank.bank),
      mpi: bank.mpi,
      till: tillOf(fleet, bank.mpi),
      fleet,
      merchants,
      time: timeOf(database, bank.control, bank.mpi, fallback.control),
      print: wanted.print,
    }
    const differences = await play(world, wanted)
    const shown = differences.slice(0, MAX_SHOWN).join("\n  ")
    wanted.print(`Memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`)
    wanted.print(differences.length > 0 ? `${differences.length} differences:\n  ${shown}` : "the ledgers agree")
    return differences.length > 0 ? 1 : 0
  } finally {
    await fleet.stop()
    await database.close()
    await line.close()
    fallback.stop()
    stopBank()
    await ownBank.close()
    await databases.remove()
  }
}

/** Payments, then time, then the operator. Returns the differences that are left, or those that nobody was told of. */
async function play(world: World, wanted: Wanted): Promise<string[]> {
  const { env, database, bank, ownBank, fallback, mpi, fleet, merchants, time, print } = world
  const random = randomFrom(wanted.seed)
  const hand = commandsOn(env)
  const desk = openDesk({ mode: { livemode: true, database, clock: systemClock }, hand, cielo: bank, random })
  await bank.setOptions({ notificationUrl: fleet.urls[0] + NOTIFICATIONS_PATH })
  const accounts = merchants.map(({ account }) => account)
  const treasury = await openTreasury({ env, accounts, pass: time.pass, random: randomFrom(wanted.seed - 1) })
  await bank.setFaults(...FAULTS)
  await mpi.setFaults(...MPI_FAULTS)
  ownBank.fail()
  await fallback.fail()
  const days = await payAll(world, { desk, treasury }, wanted)
  await bank.setFaults()
  await mpi.setFaults()
  await fallback.calm()
  const atOwnBank = ownBank.calm()
  print(`At the own bank, like ${ownBank.name}: ${atOwnBank.faults} faults in ${atOwnBank.calls} calls`)
  const daily = async () => {
    settleReturns(ownBank.bank, random, { made: true })
    await treasury.act()
  }
  const payLate = () => {
    const { paid, contested } = actLate(ownBank.bank, random)
    print(`At the own bank: ${paid} ended PIX are paid after all, and parts of ${contested} payments are taken back`)
  }
  const settling = { database, bank, time, random, print, daily, payLate }
  const unheard = await untilTold(bank)
  const open = await settleAll(settling)
  const items = await desk.list()
  print(`For a person: ${by(items, ({ kind }) => kind) || "nothing"}`)
  const before = await compare(
    { ...world, desk, treasury },
    { listed: new Set(items.map(({ payment_intent }) => payment_intent)) },
  )
  print(summaryOf(before))
  open.push(...(await workThroughList(settling, desk)))
  for (const [refusal, times] of hand.refusals) print(`refused ${times} times: ${refusal}`)
  const after = await compare({ ...world, desk, treasury }, { listed: new Set() })
  print(`After the operator's work:\n${summaryOf(after)}`)
  const [unasked] = after.books
  if (unasked) print(`Sales by card that are approved: ${approvalsOf(days, unasked)}`)
  return [
    ...open,
    ...unheard,
    ...before.differences.map((each) => `before the operator's work: ${each}`),
    ...after.differences,
    ...treasury.wrong,
    ...strangersSentBack(ownBank.bank),
    ...ownBank.bank.misuse().map((each) => `not allowed at the own bank: ${each}`),
    ...(await fallback.wrong()),
    ...[...(await bank.violations()), ...(await mpi.violations())].map(
      (each) => `not allowed by the document: ${JSON.stringify(each)}`,
    ),
  ]
}

/** Makes all payments and payouts, while processes are killed and Cielo has its troubles. Returns how each day was. */
async function payAll(
  { database, bank, line, ownBank, till, fleet, merchants, time, print }: World,
  { desk, treasury }: { desk: Desk; treasury: Treasury },
  { payments, seed }: Wanted,
): Promise<Day[]> {
  const began = Date.now()
  let left = payments
  const payUntilDone = async (i: number) => {
    const merchant = merchants[i % merchants.length]
    if (!merchant) return
    const place = {
      ...{ ...merchant, ...salesIn(database, bank), bank, desk, pause: pauseBriefly, random: randomFrom(seed + i) },
      ...{ disputes: disputesAt(desk.disputes, merchant.account), now: time.now },
    }
    while (left-- > 0) await payOnce(place, till, merchant.ownBank)
  }
  const said = () =>
    `${fleet.kills.api} api and ${fleet.kills.worker} worker processes killed, ${Math.round((Date.now() - began) / 1000)} s`
  const report = setInterval(() => print(`${payments - Math.max(left, 0)} payments, ${said()}`), PRINT_EVERY_MS)
  const isOver = new AbortController()
  const meanwhile = Promise.all([
    nowAndThen(KILL_EVERY_MS, fleet.killOldest, isOver.signal),
    nowAndThen(PAY_OUT_EVERY_MS, treasury.act, isOver.signal),
    nowAndThen(SETTLE_RETURNS_EVERY_MS, async () => settleReturns(ownBank.bank, randomFrom(seed - 3)), isOver.signal),
  ])
  const troubles = haveTroubles({ bank, line, usual: FAULTS, now: time.now }, () => 1 - left / payments, isOver.signal)
  try {
    await Promise.all(Array.from({ length: PAYERS }, (_, i) => payUntilDone(i)))
  } finally {
    clearInterval(report)
    isOver.abort()
    await Promise.all([meanwhile, troubles])
  }
  const { hits, counts } = await bank.calls()
  print(`${payments} payments with seed ${seed}, ${hits.length} faults in ${total(counts)} calls, ${said()}`)
  return troubles
}

/** Starts the simulator of the acquirer as a separate process, which is never killed. */
async function startBank(seed: number): Promise<{ bank: Bank; stop(): void }> {
  const child = fork(join(import.meta.dirname, "bank.ts"), [String(seed)])
  const [{ url, merchant, mpi }] = await once(child, "message")
  const credentials = { ...merchant, mpi: mpi.credentials }
  const bank = { url, mpiUrl: mpi.url, credentials, control: controlOf(url), mpi: mpiControlOf(mpi.url) }
  return { bank, stop: () => void child.kill("SIGKILL") }
}

function tillOf({ page }: Fleet, mpi: MpiControl): Till {
  const pathOf = (url: string, step: string) => `${new URL(url).pathname}/${step}`
  return {
    send: (url, step, body) => page(pathOf(url, step), body),
    status: (url) => page(pathOf(url, "status")),
    mpi,
    notes: newNotes(),
  }
}

/** Does something with a pause before it, again and again, until it is aborted. */
async function nowAndThen(everyMs: number, act: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (await pause(everyMs, true, { signal }).catch(() => false)) await act()
}

function total(counts: object): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0)
}

function mustBe(value: string | undefined): string {
  if (value === undefined) throw new Error("live mode has no database")
  return value
}
