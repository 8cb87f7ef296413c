import type { Scope } from "../accounts/scope.ts"
import { ApiError, refuseCardNumber } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { integer } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { holdProduct, markRecurring } from "./products.ts"
import { type PlanRow, plans } from "./tables.ts"

export type NewPlan = Pick<PlanRow, "product" | "name" | "interval" | "interval_count" | "trial_days">

const insertPlan = plans.insert(
  ["id", "account", "created", "product", "name", "interval", "interval_count", "trial_days", "is_active"],
  (rows) => rows.returning("*"),
)
const planById = plans.find(["account", "id"])
const planAnywhere = findAnywhere(plans)
const findActive = plans.find(["product", "account"], (rows) => rows.whereRaw("is_active"))
const plansOfProduct = plans.find(["account", "product", { limit: integer() }], (rows) => rows.orderBy("id", "desc").limit(LIMIT))
const allPlans = plans.find(["account"], (rows) => rows.orderBy("id", "desc"))
/** Returns no row if the plan was inactive already. */
const deactivateRow = plans.find(["account", "id"], (rows) =>
  rows.whereRaw("is_active").update({ is_active: false }).returning("*"),
)

/**
 * Creates the active plan of a product, which makes the product recurring. Throws product_not_found, and parameter_invalid if
 * the product already has an active plan.
 */
export async function createPlan(tx: Transaction, scope: Scope, plan: NewPlan): Promise<PlanRow> {
  const { account } = scope
  refuseCardNumber(plan.name, "name")
  // The lock makes the second of two concurrent creations find the plan of the first.
  await holdProduct(tx, scope, plan.product, "product")
  const active = await activePlanOf(tx, account, plan.product)
  if (active) {
    throw new ApiError(
      "parameter_invalid",
      `The product ${plan.product} already has the active plan ${active.id}: deactivate that plan first.`,
      "product",
    )
  }
  const row = await tx.only(insertPlan, { id: newId("plan"), account, created: scope.now, ...plan, is_active: true })
  await markRecurring(tx, { account, id: plan.product }, true)
  return row
}

/** Deactivates a plan for payments that are not confirmed yet. Existing subscriptions continue. */
export async function deactivatePlan(tx: Transaction, { account, id }: Pick<PlanRow, "account" | "id">): Promise<PlanRow> {
  const row = await tx.one(deactivateRow, { account, id })
  // If this plan was already inactive, the product may have another active plan.
  if (row) await markRecurring(tx, { account, id: row.product }, false)
  return row ?? tx.only(planById, { account, id })
}

export function findPlan(db: Queries, account: string, id: string): Promise<PlanRow | undefined> {
  return db.one(planById, { account, id })
}

/** Returns a plan of any account, for the operator. */
export function findPlanAnywhere(db: Queries, id: string): Promise<PlanRow | undefined> {
  return db.one(planAnywhere, { id })
}

export function activePlanOf(db: Queries, account: string, product: string): Promise<PlanRow | undefined> {
  return db.one(findActive, { account, product })
}

/** Lists the newest plans of a product, at most `limit`. */
export function listPlansOf(
  db: Queries,
  { account }: Pick<Scope, "account">,
  product: string,
  limit: number,
): Promise<PlanRow[]> {
  return db.all(plansOfProduct, { account, product, limit })
}

/** Lists the plans of an account, newest first. */
export function listPlans(db: Queries, account: string): Promise<PlanRow[]> {
  return db.all(allPlans, { account })
}

/** The plan in the output of the CLI. */
export function presentPlan(plan: PlanRow) {
  return {
    id: plan.id,
    productId: plan.product,
    name: plan.name,
    billingInterval: plan.interval,
    billingIntervalCount: plan.interval_count,
    trialEnabled: plan.trial_days > 0,
    trialPeriodDays: plan.trial_days,
    isActive: plan.is_active,
  }
}
