import type { CustomerRow } from "../accounts/tables.ts"
import { railOf } from "../acquirers/sale.ts"
import { mustFindCustomer } from "../customers/customers.ts"
import type { Transaction } from "../db/database.ts"
import type { Asked, Order } from "../events/webhooks/order.ts"
import { transactionsOf } from "../ledger/book.ts"
import type { TransactionRow } from "../ledger/table.ts"
import { disputesOf } from "../payments/disputes/store.ts"
import { holdIntent } from "../payments/intents/store.ts"
import { type IntentRow, paymentIntents } from "../payments/intents/table.ts"
import { sumOf } from "../payments/refunds/left.ts"
import { activeRefundsOf } from "../payments/refunds/store.ts"
import { type Facts, type OrderStatus, takenUntil, takesCurrency, utmifyOrder } from "./utmify-order.ts"

type Sold = { product_name: string | null; plan: string | null; plan_name: string | null }

/** The product of a payment and the plan that it pays: of its subscription, or of the one that its success would begin. */
const findSold = paymentIntents.statement(["account", "id"], (_, p, k) => {
  const inAccount = (table: string) => `SELECT plan FROM ${table} AS own WHERE own.account = intent.account AND`
  return k.raw<Sold>(
    `SELECT sold.product_name, sold.plan, plans.name AS plan_name FROM (
       SELECT intent.account, products.name AS product_name, coalesce(
         (${inAccount("subscriptions")} own.id = intent.subscription),
         (${inAccount("subscriptions")} own.founding_intent = intent.id),
         (${inAccount("confirmed_terms")} own.payment_intent = intent.id)
       ) AS plan
       FROM payment_intents AS intent
       LEFT JOIN products ON products.account = intent.account AND products.id = intent.product
       WHERE intent.account = ? AND intent.id = ?
     ) AS sold LEFT JOIN plans ON plans.account = sold.account AND plans.id = sold.plan`,
    [p.account, p.id],
  )
})

/** See OrderReader. The order is what UTMify takes. */
export async function orderOf(tx: Transaction, { account, payment_intent: id, now, fails }: Asked): Promise<Order | undefined> {
  const intent = await tx.only(holdIntent, { account, id })
  const status = takesCurrency(intent.currency) ? await statusOf(tx, intent, fails) : undefined
  if (!status) return undefined
  const [sold, customer, rows] = await tx.pipeline(
    () => tx.only(findSold, { account, id }),
    () => mustFindCustomer(tx, intent, intent.customer),
    () => transactionsOf(tx, account, id),
  )
  const facts = factsOf(intent, { status, sold, customer, rows, now })
  return {
    status,
    send_until: takenUntil(facts),
    bodyFor: (platform) => JSON.stringify(utmifyOrder(facts, { platform, isTest: !tx.livemode })),
  }
}

/** A refund counts once the money has gone back: one that fails later could not be taken back after a week. */
async function statusOf(tx: Transaction, intent: IntentRow, fails: boolean): Promise<OrderStatus | undefined> {
  const { status, next_action, amount } = intent
  if (status === "requires_action") return next_action && next_action.type !== "redirect_to_url" ? "waiting_payment" : undefined
  if (status !== "succeeded") return fails ? "refused" : undefined
  const [disputes, refunds] = await tx.pipeline(
    () => disputesOf(tx, intent),
    () => activeRefundsOf(tx, intent),
  )
  if (disputes.some((each) => each.status !== "won")) return "chargedback"
  const refunded = sumOf(refunds.filter((each) => each.status === "succeeded"))
  return amount > 0 && refunded >= amount ? "refunded" : "paid"
}

type Read = { status: OrderStatus; sold: Sold; customer: CustomerRow; rows: readonly TransactionRow[]; now: number }

function factsOf(intent: IntentRow, { status, sold, customer, rows, now }: Read): Facts {
  const { id, created, amount, currency, description, product, utm } = intent
  const { product_name, plan, plan_name } = sold
  const sale = rows.filter(({ type }) => type === "payment")
  const wasPaid = status === "paid" || status === "refunded" || status === "chargedback"
  return {
    ...{ id, status, created, amount, currency, utm },
    method: intent.payment_method_details?.type ?? railOf(intent.payment_method_types[0]),
    paid_at: wasPaid ? (intent.ended_at ?? sale[0]?.created ?? now) : null,
    refunded_at: status === "refunded" ? now : null,
    fee: sale.length > 0 ? sale.reduce((sum, { fee }) => sum + fee, 0) : null,
    customer: { ...customer, country: customer.address?.country ?? null },
    product: {
      id: product ?? id,
      name: product_name ?? description ?? id,
      plan: plan === null ? null : { id: plan, name: plan_name ?? plan },
    },
  }
}
