// Payers who are authenticated by 3-D Secure, in live mode at the simulator of Cielo, while processes and Postgres fail. Live mode is on Postgres only.
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { inspect } from "node:util"
import { systemClock } from "../../src/base/clock.ts"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { type CieloWithMpi, startCieloWithMpi } from "../../test/cielo/mpi/mpi.ts"
import { freshDatabases } from "../../test/support/databases/databases.ts"
import { openLine } from "../../test/support/databases/postgres-line.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { openDesk } from "../live-mode/desk.ts"
import { disputesAt } from "../live-mode/dispute-desk.ts"
import { salesIn } from "../live-mode/place.ts"
import { payAuthenticated } from "../live-mode/three-d-secure.ts"
import { newNotes, type Till } from "../live-mode/till.ts"
import { type Random, randomFrom } from "../merchants/random.ts"
import { compare, summaryOf } from "../reliability/compare.ts"
import { commandsOn } from "../reliability/hand.ts"
import { type Merchant, newMerchant, pauseBriefly } from "../reliability/merchants.ts"
import { settleAll, workThroughList } from "../reliability/settle.ts"
import { type Time, timeOf } from "../reliability/time.ts"
import { untilTold } from "../reliability/told.ts"
import { openTreasury } from "../reliability/treasury.ts"
import { newDeaths } from "./deaths.ts"
import { type Fleet, startFleet } from "./fleet.ts"
import { FAULTS_AT_TILL } from "./kinds.ts"
import { startNotifier } from "./notifier.ts"
import { IMPATIENT, letAllLapse } from "./patience.ts"
import type { Place } from "./place.ts"

export type TillWanted = {
  faults: number
  seed: number
  crashPostgres: Place["crashPostgres"]
  print: (line: string) => void
}

type Env = Record<string, string>
type World = { env: Env; cielo: CieloWithMpi; database: Database; fleet: Fleet; merchant: Merchant; till: Till; time: Time }

const PAYERS = 8
/** How many payments are made between two faults, and how long that may take. */
const PAYMENTS = 6
const MAX_GAP_MS = 20_000
const MAX_SHOWN = 20
/** Cielo sends a notification again after half an hour, which is longer than any process takes to start. So is this. */
const REPEAT_MS = 15_000

/** Causes this many faults. Prints the differences at the end. Returns the exit status. */
export async function failAtTill({ faults, seed, crashPostgres, print }: TillWanted): Promise<number> {
  const databases = await freshDatabases({ live: true })
  const url = databases.env.LIVE_DATABASE_URL as string
  const line = await openLine(url)
  const cielo = await startCieloWithMpi({ seed, notificationRepeatMs: REPEAT_MS }, { seed })
  const addresses = { CIELO_API_URL: cielo.url, CIELO_QUERY_URL: cielo.url, CIELO_MPI_URL: cielo.mpi.url }
  const env: Env = { ...databases.env, ...IMPATIENT, ...addresses, LOG_LEVEL: "silent", SHUTDOWN_TIMEOUT_SECONDS: "3" }
  const database = connect(url, true)
  const through = { ...databases, env: { ...databases.env, LIVE_DATABASE_URL: line.url } }
  const { LIVE_DATABASE_URL: _, ...others } = env
  const fleet = await startFleet(through, others, ["all", "all"])
  const notifier = await startNotifier(fleet)
  await cielo.control.setOptions({ notificationUrl: notifier.url })
  const time = timeOf(database, cielo.control, cielo.mpi.control)
  const lapse = () => letAllLapse(database)
  try {
    const merchant = await newMerchant(env, { ...cielo.merchant, mpi: cielo.mpi.credentials }, asReliable(fleet), 2)
    const world = { env, cielo, database, fleet, merchant, till: tillAt(fleet, cielo), time }
    const random = randomFrom(seed)
    const deathNote = join(databases.directory, "death-note")
    const fails = { crashPostgres, lapse, letTimePass: time.pass, gather: async () => () => {} }
    const place = { fleet, random, line, deathNote, deaths: newDeaths(), ...fails }
    const found = await play(world, place, { faults, seed, print })
    print(found.length > 0 ? `violated:\n  ${found.slice(0, MAX_SHOWN).join("\n  ")}` : "0 lost, 0 doubled, 0 sold without proof")
    return found.length > 0 ? 1 : 0
  } finally {
    await fleet.close()
    await notifier.close()
    await database.close()
    await line.close()
    await cielo.close()
    await databases.remove()
  }
}

type Playing = Pick<TillWanted, "faults" | "seed" | "print">

async function play(world: World, place: Place, { faults, seed, print }: Playing): Promise<string[]> {
  const { env, cielo, database, merchant, time } = world
  const random = randomFrom(seed + 1)
  const hand = commandsOn(env)
  const desk = openDesk({ mode: { livemode: true, database, clock: systemClock }, hand, cielo: cielo.control, random })
  const treasury = await openTreasury({ env, accounts: [merchant.account], pass: time.pass, random })
  const work = startPayers(world, desk, random)
  const began = Date.now()
  for (let done = 0; done < faults && !work.failure(); done++) {
    const [before, fault] = [work.payments(), random.pick(FAULTS_AT_TILL)]
    await fault.happen(place)
    print(`${done + 1}: ${fault.name}, ${work.payments()} payments, ${Math.round((Date.now() - began) / 1000)} s`)
    await until(async () => work.payments() >= before + PAYMENTS, MAX_GAP_MS).catch(() => {})
  }
  await work.stop()
  const failure = work.failure()
  if (failure) return [failure]
  const settling = { database, bank: cielo.control, time, random, print: () => {}, daily: treasury.act }
  const parts = { ...world, bank: cielo.control, mpi: cielo.mpi.control, merchants: [merchant], desk, treasury }
  const open = [...(await untilTold(cielo.control)), ...(await settleAll(settling)), ...(await workThroughList(settling, desk))]
  const compared = await compare(parts, { listed: new Set() })
  print(summaryOf(compared))
  const violations = [...(await cielo.control.violations()), ...(await cielo.mpi.control.violations())]
  return [...open, ...compared.differences, ...treasury.wrong, ...violations.map((each) => JSON.stringify(each))]
}

/** Payers come one after the other, several at a time, until they are stopped. */
function startPayers({ cielo, database, merchant, till, time }: World, desk: ReturnType<typeof openDesk>, random: Random) {
  let [payments, isOver] = [0, false]
  let failure: string | undefined
  const { control: bank } = cielo
  const disputes = disputesAt(desk.disputes, merchant.account)
  const act = payAuthenticated(till)
  const payOn = async (_: unknown) => {
    const own = { ...merchant, ...salesIn(database, bank), bank, desk, disputes, now: time.now }
    const place = { ...own, pause: pauseBriefly, random: randomFrom(random.integer(0, 2 ** 32 - 1)) }
    for (; !isOver; payments++) await act(place)
  }
  const working = Promise.all(Array.from({ length: PAYERS }, payOn)).catch((error) => {
    failure = `a merchant has given up: ${inspect(error)}`
  })
  const stop = async () => {
    isOver = true
    if (!failure) await working
  }
  return { payments: () => payments, failure: () => failure, stop }
}

/** The pages at any process, once. */
function tillAt({ members }: Fleet, cielo: CieloWithMpi): Till {
  let turn = 0
  const reach = async (url: string, step: string, body?: object) => {
    const { process } = members[turn++ % members.length]!
    const headers = { "user-agent": "Mozilla/5.0", ...(body && { "content-type": "application/json" }) }
    const path = `${process.server.threedsOrigin}${new URL(url).pathname}/${step}`
    const sent = { method: body ? "POST" : "GET", headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(path, sent).catch(() => undefined)
    // Whoever loads the page of a process that is starting waits a little.
    if (!answer) await pause(200)
    return answer?.status === 200 ? answer.json().catch(() => undefined) : undefined
  }
  return { send: reach, status: (url) => reach(url, "status"), mpi: cielo.mpi.control, notes: newNotes() }
}

function asReliable({ request }: Fleet): Parameters<typeof newMerchant>[2] {
  return {
    request: (method, path, { body, key, idempotencyKey } = {}) =>
      request(method, path, body, { ...(key && { key }), ...(idempotencyKey && { idempotencyKey }) }),
  }
}
