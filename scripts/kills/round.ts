// One round: merchants take payments while the service is killed again and again. Then everything settles, and the ledgers are compared.
import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../../src/db/database.ts"
import type { Bank, Trouble } from "../../test/support/bank.ts"
import { pressButton } from "../../test/support/rails.ts"
import { liveOn, openClub } from "./club.ts"
import { doneTwice } from "./done-twice.ts"
import { letHoldsLapse, letTimePass } from "./holds.ts"
import { compareLedgers } from "./ledgers.ts"
import { settleWhatIsLost } from "./operator.ts"
import { doSomething, type Place } from "./payments.ts"
import { type Random, randomFrom } from "./random.ts"
import type { Service } from "./service.ts"
import { changedAnswers, openShop } from "./shop.ts"
import type { Tally } from "./tally.ts"

export type World = { service: Service; bank: Bank; database: Database }

const MERCHANTS_AT_WORK = 10
/** Where the bank keeps all calls waiting, a life ends after this time. */
const MAX_LIFE_MS = 15_000
const MINUTE = 60
const HOUR = 60 * MINUTE
/** What was given up or waits is looked up at least so often, for days. */
const MAX_POLL_GAP = 24 * HOUR
/** How long the service may be down. Longer than the 15 minutes after which a sale that is not found counts as not made. */
const MAX_DOWN_SECONDS = 20 * MINUTE
/** The bank shows what it has made within this time. A sale that it shows after 15 minutes is sent back. */
const MAX_DELAY = 3 * HOUR

const LOST: Trouble[] = ["lost_before", "lost_after", "lost_after"]
const TROUBLES = {
  authorize: [...LOST, "unavailable", "unknown", "held", "held_after"],
  create_pix: [...LOST, "unavailable", "unknown", "held_after"],
  create_boleto: [...LOST, "unavailable", "unknown", "held_after"],
  verify: ["lost_before", "unavailable", "refused", "held_after"],
  refund: [...LOST, "unavailable", "unknown", "held_after"],
  look_up: ["lost_before", "unknown", "unavailable", "held_after"],
  look_up_refund: ["lost_before", "held_after"],
  finish_challenge: [...LOST, "unavailable", "unknown", "held_after"],
  void_pix: [...LOST, "unavailable", "unknown", "held_after"],
} as const satisfies Record<string, readonly Trouble[]>

/** Plays a round with so many kills. Returns what differs in the end. */
export async function playRound(world: World, seed: number, kills: number, tally: Tally): Promise<string[]> {
  const { service, bank, database } = world
  const random = randomFrom(seed)
  const newPlace = (shop: Place["shop"]): Place => ({
    bank,
    database,
    shop,
    press: (url, action) => press(service, url, action),
    random: randomFrom(random.integer(0, 2 ** 32 - 1)),
  })
  const [shop, club] = [await openShop(service), await openShop(service)]
  let isOver = false
  const untilOver = async (act: () => Promise<void>) => {
    while (!isOver) await act()
  }
  bank.heal()
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
    const isReplaced = database.dialect === "postgres" && random.chance(0.5)
    if (isReplaced) await service.rise()
    tally.killed(await service.dieSometime(random, tally.rareMoments(random), MAX_LIFE_MS))
    failure ??= doneTwice(bank, [shop.account, club.account])
    await letHoldsLapse(database)
    // A call of a living process cannot last for more than a minute.
    const maxSeconds = isReplaced ? MINUTE : random.pick([MINUTE, MAX_DOWN_SECONDS])
    if (random.chance(0.5)) await letTimePass(database, shop.account, random.integer(1, maxSeconds))
    if (!isReplaced) await service.rise()
  }
  isOver = true
  bank.heal()
  if (!failure) await work.catch(() => {})
  if (failure) return [String(failure)]
  const differences = await settle(world, shop, club)
  tally.compared(
    bank,
    [shop, club].map(({ account }) => account),
  )
  return differences
}

/** Another life of the service has another address. */
async function press(service: Service, page: string, action: string): Promise<void> {
  const { origin, pathname } = new URL(page)
  await pressButton(`${service.url() ?? origin}${pathname}`, action).catch(() => {})
}

function makeTrouble(bank: Bank, random: Random): void {
  bank.heal()
  for (const [operation, troubles] of Object.entries(TROUBLES)) {
    if (random.chance(0.2)) bank.set(operation as keyof typeof TROUBLES, random.pick<Trouble>(troubles))
  }
  for (const kind of ["sales", "refunds"] as const) bank.delay(kind, random.pick([0, MINUTE, 10 * MINUTE, MAX_DELAY]))
}

/** Lets all time limits pass: what is lost is given up, found late, sent back or settled by hand. All that waits is paid, in time or too late. */
async function settle(world: World, shop: Place["shop"], club: Place["shop"]): Promise<string[]> {
  const { service, bank, database } = world
  const changed = await changedAnswers(service, shop)
  for (const { account, post } of [shop, club]) {
    const advance = (seconds: number) => post("/v1/test_helpers/clock/advance", { seconds })
    await advance(MAX_DELAY + HOUR)
    bank.decide(account, "approved")
    await advance(MAX_POLL_GAP + HOUR)
  }
  // What failed is put off for minutes of real time.
  await service.die()
  await letHoldsLapse(database)
  await service.rise()
  for (const { account } of [shop, club]) await settleWhatIsLost(database, bank, account)
  let differences: string[] = []
  for (const { account, answers } of [shop, club]) {
    for (let tries = 0; tries < 120; tries++) {
      differences = await compareLedgers(database, bank, account, answers)
      if (differences.length === 0) break
      await pause(500)
    }
    if (differences.length > 0) break
  }
  return [...changed, ...differences]
}
