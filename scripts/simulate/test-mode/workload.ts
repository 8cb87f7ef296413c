// The actions of merchants and payers in a simulated world.
import { operate } from "../../../test/support/app/operator.ts"
import { openClub } from "../../merchants/club.ts"
import { doSomething, type Place } from "../../merchants/payments.ts"
import { randomFrom } from "../../merchants/random.ts"
import type { Shop } from "../../merchants/shop.ts"
import { shopOf } from "../shop.ts"
import type { World } from "../world.ts"
import { race } from "./races.ts"

const HOUR_MS = 3_600_000
/** How many operations happen at about the same time, and how long nothing happens in between. */
const AT_ONCE = { least: 2, most: 7 }
const WITHIN_MS = 5000
const BETWEEN_HOURS = { least: 1, most: 8 }

/** The share of operations that are races of two requests. */
const RACES = 0.3

export type Merchants = { shop: Shop; club: Shop }

/** Opens two shops, one of which sells subscriptions. */
export async function openShops(world: World): Promise<Merchants> {
  const { mode } = await world.keepRunning("alpha")
  await world.keepRunning("beta")
  const { newAccount, newKey } = operate({ modes: { test: mode } })
  const open = async () => {
    const account = await newAccount()
    const { key } = await newKey({ account })
    const shop = shopOf(world, account, key)
    await shop.post("/v1/webhook_endpoints", { url: `https://${account.slice(-8).toLowerCase()}.example/`, events: ["*"] })
    return shop
  }
  const [shop, club] = [await open(), await open()]
  await openClub(placeOf(world, club, 0), world.database)
  return { shop, club }
}

/** Pays, cancels and refunds for this many hours. */
export async function shopFor(world: World, shop: Shop, hours: number, seed: number): Promise<void> {
  const { machine } = world
  const random = randomFrom(seed)
  const endAt = machine.now + hours * HOUR_MS
  while (machine.now < endAt) {
    await machine.pause(machine.world, random.integer(BETWEEN_HOURS.least, BETWEEN_HOURS.most) * HOUR_MS)
    world.hurry()
    const begun = Array.from({ length: random.integer(AT_ONCE.least, AT_ONCE.most) }, async () => {
      const place = placeOf(world, shop, random.integer(0, 2 ** 32 - 1))
      const act = random.chance(RACES) ? (place: Place) => race(world, place) : doSomething
      await machine.pause(machine.world, random.integer(0, WITHIN_MS))
      if (machine.begins()) await act(place)
    })
    await Promise.all(begun)
  }
}

function placeOf(world: World, shop: Shop, seed: number): Place {
  const { bank, database } = world
  return { bank, database, shop, random: randomFrom(seed), press: (url, action) => press(world, url, action) }
}

async function press(world: World, url: string, action: string): Promise<void> {
  const { pathname } = new URL(url)
  await world.tryOnce({ method: "POST", path: pathname, form: `action=${action}`, headers: {} })
}
