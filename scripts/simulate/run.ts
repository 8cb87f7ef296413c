// One seed: a world is created, a storm passes over it, everything settles, and the service's answers are compared with the facts.
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { openBank } from "../../test/support/banks/bank.ts"
import { checkSecrets, differences, type Witness } from "../invariants/differences.ts"
import { doneTwice } from "../invariants/done-twice.ts"
import { settleWhatIsLost } from "../merchants/operator.ts"
import { simulateGlobals } from "./globals.ts"
import { Machine, type Only } from "./machine.ts"
import { request } from "./shop.ts"
import { type Merchants, openShops, shopFor } from "./test-mode/workload.ts"
import { createWorld, type World } from "./world.ts"

export type Plan = { seed: number; hours: number; only: Only }

export type Outcome = {
  /** The violation of the service's promises, if any. */
  violation: string | undefined
  /** Equal for two runs of a plan. */
  hash: string
  simulatedHours: number
  faults: number
  operations: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The bank shows its bookings within this time, and waiting payments are looked up at least this often. */
const MAX_LATENESS_HOURS = 4
const MAX_POLL_GAP_HOURS = 25
/** Postponed work is done within this many minutes. */
const SETTLING = { rounds: 30, minutes: 10 }

/** Runs a plan. `directory` has the migrated database `test.sqlite`. Throws if something is not simulated. */
export async function run(plan: Plan, directory: string, onLine?: (line: string) => void): Promise<Outcome> {
  const file = `seed-${plan.seed}.sqlite`
  copyFileSync(join(directory, "test.sqlite"), join(directory, file))
  const machine = new Machine(plan.seed, plan.only, onLine)
  const restore = simulateGlobals(machine)
  const onRejection = (reason: unknown) => machine.accuse(`a promise was rejected and nobody noticed: ${reason}`)
  process.on("unhandledRejection", onRejection)
  const bank = openBank(":memory:", async () => Math.floor(machine.now / 1000))
  const accounts: string[] = []
  const booked = () => {
    const twice = doneTwice(bank, accounts)
    if (twice) machine.accuse(twice)
  }
  const world = createWorld(machine, directory, file, bank, booked)
  try {
    const story = play(world, plan, accounts)
    await machine.play(story)
    if (!machine.violation) await story
  } finally {
    restore()
    process.off("unhandledRejection", onRejection)
    world.disk.close()
    bank.close()
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(directory, file + suffix), { force: true })
  }
  const simulatedHours = (machine.now - machine.startedAt) / HOUR_MS
  return { violation: machine.violation, hash: machine.hash, simulatedHours, ...machine.counts }
}

async function play(world: World, { seed, hours }: Plan, accounts: string[]): Promise<void> {
  const { machine } = world
  const merchants = await openShops(world)
  accounts.push(merchants.shop.account, merchants.club.account)
  machine.isStormy = true
  await shopFor(world, merchants.shop, hours - MAX_LATENESS_HOURS - MAX_POLL_GAP_HOURS, seed)
  machine.isStormy = false
  await settle(world, merchants)
}

/**
 * Lets all time limits pass. Lost operations are given up, found late, refunded or settled by hand. All waiting payments are paid, in time
 * or too late.
 */
async function settle(world: World, { shop, club }: Merchants): Promise<void> {
  const { machine, bank, database } = world
  const wait = (ms: number) => machine.pause(machine.world, ms)
  bank.heal()
  world.hurry()
  await wait(MAX_LATENESS_HOURS * HOUR_MS)
  for (const { account } of [shop, club]) bank.decide(account, "approved")
  await wait(MAX_POLL_GAP_HOURS * HOUR_MS)
  for (const { account } of [shop, club]) await settleWhatIsLost(database, bank, account)
  const witness: Witness = {
    ...world,
    read: (path, key) => request(world, { method: "GET", path, headers: { authorization: `Bearer ${key}` } }),
  }
  let found: string[] = []
  for (let round = 0; round < SETTLING.rounds; round++) {
    world.hurry()
    await wait(SETTLING.minutes * MINUTE_MS)
    found = [
      ...(await differences(witness, shop, club)),
      ...(await differences(witness, club, shop)),
      ...checkSecrets([world.disk.bytes().toString("latin1")]),
    ]
    if (found.length === 0) return
  }
  machine.accuse(found[0]!)
}
