import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import { integer, seconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { type Page, type PageRequest, pages } from "../../db/page.ts"
import { without } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { type EventType, recordEvent, recordUpdate } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { type IntentRow, paymentIntents } from "../../payments/intents/table.ts"
import { presentSubscription } from "./present.ts"
import { dueAt } from "./schedule.ts"
import { type Subscription, type SubscriptionChargeRow, subscriptionCharges, subscriptions } from "./tables.ts"

const CHARGE = ["account", "subscription", "period", "attempt", "payment_intent"] as const
type Charge = Pick<SubscriptionChargeRow, (typeof CHARGE)[number]>

/** A charge of a period with its payment. */
export type ShownCharge = Pick<SubscriptionChargeRow, "period" | "attempt" | "payment_intent" | "failed"> &
  Pick<IntentRow, "created" | "amount" | "currency" | "status" | "last_payment_error">

const INSERTED = without(subscriptions.names, ["held_until_ms"])
const CHANGED = without(INSERTED, ["id", "account", "created", "customer", "product", "plan", "plan_name", "founding_intent"])

const insertRow = subscriptions.insert(INSERTED)
const updateRow = subscriptions.update(["account", "id"], CHANGED)
const findRow = subscriptions.find(["account", "id"])
const dueRows = subscriptions.find(["account", { by: seconds(), limit: integer() }], (rows, p) =>
  rows.whereNotNull("due_at").where("due_at", "<=", p.by).orderBy("due_at").limit(LIMIT),
)
const startedBy = subscriptions.find(["account", "founding_intent"], (rows) => rows.select("id"))
// SQLite ignores forUpdate, as below.
const lockByFounding = subscriptions.find(["account", "founding_intent"], (rows) => rows.forUpdate())
// SQLite ignores forUpdate. It does not need the lock, because it has one writer at a time.
const lockRow = subscriptions.find(["account", "id"], (rows) => rows.forUpdate())
// Their order is that of their ids, so that two requests do not lock them crosswise.
export const lockSubscriptionsOf = subscriptions.find(["account", "customer"], (rows) => rows.orderBy("id").forUpdate())
export const dropChosenCard = subscriptions.find(["account", "customer", "payment_method"], (rows) =>
  rows.update({ payment_method: null }),
)
const insertCharge = subscriptionCharges.insert(CHARGE)
const failCharge = subscriptionCharges.find(["account", "payment_intent"], (rows) =>
  rows.where({ failed: false }).update({ failed: true }),
)

const chargesOfPeriods = subscriptionCharges.statement(
  ["account", "subscription", { from: integer(), to: integer() }],
  (_, p, k) =>
    subscriptionCharges
      .rows(k, "c")
      .join("payment_intents as i", { "i.account": "c.account", "i.id": "c.payment_intent" })
      .where({ "c.account": p.account, "c.subscription": p.subscription })
      .whereBetween("c.period", [p.from, p.to])
      .orderBy([
        { column: "c.period", order: "desc" },
        { column: "c.attempt", order: "desc" },
      ])
      .select<ShownCharge>(
        ...["c.period", "c.attempt", "c.payment_intent", "c.failed"],
        ...["i.created", "i.amount", "i.currency", "i.status", "i.last_payment_error"],
      ),
  { last_payment_error: paymentIntents.columns.last_payment_error },
)
const goingOnByCard = subscriptions.find(["account", "customer", { limit: integer() }], (rows) =>
  rows
    .where({ payment_type: "card" })
    .whereNull("payment_method")
    .whereRaw("status <> 'CANCELED'")
    .orderBy("id", "desc")
    .limit(LIMIT),
)

const goingOnByChosen = subscriptions.find(["account", "customer", { limit: integer() }], (rows) =>
  rows.whereNotNull("payment_method").whereRaw("status <> 'CANCELED'").orderBy("id", "desc").limit(LIMIT),
)

const pageOfPlan = pages(subscriptions, { filters: ["plan"] })

export const pageOfSubscriptions = pages(subscriptions, { filters: ["customer", "status"], owner: "customer" })

export async function insertSubscription(tx: Transaction, scope: EventScope, subscription: Subscription): Promise<void> {
  await tx.run(insertRow, { ...subscription, due_at: dueAt(subscription) })
  recordEvent(tx, scope, "customer_subscription.created", presentSubscription(subscription, tx.livemode))
}

/** Reads a subscription and locks it until the transaction ends. */
export function lockSubscription(tx: Transaction, { account, id }: Pick<Subscription, "account" | "id">): Promise<Subscription> {
  return tx.only(lockRow, { account, id })
}

/** Stores what changes of a subscription, with its event. The caller must have locked the subscription, which was as `before`. */
export async function saveSubscription(
  tx: Transaction,
  scope: EventScope,
  before: Subscription,
  changes: Partial<Subscription>,
): Promise<Subscription> {
  const after = { ...before, ...changes }
  await tx.run(updateRow, { ...after, due_at: dueAt(after) })
  recordChange(tx, scope, before, after)
  return after
}

/** Records the event of a change that is stored. */
export function recordChange(tx: Transaction, scope: EventScope, before: Subscription, after: Subscription): void {
  const [was, is] = [presentSubscription(before, tx.livemode), presentSubscription(after, tx.livemode)]
  const own = ownEvent(before, after)
  if (own) recordEvent(tx, scope, own, is)
  else recordUpdate(tx, scope, "customer_subscription.updated", { before: was, after: is })
}

/** The type of event that a change has of its own. A pause that gets another end was told of before. */
function ownEvent(before: Subscription, after: Subscription): EventType | undefined {
  if (after.status === "CANCELED" && before.status !== "CANCELED") return "customer_subscription.canceled"
  if (before.paused_at === null && after.paused_at !== null) return "customer_subscription.paused"
  if (before.paused_at !== null && after.paused_at === null) return "customer_subscription.resumed"
  return undefined
}

export function findSubscription(db: Queries, account: string, id: string): Promise<Subscription | undefined> {
  return db.one(findRow, { account, id })
}

/** The subscriptions of an account whose next action is due `by` a time (Unix seconds of the account's time), earliest first. */
export function subscriptionsDue(db: Queries, account: string, by: number, limit: number): Promise<Subscription[]> {
  return db.all(dueRows, { account, by, limit })
}

/** The id of the subscription that a payment intent has started. */
export async function findSubscriptionStartedBy(db: Queries, account: string, intent: string): Promise<string | undefined> {
  return (await db.one(startedBy, { account, founding_intent: intent }))?.id
}

/** The subscription that a payment intent has started, locked until the transaction ends. Undefined if it has started none. */
export function lockStartedBy(
  tx: Transaction,
  { account, payment_intent }: { account: string; payment_intent: string },
): Promise<Subscription | undefined> {
  return tx.one(lockByFounding, { account, founding_intent: payment_intent })
}

/** Throws customer_subscription_not_found. */
export async function mustFindSubscription(db: Queries, { account }: Pick<Scope, "account">, id: string): Promise<Subscription> {
  const subscription = await findSubscription(db, account, id)
  if (!subscription) throw notFound("customer_subscription", id)
  return subscription
}

/** Lists the subscriptions to a plan. */
export function pageOfSubscribers(db: Queries, account: string, plan: string, request: PageRequest): Promise<Page<Subscription>> {
  return pageOfPlan(db, account, { ...request, plan })
}

/** Lists the newest subscriptions of a customer, at most `limit`, that charge the customer's newest saved card, because none is chosen. */
export function listChargingCard(db: Queries, account: string, customer: string, limit: number): Promise<Subscription[]> {
  return db.all(goingOnByCard, { account, customer, limit })
}

/** Lists the newest subscriptions of a customer, at most `limit`, that charge a chosen card. */
export function listChargingChosen(db: Queries, account: string, customer: string, limit: number): Promise<Subscription[]> {
  return db.all(goingOnByChosen, { account, customer, limit })
}

/** Lists the charges of the periods `from` to `to`, both included, newest first. */
export function listCharges(
  db: Queries,
  { account, id }: Pick<Subscription, "account" | "id">,
  from: number,
  to: number,
): Promise<ShownCharge[]> {
  return db.all(chargesOfPeriods, { account, subscription: id, from, to })
}

/** Records a charge of a period. A unique index makes this fail while another charge of the period is open or paid. */
export async function insertSubscriptionCharge(tx: Transaction, charge: Charge): Promise<void> {
  await tx.run(insertCharge, charge)
}

/** Marks a charge as failed, so its period can be charged again. A charge that is already marked does not change. */
export async function markChargeFailed(tx: Transaction, { account, id }: Pick<IntentRow, "account" | "id">): Promise<void> {
  await tx.run(failCharge, { account, payment_intent: id })
}
