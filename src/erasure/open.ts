import { customers } from "../accounts/tables.ts"
import { Refusal } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"

/** What is open. `page` is the subscription, the dispute or the payment on whose page it is. */
export type Open = { id: string; page: string; what: "subscription" | "payment" | "refund" | "dispute" | "reversal" }

/** What money may still move for a customer, one of each kind. */
const selectOpen = customers.statement(["account", "id"], (_, p, k) => {
  const first = (what: Open["what"], table: string, where: string, page = "id") =>
    `SELECT * FROM (SELECT id, ${page} AS page, '${what}' AS what FROM ${table} WHERE account = :account AND ${where} ORDER BY id LIMIT 1) AS open_${what}`
  const ofPayments = "payment_intent IN (SELECT id FROM payment_intents WHERE account = :account AND customer = :id)"
  return k.raw<Open>(
    [
      first("subscription", "subscriptions", "customer = :id AND status <> 'CANCELED'"),
      first("payment", "payment_intents", "customer = :id AND status NOT IN ('succeeded', 'canceled')"),
      first("refund", "refunds", `status = 'pending' AND ${ofPayments}`, "payment_intent"),
      first("dispute", "disputes", `status IN ('needs_response', 'under_review') AND ${ofPayments}`),
      first(
        "reversal",
        "attempts",
        `kind = 'reversal' AND state NOT IN ('done', 'given_up') AND ${ofPayments}`,
        "payment_intent",
      ),
    ].join("\nUNION ALL "),
    { account: p.account, id: p.id },
  )
})

const TEXTS: Record<Open["what"], string> = {
  subscription: "The subscription is not canceled. Cancel it first.",
  payment: "The payment is open. Cancel it, or wait until it has ended.",
  refund: "The refund is open. Wait for its outcome, or record it.",
  dispute: "The dispute is open. Wait until it is decided.",
  reversal: "The reversal is open. Wait until the money has gone back, or record that it has.",
}

/** Finds what money may still move for a customer, one of each kind. */
export function findOpen(db: Queries, customer: { account: string; id: string }): Promise<Open[]> {
  return db.all(selectOpen, customer)
}

/** Throws the Refusal customer_open while money may still move for a customer. The caller holds the customer, so that nothing begins meanwhile. */
export async function mustBeDone(tx: Transaction, { account, id }: { account: string; id: string }): Promise<void> {
  const open = await findOpen(tx, { account, id })
  if (open.length === 0) return
  const why = open.map((each) => `${each.id}: ${TEXTS[each.what]}`)
  throw new Refusal("customer_open", `The customer ${id} cannot be erased yet. ${why.join(" ")}`)
}
