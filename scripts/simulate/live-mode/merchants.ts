// Merchants in live mode, whose acquirer is Cielo.

import { scopeOf } from "../../../src/accounts/scope.ts"
import { cielo as CIELO } from "../../../src/acquirers/cielo/cielo.ts"
import { setCredentials } from "../../../src/acquirers/credentials.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import { operate } from "../../../test/support/app/operator.ts"
import type { Desk } from "../../live-mode/desk.ts"
import { disputesAt } from "../../live-mode/dispute-desk.ts"
import { type Place, salesIn } from "../../live-mode/place.ts"
import { type Random, randomFrom } from "../../merchants/random.ts"
import type { Shop } from "../../merchants/shop.ts"
import type { Process } from "../process.ts"
import { shopOf } from "../shop.ts"
import type { World } from "../world.ts"
import type { CieloBank } from "./cielo.ts"

const PLAN = { name: "Clube", interval: "DAY", interval_count: 1, trial_days: 0 } as const

export type Merchant = Shop & { product: string }

/** Starts the processes, and opens two accounts. */
export async function openMerchants(
  world: World,
  cielo: CieloBank,
): Promise<{ merchants: [Merchant, Merchant]; first: Process }> {
  const first = await world.keepRunning("alpha")
  await world.keepRunning("beta")
  return { merchants: [await openMerchant(world, cielo, first, 0), await openMerchant(world, cielo, first, 1)], first }
}

async function openMerchant(world: World, { merchant, own }: CieloBank, process: Process, i: number): Promise<Merchant> {
  const { mode } = process
  const { newAccount, newKey } = operate({ modes: { test: mode } })
  const account = await newAccount()
  const { key } = await newKey({ account })
  const now = Math.floor(world.machine.now / 1000)
  const credentials = { kind: CIELO, members: merchant, funds: "platform" as const }
  await world.database.transaction((tx) => setCredentials(tx, { account, now, ring: mode.ring }, credentials))
  await own?.join(world, process, account, i)
  const shop = shopOf(world, account, key)
  await shop.post("/v1/webhook_endpoints", { url: `https://${account.slice(-8).toLowerCase()}.example/`, events: ["*"] })
  const { id: product } = await shop.post("/v1/products", { name: "Clube do Café" })
  await world.database.transaction(async (tx) => createPlan(tx, await scopeOf(tx, mode, account), { ...PLAN, product }))
  return { ...shop, product }
}

export function placeOf(
  { world, cielo, desk }: { world: World; cielo: CieloBank; desk: Desk },
  merchant: Merchant,
  random: Random,
): Place {
  const { account, order, product, get: retrieve } = merchant
  const { database, machine } = world
  return {
    ...{ desk, order, product, retrieve, bank: cielo.control },
    ...salesIn(database, cielo.control),
    disputes: disputesAt(desk.disputes, account),
    now: () => Math.floor(machine.now / 1000),
    pause: (ms) => machine.pause(machine.world, ms),
    random: randomFrom(random.integer(0, 2 ** 32 - 1)),
  }
}
