// What is mailed when something happens. The rows are written in the transaction in which it happens.
import type { CustomerSubscription, components } from "../../generated/types.ts"
import { dayOf, startOfDay } from "../base/day.ts"
import { newId } from "../base/ids.ts"
import type { Transaction } from "../db/database.ts"
import type { EventType } from "../events/list/types.ts"
import type { EventListener, EventScope, Happened } from "../events/webhooks/mode.ts"
import type { ByHandListener } from "../payments/intents/mode.ts"
import { mustFindIntent } from "../payments/intents/store.ts"
import { isUnproved } from "./anonymous.ts"
import { type AnyKind, isUserKind, KINDS, type Kind } from "./kinds.ts"
import { enabledKinds } from "./settings.ts"
import { type MailRow, mails } from "./tables.ts"
import { noticesOf, noticeUsers, USER_CAUSES } from "./user-causes.ts"

type Schemas = components["schemas"]

/**
 * A mail that something causes. `at` is when it is due. Of a refund, the customer is that of its payment intent. `isPaid`: the customer has certainly
 * paid something, or a merchant made it.
 */
type Caused = { kind: Kind; cause: string; occasion?: string; at?: number; isPaid?: boolean } & (
  | { customer: string }
  | { intent: string }
)

const NINE = 9 * 3600
/** How many days before its charge a yearly renewal is announced. */
const RENEWAL_DAYS = 3

const CAUSES: ReadonlySet<EventType> = new Set<EventType>([
  "payment_intent.succeeded",
  "payment_intent.requires_action",
  "refund.created",
  "refund.updated",
  "customer_subscription.trial_will_end",
  "customer_subscription.canceled",
  "customer_subscription.created",
  "customer_subscription.paused",
  "customer_subscription.resumed",
  "customer_subscription.updated",
  ...USER_CAUSES,
])

const INSERTED = ["id", "account", "created", "kind", "cause", "occasion", "customer", "status", "due_at"] as const
const insertMail = mails.insert(INSERTED, (rows) => rows.onConflict(["account", "kind", "cause", "occasion"]).ignore())
const insertAsked = mails.insert([...INSERTED, "user_id", "user_due_at"], (rows) => rows.returning("*"))

/** Writes the mails that events cause, one for each cause and kind. */
export const mailListener: EventListener = {
  hear: async (tx, scope, types) => {
    if (!types.some((type) => CAUSES.has(type))) return async () => {}
    const enabled = await enabledKinds(tx, scope.account)
    return async (events) => {
      const caused = events.flatMap((event) => causedBy(event, scope.now))
      for (const each of caused) if (enabled.has(each.kind) || KINDS[each.kind].planned) await write(tx, scope, each)
      for (const each of events.flatMap(noticesOf)) if (enabled.has(each.kind)) noticeUsers(tx, scope, each)
    }
  },
}

/** Asks the payer of a boleto for the PIX key that a refund by hand goes to. No other payer has to give one. */
export const mailOfRefundByHand: ByHandListener = async (tx, scope, { customer, payment_method_details: paid }, cause) => {
  if (paid?.type === "boleto") await write(tx, scope, { kind: "refund_by_hand", cause, customer, isPaid: true })
}

/** Writes a mail that a person asks for. It is due now, and another one than those before. `about` is the occasion of the mail to send again. */
export function askForMail(
  tx: Transaction,
  { account, now }: Pick<EventScope, "account" | "now">,
  { about, ...asked }: Pick<MailRow, "kind" | "cause" | "customer" | "user_id"> & { about: string },
): Promise<MailRow> {
  const id = newId("mail")
  const occasion = `${occasionOf({ occasion: about })}#${id}`
  return tx.only(insertAsked, { id, account, created: now, occasion, status: "pending", ...dueAt(asked, now), ...asked })
}

/** The columns that say when a mail is due: each queue has its own. */
export function dueAt({ kind }: { kind: AnyKind }, at: number): Pick<MailRow, "due_at" | "user_due_at"> {
  return isUserKind(kind) ? { due_at: null, user_due_at: at } : { due_at: at, user_due_at: null }
}

/** Whether a person asked for a mail. */
export function isAsked({ occasion }: Pick<MailRow, "occasion">): boolean {
  return occasion.includes("#")
}

/** The occasion of a mail, without what tells it from those to other readers, and from those before that were sent again. */
export function occasionOf({ occasion }: Pick<MailRow, "occasion">): string {
  return occasion.split(/[/#]/)[0] ?? ""
}

async function write(tx: Transaction, scope: EventScope, caused: Caused): Promise<void> {
  const { account, now } = scope
  const { kind, cause, occasion = "", at = now, isPaid = false } = caused
  const customer = "customer" in caused ? caused.customer : (await mustFindIntent(tx, { account }, caused.intent)).customer
  if (!isPaid && (await isUnproved(tx, { account, customer }))) return
  const row = {
    id: newId("mail"),
    account,
    created: now,
    kind,
    cause,
    occasion,
    customer,
    status: "pending" as const,
    due_at: at,
  }
  tx.send(insertMail, row)
}

function causedBy({ type, object, previous }: Happened, now: number): Caused[] {
  switch (type) {
    case "payment_intent.succeeded":
      return receiptOf(object as Schemas["PaymentIntent"])
    case "payment_intent.requires_action":
      return toPay(object as Schemas["PaymentIntent"], now)
    case "refund.created":
    case "refund.updated":
      return refundMade(object as Schemas["Refund"])
    case "customer_subscription.trial_will_end":
      return [ofSubscription("trial_will_end", object as CustomerSubscription)]
    case "customer_subscription.canceled":
      return [ofSubscription("subscription_canceled", object as CustomerSubscription)]
    case "customer_subscription.created":
    case "customer_subscription.paused":
    case "customer_subscription.resumed":
    case "customer_subscription.updated": {
      const subscription = object as CustomerSubscription
      return [...chargeFailed(subscription, previous as Partial<CustomerSubscription>), ...renewal(subscription, now)]
    }
    default:
      return []
  }
}

function receiptOf({ id: cause, amount_received, customer }: Schemas["PaymentIntent"]): Caused[] {
  return amount_received > 0 ? [{ kind: "receipt", cause, customer, isPaid: true }] : []
}

/** The payer of a cycle is not present, so the code is mailed. Whoever pays a first time sees it on the page. */
function toPay(intent: Schemas["PaymentIntent"], now: number): Caused[] {
  const { id: cause, next_action, subscription, customer, payment_link } = intent
  const isCycle = subscription !== null
  // Most intents are a merchant's, and need no look at their customer.
  const of = { cause, customer, isPaid: payment_link === null && !isCycle }
  if (next_action?.type === "pix_display_qr_code") return isCycle ? [{ kind: "pix_to_pay", ...of }] : []
  if (next_action?.type !== "boleto_display_details") return []
  const at = startOfDay(dayOf(next_action.expires_at) - 1) + NINE
  const reminder: Caused = { kind: "boleto_reminder", ...of, at }
  return [...(isCycle ? [{ kind: "boleto_to_pay" as const, ...of }] : []), ...(at > now ? [reminder] : [])]
}

function refundMade({ id, payment_intent, status, reason }: Schemas["Refund"]): Caused[] {
  if (status !== "succeeded" || reason === "dispute") return []
  return [{ kind: "refund_made", cause: id, intent: payment_intent, isPaid: true }]
}

function ofSubscription(kind: Kind, { id: cause, customer }: CustomerSubscription) {
  return { kind, cause, customer }
}

/** The first failure of a period, and the last one. */
function chargeFailed(subscription: CustomerSubscription, previous: Partial<CustomerSubscription> | undefined): Caused[] {
  const { status, current_period_start } = subscription
  if (previous?.status === undefined || !["PAST_DUE", "INCOMPLETE", "UNPAID"].includes(status)) return []
  const occasion = `${current_period_start}:${status === "UNPAID" ? "last" : "first"}`
  return [{ ...ofSubscription("charge_failed", subscription), occasion }]
}

/** A yearly charge comes as a surprise. The end of a trial has a mail of its own. */
function renewal(subscription: CustomerSubscription, now: number): Caused[] {
  const { status, next_charge_at: next, plan } = subscription
  if (status !== "ACTIVE" || !isYearly(plan) || next === null) return []
  const at = startOfDay(dayOf(next) - RENEWAL_DAYS) + NINE
  return at > now ? [{ ...ofSubscription("subscription_renewal", subscription), occasion: String(next), at }] : []
}

function isYearly({ interval, interval_count: count }: CustomerSubscription["plan"]): boolean {
  const aYear = { DAY: 365, WEEK: 52, MONTH: 12, YEAR: 1 }[interval as "DAY" | "WEEK" | "MONTH" | "YEAR"]
  return count >= aYear
}
