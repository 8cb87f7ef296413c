import { actionDue, dueAt } from "../billing/subscriptions/schedule.ts"
import { type Subscription, subscriptionsDue } from "../billing/subscriptions/store.ts"
import type { Queries } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"

/** What falls due as a clock passes. */
export type Kind =
  | "renewal"
  | "trial_end"
  | "retry"
  | "cancellation"
  | "card_ends"
  | "pix_ends"
  | "boleto_ends"
  | "inquiry"
  | "settled"
  | "paid"
  | "disputed"
  | "delivery"

/** Something that falls due `at` a time, in Unix seconds of the account's time. Members that do not apply are null. */
export type Expected = {
  kind: Kind
  at: number
  subscription: string | null
  payment_intent: string | null
  delivery: string | null
  amount: number | null
  currency: string | null
}

/** How many there are of each kind, the most frequent first; `isWhole` is false where only the first ones were counted. */
export type Forecast = { counts: { kind: Kind; count: number }[]; first: Expected[]; isWhole: boolean }

/** How many of each table are read, and how many are listed in all. */
const COUNTED = 500
/** Sales are looked up before their time ends, so more of them are read than end. */
const SALES_READ = 2000
const LISTED = 20

type Found = { id: string; at: number; amount: number; currency: string }

/** Sales that wait for a payer. Each is looked up when the payer's time ends at the latest, so the index of what is due has them. */
const waitingSales = statement<Found & { type: "card" | "pix" | "boleto" }, "account" | "by" | "limit">((k, p) =>
  k.raw(
    `SELECT payment_intents.id, payment_intents.due_at AS at, payment_intents.amount, payment_intents.currency, waiting.type
     FROM (
       SELECT payment_intent, type FROM attempts
       WHERE account = :account AND due_at IS NOT NULL AND due_at <= :by AND state = 'waiting' ORDER BY due_at LIMIT :limit
     ) AS waiting JOIN payment_intents ON payment_intents.id = waiting.payment_intent`,
    { account: p.account, by: p.by, limit: LIMIT },
  ),
)
const openAttempts = statement<
  Omit<Found, "amount" | "currency"> & { payment_intent: string | null },
  "account" | "by" | "limit"
>((k, p) =>
  k("attempts")
    .where({ account: p.account })
    .whereNotNull("due_at")
    .where("due_at", "<=", p.by)
    .whereNot({ state: "waiting" })
    .orderBy("due_at")
    .limit(LIMIT)
    .select("id", "due_at as at", "payment_intent"),
)
const notices = statement<Found & { notice: "settled" | "paid" | "disputed" }, "account" | "by" | "limit">((k, p) =>
  k("mock_charges")
    .where({ account: p.account })
    .whereNotNull("notice_at")
    .where("notice_at", "<=", p.by)
    .orderBy("notice_at")
    .limit(LIMIT)
    .select("id", "notice_at as at", "amount", "currency", "notice"),
)
const pendingDeliveries = statement<{ id: string; due_at_ms: number }, "account" | "by_ms" | "limit">((k, p) =>
  k("deliveries")
    .where({ account: p.account })
    .whereRaw("status = 'pending'")
    .where("due_at_ms", "<=", p.by_ms)
    .orderBy("due_at_ms")
    .limit(LIMIT)
    .select("id", "due_at_ms"),
)

const NOTHING = { subscription: null, payment_intent: null, delivery: null, amount: null, currency: null }

/**
 * What is known to fall due for an account `by` a time, in Unix seconds of the account's time. What follows from that, such as the
 * renewal after the next one, is not in it.
 */
export async function expectedBy(db: Queries, account: string, by: number): Promise<Forecast> {
  const range = { account, by, limit: COUNTED }
  const [subscriptions, sales, attempts, charges, deliveries] = await Promise.all([
    subscriptionsDue(db, account, by, COUNTED),
    db.all(waitingSales, { ...range, limit: SALES_READ }),
    db.all(openAttempts, range),
    db.all(notices, range),
    db.all(pendingDeliveries, { account, by_ms: by * 1000, limit: COUNTED }),
  ])
  const all: Expected[] = [
    ...subscriptions.map(ofSubscription),
    ...sales
      .filter(({ at }) => at <= by)
      .map(({ id, type, ...sale }) => ({ ...NOTHING, ...sale, kind: `${type}_ends` as const, payment_intent: id })),
    ...attempts.map(({ at, payment_intent }) => ({ ...NOTHING, kind: "inquiry" as const, at, payment_intent })),
    ...charges.map(({ notice, at, amount, currency }) => ({ ...NOTHING, kind: notice, at, amount, currency })),
    ...deliveries.map(({ id, due_at_ms }) => ({
      ...NOTHING,
      kind: "delivery" as const,
      at: Math.ceil(due_at_ms / 1000),
      delivery: id,
    })),
  ]
  const isWhole =
    sales.length < SALES_READ && [subscriptions, attempts, charges, deliveries].every(({ length }) => length < COUNTED)
  return { counts: countsOf(all), first: all.sort((a, b) => a.at - b.at).slice(0, LISTED), isWhole }
}

function ofSubscription(s: Subscription): Expected {
  const { id, amount, currency } = s
  return { ...NOTHING, kind: kindOf(s), at: dueAt(s)!, subscription: id, amount, currency }
}

function kindOf(s: Subscription): Kind {
  const action = actionDue(s)
  if (action === "cancel") return "cancellation"
  if (action === "retry") return "retry"
  return s.status === "TRIALING" ? "trial_end" : "renewal"
}

function countsOf(all: Expected[]): Forecast["counts"] {
  const counts = new Map<Kind, number>()
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
}
