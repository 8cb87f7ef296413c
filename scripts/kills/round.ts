// One round: merchants take payments while the service is killed again and again. Then everything settles, and the ledgers are compared.
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../../src/db/database.ts"
import type { Bank, Trouble } from "../../test/support/bank.ts"
import { liveOn, openClub } from "./club.ts"
import { letHoldsLapse, letTimePass } from "./holds.ts"
import { compareLedgers } from "./ledgers.ts"
import { settleWhatIsLost } from "./operator.ts"
import { doSomething, type Place } from "./payments.ts"
import { type Random, randomFrom } from "./random.ts"
import type { Service } from "./service.ts"
import { changedAnswers, openShop } from "./shop.ts"
import type { Tally } from "./tally.ts"

export type World = { service: Service; bank: Bank; database: Database }

const MERCHANTS_AT_WORK = 8
const MAX_LIFE_MS = 2500
const MAX_DOWN_SECONDS = 600
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const LOST: Trouble[] = ["lost_before", "lost_after", "late", "late"]
const TROUBLES = {
  authorize: [...LOST, "unavailable", "unknown", "held", "held_after"],
  create_pix: [...LOST, "unavailable", "unknown"],
  verify: ["lost_before", "unavailable", "refused"],
  refund: [...LOST, "late", "unavailable", "unknown", "held_after"],
  look_up: ["lost_before", "nothing_yet", "nothing_yet", "unknown"],
  look_up_refund: ["lost_before", "nothing_yet"],
  finish_challenge: ["lost_before", "lost_after", "unavailable", "unknown"],
} as const satisfies Record<string, readonly Trouble[]>

/** Plays a round with so many kills. Returns what differs in the end. */
export async function playRound(world: World, seed: number, kills: number, tally: Tally): Promise<string[]> {
  const { service, bank, database } = world
  const random = randomFrom(seed)
  const newPlace = (shop: Place["shop"]): Place => ({ service, bank, shop, random: randomFrom(random.integer(0, 2 ** 32 - 1)) })
  const [shop, club] = [await openShop(service), await openShop(service)]
  let isOver = false
  const untilOver = async (act: () => Promise<void>) => {
    while (!isOver) await act()
  }
  const members = await openClub(newPlace(club), database)
  const places = Array.from({ length: MERCHANTS_AT_WORK }, () => newPlace(shop))
  const clubPlace = newPlace(club)
  const work = Promise.all([
    ...places.map((place) => untilOver(() => doSomething(place))),
    untilOver(() => liveOn(clubPlace, members)),
  ])
  let failure: unknown
  work.catch((error: unknown) => {
    failure = error
  })
  for (let i = 0; i < kills && !failure; i++) {
    makeTrouble(bank, random)
    await service.dieSometime(random, MAX_LIFE_MS)
    tally.killed(await letHoldsLapse(database))
    if (random.chance(0.5)) await passTime(world, shop.account, random)
    await service.rise()
  }
  isOver = true
  bank.heal()
  if (failure) return [String(failure)]
  await work
  const differences = await settle(world, shop, club)
  tally.compared(
    bank,
    [shop, club].map(({ account }) => account),
  )
  return differences
}

async function passTime({ bank, database }: World, account: string, random: Random): Promise<void> {
  for (const kind of ["sales", "refunds"] as const) if (random.chance(0.3)) bank.reveal(account, kind)
  await letTimePass(database, account, random.integer(1, MAX_DOWN_SECONDS))
}

function makeTrouble(bank: Bank, random: Random): void {
  bank.heal()
  for (const [operation, troubles] of Object.entries(TROUBLES)) {
    if (random.chance(0.4)) bank.set(operation as keyof typeof TROUBLES, random.pick<Trouble>(troubles))
  }
}

/** Lets all time limits pass: what is lost is given up, found late, sent back or settled by hand; nobody pays what waits, or too late. */
async function settle(world: World, shop: Place["shop"], club: Place["shop"]): Promise<string[]> {
  const { service, bank, database } = world
  const changed = await changedAnswers(service, shop)
  for (const { account, post } of [shop, club]) {
    const advance = (seconds: number) => post("/v1/test_helpers/clock/advance", { seconds })
    await advance(16 * MINUTE)
    for (const kind of ["sales", "refunds"] as const) bank.reveal(account, kind)
    await advance(2 * HOUR)
    bank.decide(account, "approved")
    await advance(10 * DAY)
  }
  // What failed is put off for minutes of real time.
  await service.die()
  await letHoldsLapse(database)
  await service.rise()
  for (const { account } of [shop, club]) await settleWhatIsLost(database, bank, account)
  let differences: string[] = []
  for (const account of [shop, club].map(({ account }) => account)) {
    for (let tries = 0; tries < 60; tries++) {
      differences = await compareLedgers(database, bank, account)
      if (differences.length === 0) break
      await pause(250)
    }
    if (differences.length > 0) break
  }
  return [...changed, ...differences]
}
