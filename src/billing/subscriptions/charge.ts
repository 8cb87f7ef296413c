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

const BATCH = 200
/** Bounds a backlog, such as a year of days, in one go; the next tick goes on with it. */
const STEPS = 400

const due = statement<{ id: string }, "account" | "now" | "limit">((k, p) =>
  k("subscriptions").where({ account: p.account }).where("due_at", "<=", p.now).orderBy("due_at").limit(LIMIT).select("id"),
)
const erring = statement<{ id: string }, "account" | "limit">((k, p) =>
  k("subscriptions").where({ account: p.account }).whereNotNull("erring_since").limit(LIMIT).select("id"),
)
const accountsErring = statement<{ account: string }, "limit">((k) =>
  k("subscriptions").distinct("account").whereNotNull("erring_since").limit(LIMIT),
)

const inTime = dueIn("subscriptions", "due_at")

/** Renewals, ends of trials, retries and planned cancellations. */
export const billSubscriptions: Job<PaymentsMode> = {
  name: "work off subscriptions",
  nextDue: inTime.nextDue,
  accountsDue: async (db, now) => {
    const again = await db.all(accountsErring, { limit: 1000 })
    return [...(await inTime.accountsDue(db, now)), ...again.map(({ account }) => account)]
  },
  perform: async (scope, database) => {
    const { account, now } = scope
    const rows = await database.all(due, { account, now, limit: BATCH })
    // Whatever the acquirer could not process is tried at every tick.
    rows.push(...(await database.all(erring, { account, limit: BATCH })))
    const ids = [...new Set(rows.map(({ id }) => id))]
    const done = await Promise.allSettled(ids.map((id) => catchUp(scope, database, id)))
    const broken = done.find((result) => result.status === "rejected")
    if (broken) throw broken.reason
    return done.filter((result) => result.status === "fulfilled" && result.value).length
  },
}

/** Does what is due for one subscription, in order, until nothing is. Answers whether there was anything to do. */
async function catchUp(scope: PaymentScope, database: Database, id: string): Promise<boolean> {
  for (let steps = 0; steps < STEPS; steps++) {
    const open = await begin(scope, database, id)
    if (open === "nothing") return steps > 0
    if (open === "again") continue
    const { attempt, intent } = open
    const answered = await finishConfirm(scope.mode, attempt, intent).catch(unlessUnavailable)
    if (!answered) return true
  }
  return true
}

type Begun = { attempt: AttemptRow; intent: IntentRow } | "again" | "nothing"

/** One step of a subscription, up to the call of the acquirer. */
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
    // Somebody else works on it: whatever is left to do then, the next tick finds.
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

/** Opens the next period, or the next try of this one, with a new intent. */
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

/** The acquirer could not process this charge before. Its period, its attempt and its intent stay as they are. */
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
    if (isPassing(error.code) && !(await givesUpAfterError(tx, scope, intent))) return "nothing"
    // Of what a charge cannot even begin for, the contract has a code of its own for a missing card only.
    const code = error.code === "payment_method_not_found" ? error.code : "processing_error"
    await moveIntent(tx, scope, intent, "refused", { last_payment_error: { code, message: error.message } })
    return "again"
  }
}

/** The customer and the terms of the subscription as they are; whether the product is still sold does not matter to it. */
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
  })
  return row!
}

function isPassing(code: ErrorCode): boolean {
  return code === "processing_error" || code === "not_ready"
}

/** The transaction that gave the intent back has written when it is tried again. */
function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof ApiError && isPassing(error.code))) throw error
}
