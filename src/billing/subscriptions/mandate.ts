// Subscriptions by PIX Automático: what their payers agree to, and what follows when a mandate begins or ends. docs/decisions/0032-pix-automatico.md
// has the rules.
import type { MandatePeriod } from "../../acquirers/mandates.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import { ApiError } from "../../base/errors.ts"
import { must } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import type { AttemptRow } from "../../payments/attempts/table.ts"
import { foundsMandate } from "../../payments/intents/by-mandate.ts"
import type { Agreement, PaymentScope } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { findMandateCharge, holdMandate, mandatesOfIntent, mustFindMandate } from "../../payments/mandates/store.ts"
import type { MandateChargeRow, MandateRow, Refusal } from "../../payments/mandates/tables.ts"
import { endMandate } from "../../payments/methods/mandates.ts"
import type { MandateListener, MandatesScope } from "../../payments/methods/mode.ts"
import { mustFindPaymentMethod } from "../../payments/methods/store.ts"
import type { PaymentMethodRow } from "../../payments/methods/table.ts"
import { startOfPeriod } from "../calendar.ts"
import { mustFindProduct } from "../products.ts"
import { priceOf } from "./price.ts"
import { isTriedToTheEnd, mandateRetryDay, retryAt } from "./retries.ts"
import { counted, type RetriedCharge, type Schedule } from "./schedule.ts"
import { findSubscription, lockStartedBy, saveSubscription } from "./store.ts"
import type { PlanTerms, Subscription } from "./tables.ts"
import { currentTerms } from "./terms.ts"

const DAY = 86_400
/** As long as a payer's bank shows. */
const MAX_OBJECT = 35

type PlanPeriod = Pick<PlanTerms, "interval" | "interval_count">

/** The periods of plans that the arrangement has. */
const PERIODS: readonly (PlanPeriod & { period: MandatePeriod })[] = [
  { interval: "WEEK", interval_count: 1, period: "weekly" },
  { interval: "MONTH", interval_count: 1, period: "monthly" },
  { interval: "MONTH", interval_count: 3, period: "quarterly" },
  { interval: "MONTH", interval_count: 6, period: "semiannual" },
  { interval: "MONTH", interval_count: 12, period: "annual" },
  { interval: "YEAR", interval_count: 1, period: "annual" },
]

export function needsPlan(): ApiError {
  const message =
    "PIX Automático needs a product with an active plan whose period is WEEK 1, MONTH 1, MONTH 3, MONTH 6, MONTH 12 or YEAR 1. Name such a product, or take pix_automatico out of payment_method_types."
  return new ApiError("parameter_invalid", message, "payment_method_types")
}

/** Whether PIX Automático has the period of a plan. */
export function hasMandatePeriod(plan: PlanPeriod): boolean {
  return periodOf(plan) !== undefined
}

function periodOf({ interval, interval_count }: PlanPeriod): MandatePeriod | undefined {
  return PERIODS.find((known) => known.interval === interval && known.interval_count === interval_count)?.period
}

/** The period of the mandate for a plan. Throws parameter_invalid if there is no plan, or the arrangement has no such period. */
export function mandatePeriodOf(terms: PlanTerms | undefined): MandatePeriod {
  const period = terms && periodOf(terms)
  if (!period) throw needsPlan()
  return period
}

/** What the payer of a first payment agrees to: the product's plan and price as they are now. Throws parameter_invalid. */
export async function agreementOf(db: Queries, scope: PaymentScope, intent: IntentRow): Promise<Agreement> {
  const { account, now } = scope
  const { product: id, subscription } = intent
  if (id === null || subscription !== null) throw needsPlan()
  const terms = await currentTerms(db, { account, product: id })
  if (!terms) throw needsPlan()
  const period = mandatePeriodOf(terms)
  const { name } = await mustFindProduct(db, scope, id)
  const first = terms.trial_days > 0 ? now + terms.trial_days * DAY : startOfPeriod(terms.interval, terms.interval_count, now, 1)
  return { object: name.slice(0, MAX_OBJECT), period, first_day: dayOf(first), amount: priceOf(terms, intent, "pix").amount }
}

/** The mandate that a first payment has founded, if its payer has agreed to it by now. It is locked, so that whoever learns that next finds the subscription. */
export async function agreedMandateOf(tx: Transaction, attempt: AttemptRow): Promise<MandateRow | undefined> {
  const { account, payment_method: id } = attempt
  if (id === null || !foundsMandate(attempt)) return undefined
  const mandate = await holdMandate(tx, { account, id })
  return mandate.status === "active" ? mandate : undefined
}

/** Whether a payment is a cycle that is charged by mandate. */
export function isCycleByMandate({ payment_method_types: [type], subscription }: IntentRow): boolean {
  return type === "pix_automatico" && subscription !== null
}

/** Whether a payment pays a period that has not begun. */
export async function paysAhead(db: Queries, { account, id, subscription }: IntentRow): Promise<boolean> {
  const found = subscription === null ? undefined : await findSubscription(db, account, subscription)
  return found?.ahead === "open" && found.latest_payment_intent === id && found.status !== "CANCELED"
}

/** Why a charge by mandate was not paid. Undefined for any other payment, and while it may be paid. */
export async function refusalOf(db: Queries, intent: IntentRow): Promise<Refusal | undefined> {
  return (await madeBy(db, intent))?.refusal ?? undefined
}

/**
 * Whether a charge by mandate was given up because its acquirer did not have it, again and again. If it is there all the same, it is withdrawn once it is
 * found. Banks take no two charges of one cycle.
 */
export async function isNotFound(db: Queries, intent: IntentRow): Promise<boolean> {
  const attempt = isCycleByMandate(intent) ? await latestAttemptOf(db, intent) : undefined
  return attempt?.state === "given_up"
}

/** What a cycle charges by mandate. Undefined for any other payment, and for one of which nothing was ordered. */
async function madeBy(db: Queries, intent: IntentRow): Promise<MadeCharge | undefined> {
  const attempt = isCycleByMandate(intent) ? await latestAttemptOf(db, intent) : undefined
  const made = attempt && (await findMandateCharge(db, attempt))
  return made && { ...made, charge: made.retry_of ?? attempt.charge }
}

type MadeCharge = MandateChargeRow & { charge: string | null }

/** What a failed payment leaves to be retried. */
type Left = Pick<Schedule, "retried_charge" | "uncounted_attempts">

/**
 * What a failed payment of a subscription leaves to be retried. A charge by mandate is tried on its next day, also if a retry was not made, or the payer has asked
 * for a code in between. Where the charge is dead, the mandate has ended, or a card is chosen, retries are codes or by card. A retry
 * that has ended before its day was tried by nobody: that day is one of a code.
 */
export async function leftToRetry(
  db: Queries,
  { now }: Pick<MandatesScope, "now">,
  intent: IntentRow,
  s: Subscription,
): Promise<Left> {
  const { retried_charge, uncounted_attempts } = s
  // The payer's own card was refused.
  if (s.held_retry?.attempt === s.attempt) return { retried_charge, uncounted_attempts }
  const made = await madeBy(db, intent)
  const mandate = s.mandate === null || s.payment_method !== null ? undefined : await mustFindMandate(db, s.account, s.mandate)
  const next = mandate ? nextTry({ made, intent, mandate }, retried_charge, now) : null
  const isUntried = next === null && made?.retry_of != null && made.refusal !== null && now < startOfDay(made.day)
  return { retried_charge: next, uncounted_attempts: uncounted_attempts + (isUntried ? 1 : 0) }
}

type Failed = { made: MadeCharge | undefined; intent: IntentRow; mandate: MandateRow }

/** Null if retries are codes. */
function nextTry(failed: Failed, retried: RetriedCharge | null, now: number): RetriedCharge | null {
  const last = lastTry(failed, retried)
  // After the last of its days, a bank shows the charge as ended. That leaves no day for a code either.
  if (last === null || isTriedToTheEnd(last)) return last
  const isDead = failed.made?.refusal?.may_retry === false
  return isDead || mandateRetryDay(last, now) === undefined ? null : last
}

/** The charge with the day of the try that has failed. Null if there is no such charge. */
function lastTry({ made, intent, mandate }: Failed, retried: RetriedCharge | null): RetriedCharge | null {
  if (made?.refusal) {
    const { charge, first_day: day } = made
    return charge === null ? null : { charge, day, tried: made.day, last: lastDayOfCycle(mandate, day) }
  }
  if (retried === null || !isCycleByMandate(intent)) return retried
  const tried = made?.day ?? mandateRetryDay(retried, intent.created)
  return { ...retried, ...(tried !== undefined && { tried }) }
}

/** Banks try a charge again only before the next cycle of its mandate, which they count from its first day. */
function lastDayOfCycle({ first_day, period }: MandateRow, day: number): number {
  const { interval, interval_count } = must(
    PERIODS.find((known) => known.period === period),
    period,
  )
  for (let n = 1; ; n++) {
    const next = dayOf(startOfPeriod(interval, interval_count, startOfDay(first_day), n))
    if (next > day) return next - 1
  }
}

/** Stores a subscription whose charge has failed (schedule.ts). Once its retries are exhausted, its mandates end. The caller has locked it. */
export async function saveFailed(tx: Transaction, scope: MandatesScope, before: Subscription, failed: Schedule): Promise<void> {
  const after = await saveSubscription(tx, scope, before, failed)
  if (after.status === "UNPAID") await endMandatesOf(tx, scope, after)
}

/** Ends the mandates of a subscription that is not charged any more. The caller has locked the subscription. */
export async function endMandatesOf(tx: Transaction, scope: MandatesScope, subscription: Subscription): Promise<void> {
  const { account, founding_intent: payment_intent, payment_type } = subscription
  if (payment_type !== "pix") return
  for (const { id } of await tx.all(mandatesOfIntent, { account, payment_intent })) await endMandate(tx, scope, id)
}

/** Ends a mandate because its merchant says so: its subscription goes on by codes. A mandate that has ended changes nothing. */
export async function detachMandate(tx: Transaction, scope: MandatesScope, id: string): Promise<PaymentMethodRow> {
  const { account } = scope
  const mandate = await mustFindMandate(tx, account, id)
  const before = await lockStartedBy(tx, mandate)
  if (before && before.mandate === id) await saveSubscription(tx, scope, before, withoutMandate(before, scope.now))
  await endMandate(tx, scope, id)
  return mustFindPaymentMethod(tx, scope, id)
}

/** What changes of a subscription whose mandate has ended: a retry that waits for its day is a code, on the next of the days of codes. */
function withoutMandate(s: Subscription, now: number): Partial<Subscription> {
  const { retried_charge, first_failed_at, charge_due_at } = s
  const ended = { mandate: null, retried_charge: null }
  if (!retried_charge || first_failed_at === null || charge_due_at === null) return ended
  const at = retryAt(first_failed_at, counted(s))
  return at === undefined ? ended : { ...ended, charge_due_at: Math.max(now, at) }
}

/** A mandate pays for the subscription that its payment has begun, from the next cycle that has not begun. */
export const subscriptionsByMandate: MandateListener = {
  locking: async (tx, scope, mandate) => {
    const seen = await lockStartedBy(tx, mandate)
    return async (status) => {
      // The payment may have begun it since.
      const before = seen ?? (await lockStartedBy(tx, mandate))
      if (!before) return
      const isOver = before.status === "CANCELED" || before.status === "UNPAID"
      if (status === "active" && isOver) return endMandate(tx, scope, mandate.id)
      const changes = status === "active" ? { mandate: mandate.id } : withoutMandate(before, scope.now)
      await saveSubscription(tx, scope, before, changes)
    }
  },
}
