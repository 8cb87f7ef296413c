// Test mode, at a bank without idempotency.
import { openBank } from "../../../test/support/banks/bank.ts"
import { checkSecrets, differences, type Witness } from "../../invariants/differences.ts"
import { doneTwice } from "../../invariants/done-twice.ts"
import { settleWhatIsLost } from "../../merchants/operator.ts"
import type { Machine } from "../machine.ts"
import type { Plan, Stage } from "../plan.ts"
import { headersOf, request } from "../shop.ts"
import { type BankWorld, bankOver } from "./bank.ts"
import { type Merchants, openShops, shopFor, stopCodes } from "./workload.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The bank shows its bookings within this time, and waiting payments are looked up at least this often. */
const MAX_LATENESS_HOURS = 4
const MAX_POLL_GAP_HOURS = 25
/** Postponed work is done within this many minutes. */
const SETTLING = { rounds: 30, minutes: 10 }

/** Opens the bank of a seed. After each of its bookings, it is asked whether it has done an order twice. */
export function openBankStage(machine: Machine, plan: Plan): Stage {
  const bank = openBank(":memory:", async () => Math.floor(machine.now / 1000))
  const accounts: string[] = []
  const booked = () => {
    const twice = doneTwice(bank, accounts)
    if (twice) machine.accuse(twice)
  }
  return {
    acquirersOf: (owner) => {
      const acquirer = bankOver(machine, owner, bank, booked)
      return { acquirerOf: () => acquirer }
    },
    play: (world) => play({ ...world, bank }, plan, accounts),
    close: () => bank.close(),
  }
}

async function play(world: BankWorld, { seed, hours }: Plan, accounts: string[]): Promise<void> {
  const { machine } = world
  const merchants = await openShops(world)
  accounts.push(merchants.shop.account, merchants.club.account)
  machine.isStormy = true
  await shopFor(world, merchants, hours - MAX_LATENESS_HOURS - MAX_POLL_GAP_HOURS, seed)
  machine.isStormy = false
  await settle(world, merchants, seed)
}

/**
 * Lets all time limits pass. Lost operations are given up, found late, refunded or settled by hand. All waiting payments are paid, in time
 * or too late.
 */
async function settle(world: BankWorld, merchants: Merchants, seed: number): Promise<void> {
  const { shop, club } = merchants
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
    read: (path, key) => request(world, { method: "GET", path, headers: headersOf(key) }),
  }
  let found: string[] = []
  for (let round = 0; round < SETTLING.rounds; round++) {
    world.hurry()
    // A first payment that is found late begins a subscription.
    await stopCodes(world, merchants, seed)
    await wait(SETTLING.minutes * MINUTE_MS)
    witness.now = Math.floor(machine.now / 1000)
    found = [
      ...(await differences(witness, shop, club)),
      ...(await differences(witness, club, shop)),
      ...checkSecrets([world.disk.bytes().toString("latin1")]),
    ]
    if (found.length === 0) return
  }
  for (const first of found.slice(0, 1)) machine.accuse(first)
}
