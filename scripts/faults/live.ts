// Payers in live mode, while processes and Postgres fail. Live mode is on Postgres only.
import { join } from "node:path"
import { inspect } from "node:util"
import { systemClock } from "../../src/base/clock.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import type { Control } from "../../test/cielo/client.ts"
import { type CieloWithMpi, startCieloWithMpi } from "../../test/cielo/mpi/mpi.ts"
import { freshDatabases } from "../../test/support/databases/databases.ts"
import { openLine } from "../../test/support/databases/postgres-line.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import type { Actor } from "../live-mode/actors.ts"
import { openDesk } from "../live-mode/desk.ts"
import { disputesAt } from "../live-mode/dispute-desk.ts"
import { salesIn } from "../live-mode/place.ts"
import type { Till } from "../live-mode/till.ts"
import { type Random, randomFrom } from "../merchants/random.ts"
import { compare, summaryOf } from "../reliability/compare.ts"
import { commandsOn } from "../reliability/hand.ts"
import { type Merchant, newMerchant, pauseBriefly } from "../reliability/merchants.ts"
import type { OwnBankOfRun } from "../reliability/own-bank.ts"
import { passSteps, settleAll, workThroughList } from "../reliability/settle.ts"
import { type Time, timeOf } from "../reliability/time.ts"
import { untilTold } from "../reliability/told.ts"
import { openTreasury } from "../reliability/treasury.ts"
import { newDeaths } from "./deaths.ts"
import { type Fleet, startFleet } from "./fleet.ts"
import type { Fault } from "./kinds.ts"
import { type Notifier, startNotifier } from "./notifier.ts"
import { IMPATIENT, letAllLapse } from "./patience.ts"
import type { Place } from "./place.ts"

export type LiveWanted = {
  faults: number
  seed: number
  crashPostgres: Place["crashPostgres"]
  print: (line: string) => void
}

type Env = Record<string, string>
/** What has started: `cielo` is beside every other bank. */
export type Live = {
  env: Env
  cielo: CieloWithMpi
  database: Database
  fleet: Fleet
  notifier: Notifier
  time: Time
  seed: number
}

/** What is beside Cielo from the beginning. */
export type Beside = { env?: Env; clocks?: readonly Pick<Control, "advance">[]; ownBank?: OwnBankOfRun; close?(): Promise<void> }

/** What a run is about, once all of it has started. */
export type Rail = {
  faults: readonly Fault[]
  /** Cielo, with what other banks have. */
  bank: Control
  till: Till
  act: Actor
  /** Between two faults, while nobody pays. */
  rest?(place: Rested): Promise<void>
  /** Each day after the last fault. */
  daily?(): Promise<void>
  /** After the last fault and the last payer. `pass` lets these times pass, in seconds. Returns what is wrong. */
  end?(pass: (...steps: number[]) => Promise<string[]>): Promise<string[]>
  /** Once everything has come to rest. Returns what is wrong. */
  check?(): Promise<string[]>
  /** What a run promises besides. */
  promise: string
}
export type Rested = { merchant: Merchant; random: Random }

export type Kind = {
  /** What processes have to know is started before them. */
  start(directory: string, seed: number): Promise<Beside>
  open(live: Live, beside: Beside, merchant: Merchant): Promise<Rail>
}

const PAYERS = 8
/** How many payments are made between two faults, and how long that may take. */
const PAYMENTS = 6
const MAX_GAP_MS = 20_000
const MAX_SHOWN = 20
/** Cielo sends a notification again after half an hour, which is longer than any process takes to start. So is this. */
const REPEAT_MS = 15_000

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export async function failLive(kind: Kind, { faults, seed, crashPostgres, print }: LiveWanted): Promise<number> {
  const databases = await freshDatabases({ live: true })
  const url = databases.env.LIVE_DATABASE_URL as string
  const line = await openLine(url)
  const cielo = await startCieloWithMpi({ seed, notificationRepeatMs: REPEAT_MS }, { seed })
  const beside = await kind.start(databases.directory, seed)
  const addresses = { CIELO_API_URL: cielo.url, CIELO_QUERY_URL: cielo.url, CIELO_MPI_URL: cielo.mpi.url, ...beside.env }
  const env: Env = { ...databases.env, ...IMPATIENT, ...addresses, LOG_LEVEL: "error", SHUTDOWN_TIMEOUT_SECONDS: "3" }
  const database = connect(url, true)
  const through = { ...databases, env: { ...databases.env, LIVE_DATABASE_URL: line.url } }
  const { LIVE_DATABASE_URL: _, ...others } = env
  const fleet = await startFleet(through, others, ["all", "all"])
  const notifier = await startNotifier(fleet)
  await cielo.control.setOptions({ notificationUrl: notifier.url })
  beside.ownBank?.tellTo([notifier.origin])
  const time = timeOf(database, cielo.control, cielo.mpi.control, ...(beside.clocks ?? []))
  try {
    const credentials = { ...cielo.merchant, mpi: cielo.mpi.credentials }
    const merchant = await newMerchant(env, credentials, asReliable(fleet), beside.ownBank ? 0 : 2, beside)
    const live: Live = { env, cielo, database, fleet, notifier, time, seed }
    const rail = await kind.open(live, beside, merchant)
    const random = randomFrom(seed)
    const lapse = () => letAllLapse(database)
    const fails = { crashPostgres, lapse, letTimePass: time.pass, gather: async () => () => {} }
    const place = { fleet, random, line, deathNote: join(databases.directory, "death-note"), deaths: newDeaths(), ...fails }
    const found = await play(live, { rail, merchant, place }, { faults, print })
    print(found.length > 0 ? `violated:\n  ${found.slice(0, MAX_SHOWN).join("\n  ")}` : `0 lost, 0 doubled, ${rail.promise}`)
    return found.length > 0 ? 1 : 0
  } finally {
    await fleet.close()
    await notifier.close()
    await database.close()
    await line.close()
    await cielo.close()
    await beside.close?.()
    await databases.remove()
  }
}

type Playing = { rail: Rail; merchant: Merchant; place: Place }

async function play(live: Live, playing: Playing, { faults, print }: Pick<LiveWanted, "faults" | "print">): Promise<string[]> {
  const { env, cielo, database, time, seed } = live
  const { rail, merchant, place } = playing
  const { bank } = rail
  const random = randomFrom(seed + 1)
  const hand = commandsOn(env)
  const desk = openDesk({ mode: { livemode: true, database, clock: systemClock }, hand, cielo: bank, random })
  const treasury = await openTreasury({ env, accounts: [merchant.account], pass: time.pass, random })
  const work = startPayers(live, playing, desk, random)
  const began = Date.now()
  for (let done = 0; done < faults && !work.failure(); done++) {
    const [before, fault] = [work.payments(), random.pick(rail.faults)]
    await fault.happen(place)
    print(`${done + 1}: ${fault.name}, ${work.payments()} payments, ${Math.round((Date.now() - began) / 1000)} s`)
    await until(async () => work.payments() >= before + PAYMENTS, MAX_GAP_MS).catch(() => {})
    if (rail.rest) await work.resting(() => rail.rest!({ merchant, random }))
  }
  await work.stop()
  const failure = work.failure()
  if (failure) return [failure]
  const daily = async () => {
    await rail.daily?.()
    await treasury.act()
  }
  const settling = { database, bank, time, random, print: () => {}, daily }
  const open = (await rail.end?.((...steps) => passSteps(settling, steps))) ?? []
  open.push(...(await untilTold(cielo.control)), ...(await settleAll(settling)), ...(await workThroughList(settling, desk)))
  open.push(...((await rail.check?.()) ?? []))
  const parts = { ...live, bank, mpi: cielo.mpi.control, till: rail.till, merchants: [merchant], desk, treasury }
  const compared = await compare(parts, { listed: new Set() })
  print(summaryOf(compared))
  const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
  return [...open, ...compared.differences, ...treasury.wrong, ...violations.map((each) => JSON.stringify(each))]
}

/** Payers come one after the other, several at a time, until they are stopped. */
function startPayers({ database, time }: Live, { rail, merchant }: Playing, desk: ReturnType<typeof openDesk>, random: Random) {
  let [payments, isOver] = [0, false]
  let failure: string | undefined
  let gate: Promise<void> | undefined
  const underWay = new Set<Promise<void>>()
  const { bank, act } = rail
  const disputes = disputesAt(desk.disputes, merchant.account)
  const payOn = async (_: unknown) => {
    const own = { ...merchant, ...salesIn(database, bank), bank, desk, disputes, now: time.now }
    const place = { ...own, pause: pauseBriefly, random: randomFrom(random.integer(0, 2 ** 32 - 1)) }
    for (; !isOver; payments++) {
      await gate
      const one = act(place)
      underWay.add(one)
      await one.finally(() => underWay.delete(one))
    }
  }
  const working = Promise.all(Array.from({ length: PAYERS }, payOn)).catch((error) => {
    failure = `a merchant has given up: ${inspect(error)}`
  })
  return {
    payments: () => payments,
    failure: () => failure,
    /** Does something while nobody pays. */
    resting: async (rest: () => Promise<void>) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      await Promise.allSettled(underWay)
      await rest().finally(resolve)
    },
    stop: async () => {
      isOver = true
      if (!failure) await working
    },
  }
}

function asReliable({ request }: Fleet): Parameters<typeof newMerchant>[2] {
  return {
    request: (method, path, { body, key, idempotencyKey } = {}) =>
      request(method, path, body, { ...(key && { key }), ...(idempotencyKey && { idempotencyKey }) }),
  }
}
