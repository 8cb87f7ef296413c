import type { Metadata } from "../../accounts/metadata.ts"
import type { PaymentType } from "../../acquirers/sale.ts"
import { boolean, cents, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Interval } from "../calendar.ts"
import type { Anchor, HeldRetry, RetriedCharge, Schedule } from "./schedule.ts"
import type { SubscriptionStatus } from "./state.ts"

/** schedule.ts says what the times and counters of a period mean. */
export const subscriptions = table(
  "subscriptions",
  {
    id: id(),
    account: id(),
    created: seconds(),
    customer: id(),
    product: id(),
    plan: id(),
    founding_intent: id(),
    latest_payment_intent: id(),
    status: text<SubscriptionStatus>(),
    payment_type: text<PaymentType>(),
    /** The saved card that the merchant chose to charge, until it is detached. */
    payment_method: id().nullable(),
    mandate: id().nullable(),
    retried_charge: json<RetriedCharge>().nullable(),
    amount: cents(),
    currency: text(),
    interval: text<Interval>(),
    interval_count: integer(),
    anchor: seconds(),
    anchor_period: integer().nullable(),
    earlier_anchors: json<Anchor[]>().nullable(),
    trial_start: seconds().nullable(),
    trial_end: seconds().nullable(),
    trial_end_told: boolean(),
    period: integer(),
    current_period_start: seconds(),
    current_period_end: seconds(),
    /** The number of attempts in this period, including the open one. */
    attempt: integer(),
    uncounted_attempts: integer(),
    held_retry: json<HeldRetry>().nullable(),
    days_ahead: integer(),
    ahead: text<NonNullable<Schedule["ahead"]>>().nullable(),
    ahead_attempts: integer(),
    first_failed_at: seconds().nullable(),
    charge_due_at: seconds().nullable(),
    paused_at: seconds().nullable(),
    resumes_at: seconds().nullable(),
    cancel_at: seconds().nullable(),
    cancel_at_period_end: boolean(),
    canceled_at: seconds().nullable(),
    cancellation_reason: text().nullable(),
    /** When the next action is due. It follows from the columns above. */
    due_at: seconds().nullable(),
    plan_name: text(),
    metadata: json<Metadata>(),
    /** No other process works on the subscription before this time, in milliseconds of the database's time. */
    held_until_ms: milliseconds(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "founding_intent"]],
    references: {
      customer: "customers",
      product: "products",
      plan: "plans",
      founding_intent: "payment_intents",
      latest_payment_intent: "payment_intents",
    },
  },
)

/** A subscription without what only the queue of due work needs. */
export type Subscription = Omit<RowOf<typeof subscriptions>, "due_at" | "held_until_ms">

/** Each charge of a period, with its payment. */
export const subscriptionCharges = table(
  "subscription_charges",
  {
    account: id(),
    subscription: id(),
    period: integer(),
    attempt: integer(),
    payment_intent: id(),
    failed: boolean(),
  },
  {
    of: "account",
    key: ["account", "subscription", "period", "attempt"],
    unique: [["account", "payment_intent"]],
    references: { subscription: "subscriptions", payment_intent: "payment_intents" },
  },
)

export type SubscriptionChargeRow = RowOf<typeof subscriptionCharges>

/**
 * The plan and the price that a product had when its payment was confirmed. The row is there while the payment is open. The subscription gets
 * them, whatever the product is sold for by the time the payer pays.
 */
export const confirmedTerms = table(
  "confirmed_terms",
  {
    account: id(),
    payment_intent: id(),
    plan: id(),
    plan_name: text(),
    interval: text<Interval>(),
    interval_count: integer(),
    trial_days: integer(),
    days_ahead: integer(),
    /** Null if the product had no price. */
    amount: cents().nullable(),
    currency: text().nullable(),
  },
  { of: "account", key: ["account", "payment_intent"] },
)

/** The active plan of a product and its price. */
export type PlanTerms = Omit<RowOf<typeof confirmedTerms>, "account" | "payment_intent">
