// Mandates (PIX Automático) in a simulated world: payers subscribe by them for three days, and then a month of cycles passes.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { createPlan } from "../../../src/billing/plans.ts"
import { checkSubscriptions } from "../../invariants/ledgers.ts"
import { checkCharges, checkLiving } from "../../invariants/living-mandates.ts"
import { checkMandates } from "../../invariants/mandates.ts"
import { type Club, contest, disturb, manage, payCodes, subscribeByMandate } from "../../live-mode/own-bank-mandates.ts"
import { payAtOwnBank } from "../../live-mode/own-bank-payers.ts"
import { unlessUnexpected } from "../../live-mode/payers.ts"
import type { Place } from "../../live-mode/place.ts"
import { type Random, randomFrom } from "../../merchants/random.ts"
import type { OpenBureau } from "../live-mode/bureau.ts"
import { placeOf } from "../live-mode/merchants.ts"
import type { Machine, Owner } from "../machine.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long cycles go on after the payers have subscribed: three weekly ones, and the retries of the last. */
const DAYS = 25
/** Charges whose subscription has ended are withdrawn, or paid and sent back. */
const ENDING_DAYS = 4
const ACTS_EVERY_MS = 4 * HOUR_MS
/** How often a process dies at a step of a mandate or of a charge. */
const DIES = 0.02
const PLANS = [
  { interval: "WEEK", interval_count: 1, trial_days: 0, isTrial: false, isPriced: false },
  { interval: "WEEK", interval_count: 1, trial_days: 0, isTrial: false, isPriced: true },
  { interval: "WEEK", interval_count: 1, trial_days: 3, isTrial: true, isPriced: true },
] as const

export function mandatesCheckpoint(machine: Machine, owner: Owner): (step: string) => void {
  return (step) => void (/^(mandate|charge|void|payments):/.test(step) && machine.dies(owner, DIES))
}

export const openMandates: OpenBureau = async ({ world, mode, cielo, merchant, random }) => {
  const { machine, database } = world
  const { bank } = cielo.own!
  const clubs: Club[] = []
  for (const [i, { isTrial, isPriced, ...plan }] of PLANS.entries()) {
    const { id: product } = await merchant.post("/v1/products", { name: `Clube ${i + 1}` })
    if (isPriced) await merchant.post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
    const scope = await scopeOf(database, mode, merchant.account)
    await database.transaction((tx) => createPlan(tx, scope, { ...plan, product, name: "Clube", days_ahead: 0 }))
    clubs.push({ product, isTrial, isPriced })
  }
  const subscribe = subscribeByMandate(bank, clubs)
  const [pay, place] = [payAtOwnBank(bank), placeFor(random)]
  const detached = new Set<string>()
  let isOver = false

  function placeFor(random: Random): Place {
    const desk = { work: async () => 0 }
    return placeOf({ world, cielo, desk: desk as never }, merchant, randomFrom(random.integer(0, 2 ** 32 - 1)))
  }

  async function goOn(): Promise<void> {
    while (!isOver) {
      await machine.pause(machine.world, ACTS_EVERY_MS)
      if (isOver) return
      disturb(bank, random)
      payCodes(bank, random)
      if (random.chance(0.2)) contest(bank, { random })
      if (random.chance(0.2)) await manage(place, clubs, detached).catch(unlessUnexpected)
    }
  }

  /** The merchant closes. Nothing may be left at the bank after that. */
  async function finish(): Promise<void> {
    isOver = true
    const { account } = merchant
    const found = [
      ...(await checkSubscriptions(database, account)),
      ...(await checkLiving(database, account, { bank, detached })),
      ...(await checkCharges(database, account)),
    ]
    for (const wrong of found.slice(0, 1)) machine.accuse(wrong)
    const { data } = await merchant.get("/v1/customer_subscriptions?limit=100")
    for (const { id, status } of data)
      if (status !== "CANCELED") await merchant.post(`/v1/customer_subscriptions/${id}/cancel`, {})
    await machine.pause(machine.world, ENDING_DAYS * DAY_MS)
  }

  return {
    begin: () => void goOn(),
    act: (at) => (at.random.chance(0.7) ? subscribe(at) : pay(at)),
    days: DAYS,
    paysOut: true,
    finish,
    check: async () => [
      ...(await checkSubscriptions(database, merchant.account)),
      ...(await checkMandates(database, merchant.account, bank)),
    ],
    repeat: async () => [],
  }
}
