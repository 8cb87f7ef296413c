// Merchants at work: some take payments of all kinds, one renews subscriptions as its clock advances, one is paid out each day, and to some
// many payers come at once.
import { setTimeout as pause } from "node:timers/promises"
import { inspect } from "node:util"
import type { Database } from "../../src/db/database.ts"
import { SWITCHED_KINDS } from "../../src/mail/kinds.ts"
import { switchKinds } from "../../src/mail/settings.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { pressButton } from "../../test/support/merchants/rails.ts"
import type { MailServer } from "../../test/support/network/mail-server.ts"
import { liveOn, openClub } from "./club.ts"
import { gatherCrowd } from "./crowd.ts"
import { type Crowd, openPages, type Pages } from "./pages.ts"
import { doSomething } from "./payments.ts"
import { bePaidOut, liveOnPayouts, type Teller } from "./payouts.ts"
import type { Place } from "./place.ts"
import { type Random, randomFrom } from "./random.ts"
import { openShop, type Reachable, type Shop } from "./shop.ts"
import { AT_ONCE_TERMS, agreeOn } from "./terms.ts"

export type Work = {
  /** Takes payments. */
  shop: Shop
  /** All shops: this one, the club, the kiosk, those of the crowd, and those whose payers pay on pages. */
  shops: readonly Shop[]
  /** The shops whose clocks do not advance, so that all their requests can be repeated. */
  repeating: readonly Shop[]
  /** Prepares what a crowd does. Returns a function that lets all of them do it at once. */
  gather(crowd: AnyCrowd): Promise<() => void>
  pages: Pages
  /** The reason why a merchant has given up. Undefined if nobody has. */
  failure(): string | undefined
  /** Waits until everybody has finished their current action. */
  stop(): Promise<void>
}

/** Payers of several shops who confirm at once, and those who send forms of pages. */
export type AnyCrowd = "confirms" | Crowd

type World = { service: Reachable; bank: Bank; database: Database; post: Pick<MailServer, "received"> }

type Options = {
  /** How many merchants of the first shop work at once, and how many payers of links act. Without merchants, only the shops with pages work. */
  merchants: number
  payers: number
  /** Whether nobody begins anything new for now. */
  rests?(): boolean
  /** Called for each shop before it begins. */
  prepare?(shop: Shop): Promise<unknown>
  /** What is done about the payouts of a shop. Without it, nothing is. */
  tellerOf?(shop: Shop): Teller
}

const REST_MS = 50
/** Each command about payouts takes a part of a second of a processor. */
const BETWEEN_COMMANDS_MS = 1000

/** If a confirm makes others run again, only those of its own shop run alone for a while. */
const SHOPS_OF_THE_CROWD = 2

/** Opens the shops, and starts their work. */
export async function startWork(world: World, random: Random, options: Options): Promise<Work> {
  const { service, bank, database } = world
  const open = async (shop: Shop) => {
    await options.prepare?.(shop)
    return shop
  }
  const newPlace = (at: Shop): Place => ({
    bank,
    database,
    shop: at,
    press: (url, action) => press(service, url, action),
    random: randomFrom(random.integer(0, 2 ** 32 - 1)),
  })
  bank.heal()
  const [stall, salon] = [await open(await openShop(service)), await open(await openShop(service))]
  const pages = await openPages({ ...world, stall, salon, payers: options.payers, newPlace })
  const others = options.merchants > 0 ? await openOthers(world, { random, open, newPlace }, options) : undefined
  const [acts, crowd] = [[...pages.acts, ...(others?.acts ?? [])], others?.crowd ?? []]
  let isOver = false
  let failure: string | undefined
  const untilOver = async (act: () => Promise<void>) => {
    while (!isOver) await (options.rests?.() ? pause(REST_MS) : act())
  }
  const giveUp = (error: unknown) => {
    failure = `a merchant has given up: ${inspect(error)}`
  }
  const work = Promise.all(acts.map(untilOver)).catch(giveUp)
  const crowds: Promise<unknown>[] = []
  return {
    shop: others?.shop ?? stall,
    shops: [...(others?.shops ?? []), stall, salon],
    repeating: others ? [others.shop, ...crowd] : [],
    pages,
    gather: async (which) => {
      const act = which === "confirms" ? await gatherCrowd(crowd, random) : await pages.gather(which)
      return () => void crowds.push(act().catch(giveUp))
    },
    failure: () => failure,
    stop: async () => {
      isOver = true
      bank.heal()
      if (!failure) await Promise.all([work, ...crowds])
    },
  }
}

type Opening = { random: Random; open(shop: Shop): Promise<Shop>; newPlace(shop: Shop): Place }
type Others = { shop: Shop; shops: Shop[]; crowd: Shop[]; acts: (() => Promise<void>)[] }

/** Opens the shops whose merchants send the requests themselves. */
async function openOthers(
  { service, database }: World,
  { random, open, newPlace }: Opening,
  { merchants, tellerOf }: Options,
): Promise<Others> {
  const [shop, club, kiosk] = [await openShop(service), await openShop(service), await openShop(service)]
  const crowd = await Promise.all(Array.from({ length: SHOPS_OF_THE_CROWD }, () => openShop(service)))
  const shops = [shop, club, kiosk, ...crowd]
  for (const each of shops) await open(each)
  const now = Math.floor(Date.now() / 1000)
  for (const { account } of [shop, club]) await agreeOn(database, account, random, now)
  await agreeOn(database, kiosk.account, random, now, [AT_ONCE_TERMS])
  for (const { account } of [shop, ...crowd]) await mailNothing(database, account)
  const membership = await openClub(newPlace(club), database)
  const places = Array.from({ length: merchants }, () => newPlace(shop))
  const [clubPlace, kioskPlace] = [newPlace(club), newPlace(kiosk)]
  const tellers = tellerOf ? [shop, club, club].map(tellerOf) : []
  const beSomeonePaidOut = async () => {
    await bePaidOut(random.pick(tellers), random)
    await pause(BETWEEN_COMMANDS_MS)
  }
  const acts = [
    ...(tellerOf ? [beSomeonePaidOut, () => liveOnPayouts(kioskPlace, tellerOf(kiosk))] : []),
    ...places.map((place) => () => doSomething(place)),
    () => liveOn(clubPlace, membership),
  ]
  return { shop, shops, crowd, acts }
}

/** Thousands of payments with one address would wait for days until it has room for their mails. */
async function mailNothing(database: Database, account: string): Promise<void> {
  const off = Object.fromEntries(SWITCHED_KINDS.map((kind) => [kind, false]))
  await database.transaction((tx) => switchKinds(tx, account, off))
}

/** Another process of the service has another address. */
async function press(service: Reachable, page: string, action: string): Promise<void> {
  await pressButton(`${service.url()}${new URL(page).pathname}`, action).catch(() => {})
}
