// Merchants who are paid out: their bank accounts change, and payouts are made by hand, twice at once, and canceled.
import type { Schedule } from "../../src/payouts/schedule.ts"
import { cardBody } from "../../test/support/merchants/payments.ts"
import { newPayer, type Place } from "./place.ts"
import type { Random } from "./random.ts"

export const HOLDER = "11222333000181"
/** People see the last two characters of a key, so each has others. The bank of test mode refuses the one with `fail` in it. */
export const KEYS = { good: "repasse@loja.example", other: "repasse@loja.example.org", closed: "fail@loja.example.net" } as const
export const END_OF_CLOSED = KEYS.closed.slice(-2)

/** Amounts in cents below which a merchant's payouts are not made. Each merchant has one of them for good. */
export const MINIMUMS = [0, 0, 3000, 20_000]

const SCHEDULES: readonly Schedule[] = ["daily", "daily", "daily", "weekly", "manual"]

/** What is done for one merchant. Each returns undefined if it was refused, or if nobody knows what became of it. */
export type Teller = {
  setBankAccount(key: string): Promise<unknown>
  setSchedule(schedule: Schedule): Promise<unknown>
  /** Returns the id of the payout. */
  create(): Promise<string | undefined>
  cancel(payout: string): Promise<unknown>
}

type Act = (teller: Teller, random: Random) => Promise<unknown>

const ACTS: readonly Act[] = [
  (teller, random) => teller.setBankAccount(random.pick([KEYS.good, KEYS.other, KEYS.closed, KEYS.closed])),
  (teller, random) => teller.setSchedule(random.pick(SCHEDULES)),
  (teller) => teller.create(),
  (teller) => Promise.all([teller.create(), teller.create()]),
  cancelAtOnce,
  cancelAtOnce,
]

/** Changes how a merchant is paid out, or makes payouts. */
export async function bePaidOut(teller: Teller, random: Random): Promise<void> {
  await random.pick(ACTS)(teller, random)
}

/** The bank of test mode takes a payout a moment later, so a cancel may come too late. */
async function cancelAtOnce(teller: Teller): Promise<void> {
  const payout = await teller.create()
  if (payout !== undefined) await Promise.all([teller.cancel(payout), teller.cancel(payout)])
}

const DAY = 86_400
/** In cents. More than each minimum with its fee, as long as the card is not declined. */
const SALES = { least: 25_000, most: 99_999 }

/** Sells something on each day, and is paid out on the next one, often to a bank account that is closed. The schedule then waits for another one. */
export async function liveOnPayouts({ shop, random }: Place, teller: Teller): Promise<void> {
  if (random.chance(0.4)) await teller.setBankAccount(random.pick([KEYS.good, KEYS.closed]))
  if (random.chance(0.2)) await cancelAtOnce(teller)
  const payment = { amount: random.integer(SALES.least, SALES.most), currency: "brl", customer: await newPayer(shop) }
  const [token, intent] = [await shop.post("/v1/tokens", cardBody()), await shop.post("/v1/payment_intents", payment)]
  await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  await shop.post("/v1/test_helpers/clock/advance", { seconds: DAY })
}
