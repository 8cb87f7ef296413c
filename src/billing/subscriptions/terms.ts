import { id } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pick } from "../../db/rows.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { idOfCurrentPrice } from "../products.ts"
import { confirmedTerms, type PlanTerms } from "./tables.ts"

/** A payment for a product, which starts a subscription if the product has a plan. */
export type FirstPayment = IntentRow & { product: string; subscription: null }

const TERMS = ["plan", "plan_name", "interval", "interval_count", "trial_days", "days_ahead", "amount", "currency"] as const

/** The SQL of the terms of a product, after other columns. It has no row if the product has no active plan. */
const termsNow = (before = "") => `
  SELECT ${before} plans.id AS plan, plans.name AS plan_name, plans.interval, plans.interval_count, plans.trial_days, plans.days_ahead,
         price.amount, price.currency
  FROM plans LEFT JOIN product_prices AS price ON price.account = :account AND price.id = (${idOfCurrentPrice(":product")})
  WHERE plans.account = :account AND plans.product = :product AND plans.is_active`

const findTermsNow = confirmedTerms.statement(["account", { product: id() }], (_, p, k) =>
  k.raw<PlanTerms>(termsNow(), pick(p, ["account", "product"])),
)

// A confirm that a process of the version before has undone left its row.
const keepTermsNow = confirmedTerms.statement(["account", "payment_intent", { product: id() }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO confirmed_terms (account, payment_intent, ${TERMS}) ${termsNow(":account, :payment_intent,")}
     ON CONFLICT (account, payment_intent) DO UPDATE SET ${TERMS.map((column) => `${column} = excluded.${column}`)}`,
    pick(p, ["account", "payment_intent", "product"]),
  ),
)

const findKept = confirmedTerms.find(["account", "payment_intent"], (rows) => rows.select(...TERMS))

// On SQLite, Knex drops the result of a DELETE … RETURNING.
const takeRow = confirmedTerms.statement(["account", "payment_intent"], (_, p, k) =>
  k.raw<PlanTerms>(`DELETE FROM confirmed_terms WHERE account = ? AND payment_intent = ? RETURNING ${TERMS}`, [
    p.account,
    p.payment_intent,
  ]),
)

export function isFirstPayment(intent: IntentRow): intent is FirstPayment {
  return intent.product !== null && intent.subscription === null
}

/** The active plan of the product and its current price, or undefined if the product has no active plan. */
export function currentTerms(
  db: Queries,
  { account, product }: Pick<FirstPayment, "account" | "product">,
): Promise<PlanTerms | undefined> {
  return db.one(findTermsNow, { account, product })
}

/** Keeps the terms of the product for a payment that is being confirmed. Keeps none if the product has no active plan. */
export async function keepTerms(tx: Transaction, { account, id, product }: FirstPayment): Promise<void> {
  await tx.run(keepTermsNow, { account, payment_intent: id, product })
}

/** Returns the terms that were kept for a payment. */
export function findKeptTerms(tx: Transaction, { account, id }: FirstPayment): Promise<PlanTerms | undefined> {
  return tx.one(findKept, { account, payment_intent: id })
}

/** Returns the terms that were kept for a payment, and deletes them. */
export function takeTerms(tx: Transaction, { account, id }: FirstPayment): Promise<PlanTerms | undefined> {
  return tx.one(takeRow, { account, payment_intent: id })
}

/** Deletes the terms of a payment that failed, or whose confirm was undone. */
export function dropTerms(tx: Transaction, { account, id }: FirstPayment): void {
  tx.send(takeRow, { account, payment_intent: id })
}
