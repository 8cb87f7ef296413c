import type { Database, Transaction } from "../../db/database.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import { ApiError, type ErrorCode } from "../../errors.ts"
import { newId } from "../../ids.ts"
import { dueIn, type Job } from "../../jobs/job.ts"
import type { AttemptRow } from "../../payments/attempts/store.ts"
import { beginConfirm, finishConfirm } from "../../payments/intents/confirm.ts"
import { moveIntent } from "../../payments/intents/move.ts"
import { mustFindIntent } from "../../payments/intents/retrieve.ts"
import { type IntentRow, insertIntent } from "../../payments/intents/store.ts"
import { newestCardOf } from "../../payments/methods/store.ts"
import type { PaymentScope, PaymentsMode } from "../../payments/mode.ts"
import { createBareToken } from "../../payments/tokens/tokens.ts"
import { cancelAsPlanned } from "./cancel.ts"
import { givesUpAfterError } from "./follow.ts"
import { actionDue, dueAt, openPeriod, openRetry, passOver, type Schedule } from "./schedule.ts"
import { findSubscription, insertSubscriptionCharge, lockSubscription, type Subscription, saveSubscription } from "./store.ts"

const MAX_BATCH = 200
/** Limits the work of one run on a backlog, such as a year of daily periods. The next tick continues. */
const MAX_STEPS = 400

const due = statement<{ id: string }, "account" | "now" | "limit">((k, p) =>
  k("subscriptions").where({ account: p.account }).where("due_at", "<=", p.now).orderBy("due_at").limit(LIMIT).select("id"),
)
const withAcquirerErrors = statement<{ id: string }, "account" | "limit">((k, p) =>
  k("subscriptions").where({ account: p.account }).whereNotNull("erring_since").limit(LIMIT).select("id"),
)
const accountsWithAcquirerErrors = statement<{ account: string }, "limit">((k) =>
  k("subscriptions").distinct("account").whereNotNull("erring_since").limit(LIMIT),
)

const scheduled = dueIn("subscriptions", "due_at")

/** Charges renewals, ended trials and retries, and makes scheduled cancellations. */
export const billSubscriptions: Job<PaymentsMode> = {
  name: "bill subscriptions",
  nextDue: scheduled.nextDue,
  accountsDue: async (db, now) => {
    const again = await db.all(accountsWithAcquirerErrors, { limit: 1000 })
    return [...(await scheduled.accountsDue(db, now)), ...again.map(({ account }) => account)]
  },
  perform: async (scope, database) => {
    const { account, now } = scope
    const rows = await database.all(due, { account, now, limit: MAX_BATCH })
    // Charges that the acquirer could not process are retried at every tick.
    rows.push(...(await database.all(withAcquirerErrors, { account, limit: MAX_BATCH })))
    const ids = [...new Set(rows.map(({ id }) => id))]
    const done = await Promise.allSettled(ids.map((id) => catchUp(scope, database, id)))
    const failure = done.find((result) => result.status === "rejected")
    if (failure) throw failure.reason
    return done.filter((result) => result.status === "fulfilled" && result.value).length
  },
}

/** Performs the due actions of one subscription in order, until none is left. Returns whether there were any. */
async function catchUp(scope: PaymentScope, database: Database, id: string): Promise<boolean> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const open = await begin(scope, database, id)
    if (open === "nothing") return steps > 0
    if (open === "again") continue
    const { attempt, intent } = open
    const finished = await finishConfirm(scope.mode, attempt, intent).catch(ignoreTransient)
    if (!finished) return true
  }
  return true
}

type Begun = { attempt: AttemptRow; intent: IntentRow } | "again" | "nothing"

/** Performs one action of a subscription, up to the call to the acquirer. */
async function begin(scope: PaymentScope, database: Database, id: string): Promise<Begun> {
  try {
    return await database.transaction(async (tx) => {
      const seen = await findSubscription(tx, scope.account, id)
      switch (seen && actionNow(seen, scope.now)) {
        case "cancel":
          await cancelAsPlanned(tx, scope, id)
          return "nothing"
        case "charge_again":
          return chargeAgain(tx, scope, seen!)
        case undefined:
          return "nothing"
        default:
          return charge(tx, scope, id)
      }
    })
  } catch (error) {
    // Another request or process is changing the subscription. The next tick continues from there.
    if (error instanceof ApiError && (error.code === "payment_intent_locked" || error.code === "subscription_canceled"))
      return "nothing"
    throw error
  }
}

function actionNow(s: Schedule, now: number) {
  const at = dueAt(s)
  const due = at !== null && at <= now ? actionDue(s) : undefined
  return s.erring_since !== null && due !== "cancel" ? "charge_again" : due
}

/** Opens the next period, or the next retry of this period, with a new payment intent. */
async function charge(tx: Transaction, scope: PaymentScope, id: string): Promise<Begun> {
  const subscription = (await lockSubscription(tx, id))!
  const action = actionNow(subscription, scope.now)
  if (action !== "open_period" && action !== "retry") return "again"
  const card = subscription.payment_type === "card" ? await newestCardOf(tx, scope.account, subscription.customer) : undefined
  if (action === "retry" && card && card.id === subscription.dead_payment_method) {
    await saveSubscription(tx, { ...subscription, ...passOver(subscription, scope.now) })
    return "again"
  }
  const intent = await createCycleIntent(tx, scope, subscription)
  const opened = action === "retry" ? openRetry(subscription) : openPeriod(subscription)
  await saveSubscription(tx, { ...subscription, ...opened, latest_payment_intent: intent.id })
  const { period, attempt } = opened
  await insertSubscriptionCharge(tx, { subscription: id, period, attempt, payment_intent: intent.id })
  return confirm(tx, scope, subscription, intent, card?.id)
}

/** Repeats a charge that the acquirer could not process. Its period, attempt and payment intent stay the same. */
async function chargeAgain(tx: Transaction, scope: PaymentScope, subscription: Subscription): Promise<Begun> {
  const intent = await mustFindIntent(tx, scope, subscription.latest_payment_intent)
  const card = await newestCardOf(tx, scope.account, subscription.customer)
  return confirm(tx, scope, subscription, intent, card?.id)
}

async function confirm(
  tx: Transaction,
  scope: PaymentScope,
  s: Subscription,
  intent: IntentRow,
  card: string | undefined,
): Promise<Begun> {
  try {
    const attempt = await tx.savepoint(async () => {
      const payment_method = s.payment_type === "card" ? card : (await createBareToken(tx, scope, s.payment_type)).id
      if (!payment_method) throw new ApiError("payment_method_not_found", "The customer has no saved card to charge.")
      return beginConfirm(tx, scope, intent.id, { payment_method, off_session: true, idempotency_key: null })
    })
    return { attempt, intent }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "payment_intent_locked") throw error
    if (isTransient(error.code) && !(await givesUpAfterError(tx, scope, intent))) return "nothing"
    // Of the errors that keep an attempt from starting, only the missing card has its own code in PaymentErrorCode.
    const code = error.code === "payment_method_not_found" ? error.code : "processing_error"
    await moveIntent(tx, scope, intent, "refused", { last_payment_error: { code, message: error.message } })
    return "again"
  }
}

/** Uses the terms that the subscription copied. The product's current status is not checked. */
async function createCycleIntent(tx: Transaction, scope: PaymentScope, s: Subscription): Promise<IntentRow> {
  const row = await tx.one(insertIntent, {
    id: newId("pi"),
    account: scope.account,
    created: scope.now,
    customer: s.customer,
    product: s.product,
    subscription: s.id,
    amount: s.amount,
    currency: s.currency,
    status: "requires_payment_method",
    description: null,
    statement_descriptor: null,
    payment_method_types: JSON.stringify([s.payment_type]),
    utm: null,
    metadata: "{}",
  })
  return row!
}

function isTransient(code: ErrorCode): boolean {
  return code === "processing_error" || code === "not_ready"
}

/** The transaction that released the payment intent has also stored when to retry. */
function ignoreTransient(error: unknown): undefined {
  if (!(error instanceof ApiError && isTransient(error.code))) throw error
}
