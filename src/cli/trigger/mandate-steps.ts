// What follows on a payment by PIX Automático: the payer's bank pays a period, or finds no money, or the payer cancels the mandate.
import { endMockMandate } from "../../acquirers/mock/mandates.ts"
import { must } from "../../base/must.ts"
import { setPrice } from "../../billing/products.ts"
import { findSubscription } from "../../billing/subscriptions/store.ts"
import type { Subscription } from "../../billing/subscriptions/tables.ts"
import { CLOCK_JOBS } from "../../modes/wiring.ts"
import { mustFindMandate } from "../../payments/mandates/store.ts"
import { learnStatus } from "../../payments/methods/mandates.ts"
import { advanceClock, queueForTurn } from "../../test-clock/advance.ts"
import { newMonthlyProduct, type Order, step, subscribe } from "./steps.ts"

const DAY = 86_400
/** The charge of a period is sent so many days before it. */
const SENT_DAYS = 5
/** By then a bank has paid, also where it was closed on the day, and where it has tried three times. */
const DECIDED_DAYS = 16
/** The cents of a price with which the bank finds no money on the day, and pays the retry of the third day. */
const PAYS_LATE = 51

/** Subscribes, and lets the clock pass until the bank has decided about the next period. Returns the first payment of that period. */
export async function nextPeriod(order: Order): Promise<string> {
  const { subscription: id } = await subscribe(order)
  const { current_period_end: end } = await subscriptionOf(order, id)
  await passTo(order, end - SENT_DAYS * DAY)
  const { latest_payment_intent } = await subscriptionOf(order, id)
  await passTo(order, end + DECIDED_DAYS * DAY)
  return latest_payment_intent
}

/** The same with a bank that finds no money on the day. */
export async function unpaidPeriod(order: Order): Promise<string> {
  const { amount } = order.intent
  const price = amount - (amount % 100) + PAYS_LATE
  const product = order.intent.product ?? (await step(order, (tx, scope) => newMonthlyProduct(tx, scope, 0)))
  await step(order, (tx, scope) => setPrice(tx, scope, product, price, "brl"))
  return nextPeriod({ ...order, intent: { ...order.intent, product } })
}

/** Cancels the mandate of a new subscription as its payer does in the bank's app. */
export async function canceledMandate(order: Order): Promise<string> {
  const { id, subscription } = await subscribe(order)
  const mandate = must((await subscriptionOf(order, subscription)).mandate, subscription)
  await step(order, async (tx, scope) => {
    const atBank = await mustFindMandate(tx, order.account, mandate)
    await endMockMandate(tx, order.account, must(atBank.mandate, mandate))
    await learnStatus(tx, scope, mandate, "canceled")
  })
  return id
}

async function subscriptionOf({ mode, account }: Order, id: string): Promise<Subscription> {
  return must(await findSubscription(mode.database, account, id), id)
}

/** Moves the account's clock, as the API does. */
async function passTo(order: Order, to: number): Promise<void> {
  const turn = await step(order, (tx, scope) => queueForTurn(tx, scope, { to }, null))
  await advanceClock(order.mode, CLOCK_JOBS, turn)
}
