import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { legacyPages, type PageRequest } from "../../db/page.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { dueAt, type Schedule } from "./schedule.ts"

export type PaymentType = "card" | "pix" | "boleto"

export type Subscription = Schedule & {
  id: string
  account: string
  created: number
  customer: string
  product: string
  plan: string
  plan_name: string
  founding_intent: string
  latest_payment_intent: string
  payment_type: PaymentType
  amount: number
  currency: string
  canceled_at: number | null
  cancellation_reason: string | null
}

type Row = Omit<Subscription, "cancel_at_period_end"> & { cancel_at_period_end: boolean | number; due_at: number | null }

export type Charge = { account: string; subscription: string; period: number; attempt: number; payment_intent: string }

/** A charge of a period with its payment. */
export type ShownCharge = Omit<Charge, "account" | "subscription"> &
  Pick<IntentRow, "created" | "amount" | "currency" | "status" | "last_payment_error"> & { failed: boolean }

const COLUMNS = [
  "id",
  "account",
  "created",
  "customer",
  "product",
  "plan",
  "plan_name",
  "founding_intent",
  "latest_payment_intent",
  "status",
  "payment_type",
  "amount",
  "currency",
  "interval",
  "interval_count",
  "anchor",
  "trial_start",
  "trial_end",
  "period",
  "current_period_start",
  "current_period_end",
  "attempt",
  "first_failed_at",
  "charge_due_at",
  "cancel_at",
  "cancel_at_period_end",
  "canceled_at",
  "cancellation_reason",
] as const satisfies (keyof Subscription)[]

const IMMUTABLE = new Set<string>(["id", "account", "created", "customer", "product", "plan", "plan_name", "founding_intent"])
const MUTABLE = COLUMNS.filter((name) => !IMMUTABLE.has(name))

const insertRow = statement<Row>((k, p) =>
  k("subscriptions").insert({ ...Object.fromEntries(COLUMNS.map((name) => [name, p[name]])), due_at: p.due_at }),
)
const updateRow = statement<void>((k, p) =>
  k("subscriptions")
    .where({ id: p.id })
    .update({ ...Object.fromEntries(MUTABLE.map((name) => [name, p[name]])), due_at: p.due_at }),
)
const findRow = statement<Row, "account" | "id">((k, p) => k("subscriptions").where({ account: p.account, id: p.id }))
const dueRows = statement<Row, "account" | "by" | "limit">((k, p) =>
  k("subscriptions")
    .where({ account: p.account })
    .whereNotNull("due_at")
    .where("due_at", "<=", p.by)
    .orderBy("due_at")
    .limit(LIMIT),
)
const startedBy = statement<{ id: string }, "account" | "founding_intent">((k, p) =>
  k("subscriptions").where({ account: p.account, founding_intent: p.founding_intent }).select("id"),
)
// SQLite ignores forUpdate. It does not need the lock, because it has one writer at a time.
const lockRow = statement<Row, "id">((k, p) => k("subscriptions").where({ id: p.id }).forUpdate())
const insertCharge = statement<void, "account" | "subscription" | "period" | "attempt" | "payment_intent">((k, p) =>
  k("subscription_charges").insert({
    account: p.account,
    subscription: p.subscription,
    period: p.period,
    attempt: p.attempt,
    payment_intent: p.payment_intent,
  }),
)
const failCharge = statement<void, "payment_intent">((k, p) =>
  k("subscription_charges").where({ payment_intent: p.payment_intent, failed: false }).update({ failed: true }),
)

type ChargeOfPeriod = Omit<ShownCharge, "failed" | "last_payment_error"> & {
  failed: boolean | number
  /** JSON. */
  last_payment_error: string | null
}

const chargesOfPeriods = statement<ChargeOfPeriod, "subscription" | "from" | "to">((k, p) =>
  k("subscription_charges as c")
    .join("payment_intents as i", "i.id", "c.payment_intent")
    .where({ "c.subscription": p.subscription })
    .whereBetween("c.period", [p.from, p.to])
    .select("c.period", "c.attempt", "c.payment_intent", "c.failed")
    .select("i.created", "i.amount", "i.currency", "i.status", "i.last_payment_error")
    .orderBy([
      { column: "c.period", order: "desc" },
      { column: "c.attempt", order: "desc" },
    ]),
)
const goingOnByCard = statement<Row, "account" | "customer" | "limit">((k, p) =>
  k("subscriptions")
    .where({ account: p.account, customer: p.customer, payment_type: "card" })
    .whereRaw("status <> 'CANCELED'")
    .orderBy("id", "desc")
    .limit(LIMIT),
)

const pageOfPlan = legacyPages<Row & { id: string }, "plan">("subscriptions", ["plan"])
const page = legacyPages<Row & { id: string }, "customer" | "status">("subscriptions", ["customer", "status"], {
  owner: "customer",
})

export async function insertSubscription(tx: Transaction, subscription: Subscription): Promise<void> {
  await tx.run(insertRow, parameters(subscription))
}

/** Reads a subscription and locks it until the transaction ends. */
export async function lockSubscription(tx: Transaction, id: string): Promise<Subscription | undefined> {
  const row = await tx.one(lockRow, { id })
  return row && subscriptionOf(row)
}

/** Stores the columns that can change. The caller must have locked the subscription. */
export async function saveSubscription(tx: Transaction, subscription: Subscription): Promise<void> {
  await tx.run(updateRow, parameters(subscription))
}

export async function findSubscription(db: Queries, account: string, id: string): Promise<Subscription | undefined> {
  const row = await db.one(findRow, { account, id })
  return row && subscriptionOf(row)
}

/** The subscriptions of an account whose next action is due `by` a time (Unix seconds of the account's time), earliest first. */
export async function subscriptionsDue(db: Queries, account: string, by: number, limit: number): Promise<Subscription[]> {
  return (await db.all(dueRows, { account, by, limit })).map(subscriptionOf)
}

/** The id of the subscription that a payment intent has started. */
export async function findSubscriptionStartedBy(db: Queries, account: string, intent: string): Promise<string | undefined> {
  return (await db.one(startedBy, { account, founding_intent: intent }))?.id
}

/** Throws customer_subscription_not_found. */
export async function mustFindSubscription(db: Queries, { account }: Pick<Scope, "account">, id: string): Promise<Subscription> {
  const subscription = await findSubscription(db, account, id)
  if (!subscription) throw notFound("customer_subscription", id)
  return subscription
}

export async function pageOfSubscriptions(db: Queries, account: string, ...request: PageArguments) {
  const { rows, has_more } = await page(db, account, ...request)
  return { rows: rows.map(subscriptionOf), has_more }
}

/** Lists the subscriptions to a plan. */
export async function pageOfSubscribers(db: Queries, account: string, plan: string, request: PageRequest) {
  const { rows, has_more } = await pageOfPlan(db, account, request, { plan })
  return { rows: rows.map(subscriptionOf), has_more }
}

/** Lists the newest subscriptions of a customer, at most `limit`, that charge the customer's newest saved card. */
export async function listChargingCard(db: Queries, account: string, customer: string, limit: number): Promise<Subscription[]> {
  return (await db.all(goingOnByCard, { account, customer, limit })).map(subscriptionOf)
}

/** Lists the charges of the periods `from` to `to`, both included, newest first. */
export async function listCharges(db: Queries, subscription: string, from: number, to: number): Promise<ShownCharge[]> {
  const rows = await db.all(chargesOfPeriods, { subscription, from, to })
  return rows.map(({ failed, last_payment_error: error, ...row }) => ({
    ...row,
    failed: Boolean(failed),
    last_payment_error: error === null ? null : JSON.parse(error),
  }))
}

/** Records a charge of a period. A unique index makes this fail while another charge of the period is open or paid. */
export async function insertSubscriptionCharge(tx: Transaction, charge: Charge): Promise<void> {
  await tx.run(insertCharge, { ...charge })
}

/** Marks a charge as failed, so its period can be charged again. A charge that is already marked does not change. */
export async function markChargeFailed(tx: Transaction, paymentIntent: string): Promise<void> {
  await tx.run(failCharge, { payment_intent: paymentIntent })
}

type PageArguments = Parameters<typeof page> extends [unknown, unknown, ...infer Rest] ? Rest : never

function parameters(subscription: Subscription) {
  return { ...subscription, due_at: dueAt(subscription) }
}

function subscriptionOf({ due_at: _, ...row }: Row): Subscription {
  return { ...row, cancel_at_period_end: Boolean(row.cancel_at_period_end) }
}
