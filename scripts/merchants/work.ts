// Merchants at work: some take payments of all kinds, and one renews subscriptions as its clock advances.
import { inspect } from "node:util"
import type { Database } from "../../src/db/database.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { pressButton } from "../../test/support/merchants/rails.ts"
import { liveOn, openClub } from "./club.ts"
import { doSomething, type Place } from "./payments.ts"
import { type Random, randomFrom } from "./random.ts"
import { openShop, type Reachable, type Shop } from "./shop.ts"

export type Work = {
  /** Takes payments. */
  shop: Shop
  /** Has subscribers. */
  club: Shop
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
}

/** Opens both shops, and starts their work. */
export async function startWork(world: World, random: Random, { merchants, prepare }: Options): Promise<Work> {
  const { service, bank, database } = world
  const [shop, club] = [await openShop(service), await openShop(service)]
  for (const each of [shop, club]) await prepare?.(each)
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
  const clubPlace = newPlace(club)
  const work = Promise.all([
    ...places.map((place) => untilOver(() => doSomething(place))),
    untilOver(() => liveOn(clubPlace, membership)),
  ]).catch((error: unknown) => {
    failure = `a merchant has given up: ${inspect(error)}`
  })
  return {
    shop,
    club,
    failure: () => failure,
    stop: async () => {
      isOver = true
      bank.heal()
      if (!failure) await work
    },
  }
}

/** Another process of the service has another address. */
async function press(service: Reachable, page: string, action: string): Promise<void> {
  await pressButton(`${service.url()}${new URL(page).pathname}`, action).catch(() => {})
}
