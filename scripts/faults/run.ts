// Merchants work while faults come, one after another. At intervals everything settles, and the service's answers are compared with the
// facts.
import type { Database } from "../../src/db/database.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import type { Sink } from "../../test/support/network/https-sink.ts"
import type { MailServer } from "../../test/support/network/mail-server.ts"
import { differences, type Received, type Witness } from "../invariants/differences.ts"
import { doneTwice } from "../invariants/done-twice.ts"
import { mailedBy } from "../invariants/mails.ts"
import { checkPages } from "../invariants/pages.ts"
import { letTimePass } from "../merchants/holds.ts"
import { type Random, randomFrom } from "../merchants/random.ts"
import { settle, untilSame } from "../merchants/settle.ts"
import { changedAnswers } from "../merchants/shop.ts"
import { makeTrouble } from "../merchants/trouble.ts"
import { startWork, type Work } from "../merchants/work.ts"
import type { CommitsTogether } from "./commits-together.ts"
import type { Deaths } from "./deaths.ts"
import { faultsOn } from "./kinds.ts"
import type { Kind, Place } from "./place.ts"
import type { Tally } from "./tally.ts"
import { payOutFrom, tellerAt } from "./teller.ts"

export type World = Omit<Place, "random" | "letTimePass" | "deaths" | "gather"> & {
  /** Where processes note how many confirms share their commits. */
  commits: CommitsTogether
  kind: Kind
  bank: Bank
  database: Database
  sink: Sink
  post: MailServer
}

export type Size = {
  faults: number
  operations: number
  /** Whether the only fault is a process that is killed at a step of an attempt. */
  onlyKills?: boolean
  /** Whether only the merchants work whose payers pay on pages, and processes are killed among these. */
  onlyPages?: boolean
  /** Whose steps these are, such as `capture` and `payout`. All if it is not given. */
  at?: readonly string[]
  /** How many merchants send requests at once. More of them do more between two faults. */
  merchants?: number
  /** If given, a run ends after this time, however much was done. */
  minutes?: number
}

const MERCHANTS_AT_WORK = 16
const PAYERS_OF_LINKS = 3
/** After this many faults, the ledgers are compared and new merchants begin. */
const FAULTS_A_ROUND = 25
/** After this time a fault comes even if few operations were done. */
const MAX_GAP_MS = 20_000
/** The share of operations after a fault that also meet a bank in trouble, and the longest time for this. */
const TROUBLED = 0.3
const MAX_TROUBLE_MS = 500
/** A call of a living process may take a minute. If more time passed at once, its sale would count as not made. */
const MAX_SECONDS_A_FAULT = 10
const HOUR = 3600

/** After so many operations everybody rests until the next fault. What they do meanwhile would all have to be compared. */
type Pace = { until: number }

/** What a run counts. */
export type Counted = { tally: Tally; deaths: Deaths }

/** Plays until there were enough faults and operations. Returns the differences. */
export async function play(world: World, size: Size, seed: number, counted: Counted): Promise<string[]> {
  const { tally } = counted
  const random = randomFrom(seed)
  const endsAt = Date.now() + (size.minutes ?? 0) * 60_000
  const goesOn = () => (size.minutes ? Date.now() < endsAt : tally.faults() < size.faults || tally.operations() < size.operations)
  while (goesOn()) {
    const before = tally.faults()
    const found = await playRound(world, size, random, counted)
    if (found.length > 0) return [...found, `(in the round of the faults ${before + 1} to ${tally.faults()})`]
  }
  return []
}

async function playRound(world: World, size: Size, random: Random, counted: Counted): Promise<string[]> {
  const { fleet, bank, sink, post } = world
  const { tally } = counted
  const pace: Pace = { until: Number.POSITIVE_INFINITY }
  sink.received.length = 0
  post.received.length = 0
  const work = await startWork({ ...world, service: fleet }, random, {
    merchants: size.onlyPages ? 0 : (size.merchants ?? MERCHANTS_AT_WORK),
    payers: PAYERS_OF_LINKS,
    rests: () => fleet.operations() >= pace.until,
    prepare: async ({ account, post }) => {
      await post("/v1/webhook_endpoints", { url: `${sink.url}/${account}`, events: ["*"] })
      await payOutFrom(fleet, account, random)
    },
    tellerOf: ({ account }) => tellerAt(fleet, account),
  })
  const accounts = work.shops.map(({ account }) => account)
  let twice: string | undefined
  for (let left = faultsLeft(size, tally); left > 0 && !twice && !work.failure(); left--) {
    const began = fleet.operations()
    await failOnce(world, { ...work, pace }, random, size, counted)
    tally.worked(fleet.operations() - began)
    twice = doneTwice(bank, accounts)
  }
  await work.stop()
  const broken = twice ?? work.failure()
  if (broken) return [broken]
  const changed = (await Promise.all(work.repeating.map((shop) => changedAnswers(fleet, shop)))).flat()
  const found = [...changed, ...(await settleAndCompare(world, work))]
  tally.compared(bank, accounts)
  return found
}

/** Returns the number of faults in a round. If only operations are missing, faults continue. */
function faultsLeft(size: Size, tally: Tally): number {
  const left = size.minutes ? FAULTS_A_ROUND : size.faults - tally.faults()
  return left > 0 ? Math.min(FAULTS_A_ROUND, left) : FAULTS_A_ROUND
}

/** Causes one fault within its share of the operations, while the bank is in trouble too. */
async function failOnce(
  world: World,
  { shop, gather, pages, pace }: Work & { pace: Pace },
  random: Random,
  size: Size,
  { tally, deaths }: Counted,
): Promise<void> {
  const { fleet, bank, database, kind } = world
  const operations = size.operations / size.faults
  const pass = (seconds: number) => letTimePass(database, shop.account, seconds)
  const began = fleet.operations()
  makeTrouble(bank, random)
  world.commits.since()
  const fault = random.pick(faultsOn(kind, size))
  // What a fault waits for comes from the work of the merchants.
  pace.until = Number.POSITIVE_INFINITY
  await fault.happen({ ...world, random, deaths, gather, letTimePass: pass })
  pace.until = began + operations
  tally.happened(fault.name, world.commits.since())
  if (random.chance(0.5)) await pass(random.integer(1, MAX_SECONDS_A_FAULT))
  // A bank that holds its calls would stop all merchants.
  await untilDone(fleet.operations, began + TROUBLED * operations, MAX_TROUBLE_MS)
  bank.heal()
  await pages.calm()
  await untilDone(fleet.operations, began + operations, MAX_GAP_MS)
}

/** Waits until this many operations are done, but at most this long. */
async function untilDone(operations: () => number, wanted: number, withinMs: number): Promise<void> {
  await until(async () => operations() >= wanted, withinMs).catch(() => {})
}

async function settleAndCompare(world: World, { shops, pages }: Work): Promise<string[]> {
  const { database, bank, sink, fleet, lapse, post } = world
  const witness = (): Witness => ({
    ...{ database, bank, received: sink.received.map(receivedBy(sink)), mailed: mailedBy(post) },
    read: async (path, key) => fleet.request("GET", path, undefined, { key }),
  })
  const compare = async () => {
    // A failed webhook is sent again after minutes or hours of the account's time.
    for (const { account } of shops) await letTimePass(database, account, HOUR)
    for (const [i, shop] of shops.entries()) {
      const found = await differences(witness(), shop, shops.at(i - 1)!)
      if (found.length > 0) return found
    }
    return checkPages(witness(), pages.facts())
  }
  const restart = (meanwhile: () => Promise<void>) =>
    fleet.restartAll(async () => {
      await meanwhile()
      await lapse()
    })
  const found = await settle({ bank, database, restart }, shops, compare)
  if (found.length > 0) return found
  const wrong = await pages.close()
  return wrong.length > 0 ? wrong : untilSame(compare)
}

function receivedBy({ port }: Sink) {
  return ({ path, headers, body, at }: Sink["received"][number]): Received => ({
    ...{ url: `https://127.0.0.1:${port}${path}`, body: body.toString(), at },
    headers: { "Service-Signature": String(headers["service-signature"]) },
  })
}
