// Merchants at work: some take payments of all kinds, one renews subscriptions as its clock advances, one is paid out each day, and to some
// many payers come at once.
import { setTimeout as pause } from "node:timers/promises"
import { inspect } from "node:util"
import type { Database } from "../../src/db/database.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { pressButton } from "../../test/support/merchants/rails.ts"
import { liveOn, openClub } from "./club.ts"
import { gatherCrowd } from "./crowd.ts"
import { doSomething } from "./payments.ts"
import { bePaidOut, liveOnPayouts, type Teller } from "./payouts.ts"
import type { Place } from "./place.ts"
import { type Random, randomFrom } from "./random.ts"
import { openShop, type Reachable, type Shop } from "./shop.ts"
import { AT_ONCE_TERMS, agreeOn } from "./terms.ts"

export type Work = {
  /** Takes payments. */
  shop: Shop
  /** All shops: this one, the club, the kiosk, and those of the crowd. */
  shops: readonly Shop[]
  /** The shops whose clocks do not advance, so that all their requests can be repeated. */
  repeating: readonly Shop[]
  /** Prepares payments of several shops. Returns a function that lets the payers of all of them confirm at once. */
  gather(): Promise<() => void>
  /** The reason why a merchant has given up. Undefined if nobody has. */
  failure(): string | undefined
  /** Waits until everybody has finished their current action. */
  stop(): Promise<void>
}

type World = { service: Reachable; bank: Bank; database: Database }

type Options = {
  /** How many merchants of the first shop work at once. */
  merchants: number
  /** Called for each shop before it begins. */
  prepare?(shop: Shop): Promise<unknown>
  /** What is done about the payouts of a shop. Without it, nothing is. */
  tellerOf?(shop: Shop): Teller
}

/** Each command about payouts takes a part of a second of a processor. */
const BETWEEN_COMMANDS_MS = 1000

/** If a confirm makes others run again, only those of its own shop run alone for a while. */
const SHOPS_OF_THE_CROWD = 2

/** Opens the shops, and starts their work. */
export async function startWork(world: World, random: Random, { merchants, prepare, tellerOf }: Options): Promise<Work> {
  const { service, bank, database } = world
  const [shop, club, kiosk] = [await openShop(service), await openShop(service), await openShop(service)]
  const crowd = await Promise.all(Array.from({ length: SHOPS_OF_THE_CROWD }, () => openShop(service)))
  const shops = [shop, club, kiosk, ...crowd]
  for (const each of shops) await prepare?.(each)
  const now = Math.floor(Date.now() / 1000)
  for (const { account } of [shop, club]) await agreeOn(database, account, random, now)
  await agreeOn(database, kiosk.account, random, now, [AT_ONCE_TERMS])
  const newPlace = (at: Shop): Place => ({
    bank,
    database,
    shop: at,
    press: (url, action) => press(service, url, action),
    random: randomFrom(random.integer(0, 2 ** 32 - 1)),
  })
  let isOver = false
  let failure: string | undefined
  const untilOver = async (act: () => Promise<void>) => {
    while (!isOver) await act()
  }
  bank.heal()
  const membership = await openClub(newPlace(club), database)
  const places = Array.from({ length: merchants }, () => newPlace(shop))
  const [clubPlace, kioskPlace] = [newPlace(club), newPlace(kiosk)]
  const giveUp = (error: unknown) => {
    failure = `a merchant has given up: ${inspect(error)}`
  }
  const tellers = tellerOf ? [shop, club, club].map(tellerOf) : []
  const beSomeonePaidOut = async () => {
    await bePaidOut(random.pick(tellers), random)
    await pause(BETWEEN_COMMANDS_MS)
  }
  const work = Promise.all([
    ...(tellers.length > 0 ? [untilOver(beSomeonePaidOut)] : []),
    ...(tellerOf ? [untilOver(() => liveOnPayouts(kioskPlace, tellerOf(kiosk)))] : []),
    ...places.map((place) => untilOver(() => doSomething(place))),
    untilOver(() => liveOn(clubPlace, membership)),
  ]).catch(giveUp)
  const crowds: Promise<unknown>[] = []
  return {
    shop,
    shops,
    repeating: [shop, ...crowd],
    gather: async () => {
      const confirm = await gatherCrowd(crowd, random)
      return () => void crowds.push(confirm().catch(giveUp))
    },
    failure: () => failure,
    stop: async () => {
      isOver = true
      bank.heal()
      if (!failure) await Promise.all([work, ...crowds])
    },
  }
}

/** Another process of the service has another address. */
async function press(service: Reachable, page: string, action: string): Promise<void> {
  await pressButton(`${service.url()}${new URL(page).pathname}`, action).catch(() => {})
}
