// The actions of merchants and payers in a simulated world.
import { operate } from "../../../test/support/app/operator.ts"
import { type Membership, openClub, payAhead, stopAhead, tryForFree } from "../../merchants/club.ts"
import { doSomething } from "../../merchants/payments.ts"
import { bePaidOut } from "../../merchants/payouts.ts"
import type { Place } from "../../merchants/place.ts"
import { randomFrom } from "../../merchants/random.ts"
import type { Shop } from "../../merchants/shop.ts"
import { actFor } from "../bursts.ts"
import { tellerIn } from "../command.ts"
import { payOutFrom } from "../paid-out.ts"
import { shopOf } from "../shop.ts"
import { agreeIn } from "../terms.ts"
import type { BankWorld } from "./bank.ts"
import { race } from "./races.ts"

/** The share of operations that are races of two requests. */
const RACES = 0.3
/** The share of those that give a merchant other terms. */
const NEW_TERMS = 0.08
/** The share of those about payouts. */
const PAYOUTS = 0.15
/** The share of those that try a subscription for free. */
const TRIALS = 0.08
/** The share of those about codes that are made ahead of a period. */
const AHEAD = 0.1

export type Merchants = { shop: Shop; club: Shop; membership: Membership }

/** Opens two shops, one of which sells subscriptions. */
export async function openShops(world: BankWorld): Promise<Merchants> {
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
  for (const { account } of [shop, club]) await payOutFrom(world, mode, account)
  return { shop, club, membership: await openClub(placeOf(world, club, 0), world.database) }
}

/** Pays, cancels, refunds and is paid out for this many hours, under terms that change. */
export function shopFor(world: BankWorld, { shop, club, membership }: Merchants, hours: number, seed: number): Promise<void> {
  return actFor(world, hours, seed, (random) => {
    if (random.chance(NEW_TERMS)) return () => agreeIn(world, random.pick([shop, club]), random)
    if (random.chance(PAYOUTS)) {
      const teller = tellerIn(world, random.pick([shop, club]).account)
      const own = randomFrom(random.integer(0, 2 ** 32 - 1))
      return () => bePaidOut(teller, own)
    }
    if (random.chance(TRIALS)) {
      const place = placeOf(world, club, random.integer(0, 2 ** 32 - 1))
      return () => tryForFree(place, membership)
    }
    if (random.chance(AHEAD)) {
      const place = placeOf(world, club, random.integer(0, 2 ** 32 - 1))
      return () => payAhead(place, membership)
    }
    const place = placeOf(world, shop, random.integer(0, 2 ** 32 - 1))
    return random.chance(RACES) ? () => race(world, place) : () => doSomething(place)
  })
}

/** Lets no code wait for its payer. */
export function stopCodes(world: BankWorld, { club, membership }: Merchants, seed: number): Promise<void> {
  return stopAhead(placeOf(world, club, seed), membership)
}

function placeOf(world: BankWorld, shop: Shop, seed: number): Place {
  const { bank, database } = world
  return { bank, database, shop, random: randomFrom(seed), press: (url, action) => press(world, url, action) }
}

async function press(world: BankWorld, url: string, action: string): Promise<void> {
  const { pathname } = new URL(url)
  await world.tryOnce({ method: "POST", path: pathname, form: `action=${action}`, headers: {} })
}
