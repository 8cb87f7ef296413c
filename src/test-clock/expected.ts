import { mockCharges, type Notice } from "../acquirers/mock/tables.ts"
import { actionDue, dueAt } from "../billing/subscriptions/schedule.ts"
import { subscriptionsDue } from "../billing/subscriptions/store.ts"
import type { Subscription } from "../billing/subscriptions/tables.ts"
import { integer, milliseconds, seconds } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { deliveries } from "../events/webhooks/tables.ts"
import type { AttemptState } from "../payments/attempts/state.ts"
import { attempts } from "../payments/attempts/table.ts"
import { payoutSettings, payouts } from "../payouts/tables.ts"

/** The kinds of things that fall due as a clock passes. */
export type Kind =
  | "renewal"
  | "trial_will_end"
  | "trial_end"
  | "retry"
  | "cancellation"
  | "resumption"
  | "card_ends"
  | "pix_ends"
  | "boleto_ends"
  | "inquiry"
  | "settled"
  | "paid"
  | "disputed"
  | "payout"
  | "payout_decision"
  | "delivery"

/** Something that falls due `at` a time, in Unix seconds of the account's time. Members that do not apply are null. */
export type Expected = {
  kind: Kind
  at: number
  subscription: string | null
  payment_intent: string | null
  payout: string | null
  delivery: string | null
  amount: number | null
  currency: string | null
}

/** The number of things of each kind, the most frequent kind first. `isWhole` is false if only the first ones were counted. */
export type Forecast = { counts: { kind: Kind; count: number }[]; first: Expected[]; isWhole: boolean }

/** How many rows of each table are read, and how many things are listed in all. */
const COUNTED = 500
/** Sales are looked up before their payer's time ends, so more sales are read than end. */
const ATTEMPTS_READ = 1000
const LISTED = 20

type Found = { id: string; at: number; amount: number; currency: string }

type DueAttempt = {
  at: number
  state: AttemptState
  type: "card" | "pix" | "boleto" | null
  payment_intent: string | null
  /** When the payer's time ends. */
  ends_at: number | null
  amount: number | null
  currency: string | null
}

/** Attempts that are open at the acquirer. Sales that wait for a payer have a look-up at the end of the payer's time. */
const dueAttempts = attempts.statement(["account", { by: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<DueAttempt>(
    `SELECT due.at, due.state, due.type, due.payment_intent, payment_intents.due_at AS ends_at, payment_intents.amount,
       payment_intents.currency
     FROM (
       SELECT account, due_at AS at, state, type, payment_intent FROM attempts
       WHERE account = :account AND due_at IS NOT NULL AND due_at <= :by ORDER BY due_at LIMIT :limit
     ) AS due LEFT JOIN payment_intents ON payment_intents.account = due.account AND payment_intents.id = due.payment_intent`,
    { account: p.account, by: p.by, limit: LIMIT },
  ),
)
const notices = mockCharges.find(["account", { by: seconds(), limit: integer() }], (rows, p, k) =>
  rows
    .whereNotNull("notice_at")
    .where("notice_at", "<=", p.by)
    .orderBy("notice_at")
    .limit(LIMIT)
    .select<Found & { notice: Notice }>("id", k.ref("notice_at as at"), "amount", "currency", "notice"),
)
const pendingDeliveries = deliveries.statement(["account", { by_ms: milliseconds(), limit: integer() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("status = 'pending'")
    .where("due_at_ms", "<=", p.by_ms)
    .orderBy("due_at_ms")
    .limit(LIMIT)
    .select<{ id: string; due_at_ms: number }>("id", "due_at_ms"),
)

/** The bank takes a payout at once, and decides about it later. */
const openPayouts = payouts.find(["account", { by: seconds(), limit: integer() }], (rows, p, k) =>
  rows
    .whereNotNull("due_at")
    .where("due_at", "<=", p.by)
    .where({ status: "in_transit" })
    .orderBy("due_at")
    .limit(LIMIT)
    .select<Found>("id", k.ref("due_at as at"), "amount", "currency"),
)
const scheduledPayout = payoutSettings.find(["account", { by: seconds() }], (rows, p) =>
  rows.whereNotNull("due_at").where("due_at", "<=", p.by),
)

const NOTHING = { subscription: null, payment_intent: null, payout: null, delivery: null, amount: null, currency: null }

/**
 * What is known to fall due for an account `by` a time, in Unix seconds of the account's time. Consequences, such as the renewal after the
 * next one, are not included.
 */
export async function expectedBy(db: Queries, account: string, by: number): Promise<Forecast> {
  const range = { account, by, limit: COUNTED }
  const [subscriptions, attempts, charges, sends, sent, scheduled] = await Promise.all([
    subscriptionsDue(db, account, by, COUNTED),
    db.all(dueAttempts, { ...range, limit: ATTEMPTS_READ }),
    db.all(notices, range),
    db.all(pendingDeliveries, { account, by_ms: by * 1000, limit: COUNTED }),
    db.all(openPayouts, range),
    db.all(scheduledPayout, { account, by }),
  ])
  const all: Expected[] = [
    ...subscriptions.flatMap((subscription) => ofSubscription(subscription, by)),
    ...attempts.flatMap((attempt) => ofAttempt(attempt, by)),
    ...charges.map(({ notice, at, amount, currency }) => ({ ...NOTHING, kind: kindOfNotice(notice), at, amount, currency })),
    ...scheduled.flatMap(({ due_at }) => (due_at === null ? [] : [{ ...NOTHING, kind: "payout" as const, at: due_at }])),
    ...sent.map(({ id, ...sum }) => ({ ...NOTHING, ...sum, kind: "payout_decision" as const, payout: id })),
    ...sends.map(({ id, due_at_ms }) => ({
      ...NOTHING,
      kind: "delivery" as const,
      at: Math.ceil(due_at_ms / 1000),
      delivery: id,
    })),
  ]
  const isWhole = attempts.length < ATTEMPTS_READ && [subscriptions, charges, sends, sent].every(({ length }) => length < COUNTED)
  return { counts: countsOf(all), first: all.sort((a, b) => a.at - b.at).slice(0, LISTED), isWhole }
}

/** A sale that waits for its payer counts at the end of the payer's time. Earlier look-ups change nothing. */
function ofAttempt({ at, state, type, ends_at, ...sale }: DueAttempt, by: number): Expected[] {
  if (state !== "waiting") return [{ ...NOTHING, kind: "inquiry", at, payment_intent: sale.payment_intent }]
  return type === null || ends_at === null || ends_at > by ? [] : [{ ...NOTHING, ...sale, kind: `${type}_ends`, at: ends_at }]
}

function ofSubscription(s: Subscription, by: number): Expected[] {
  const { id, amount, currency } = s
  const at = dueAt(s)
  if (at === null || at > by) return []
  const kind = kindOf(s)
  const expected = { ...NOTHING, kind, at, subscription: id, amount, currency }
  return kind === "trial_will_end" ? [expected, ...ofSubscription({ ...s, trial_end_told: true }, by)] : [expected]
}

function kindOf(s: Subscription): Kind {
  const action = actionDue(s)
  if (action === "cancel") return "cancellation"
  if (action === "tell_trial_end") return "trial_will_end"
  if (action === "resume") return "resumption"
  if (action === "retry") return "retry"
  return s.status === "TRIALING" ? "trial_end" : "renewal"
}

function kindOfNotice(notice: Notice): Kind {
  if (notice === "unpaid") return "settled"
  return notice === "half_disputed" ? "disputed" : notice
}

function countsOf(all: Expected[]): Forecast["counts"] {
  const counts = new Map<Kind, number>()
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count)
}
