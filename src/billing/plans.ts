import type { Scope } from "../accounts/scope.ts"
import { type Changes, changesOf } from "../audit/changes.ts"
import { ApiError, refuseCardNumber } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { integer } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { holdProduct, markRecurring } from "./products.ts"
import { type PlanRow, plans } from "./tables.ts"

export type NewPlan = Pick<PlanRow, "product" | "name" | "interval" | "interval_count" | "trial_days"> & { days_ahead?: number }
export type PlanChange = Partial<Pick<PlanRow, (typeof CHANGEABLE)[number]>>

const CHANGEABLE = ["name", "interval", "interval_count", "trial_days", "days_ahead", "is_active"] as const

/** The most days that a charge may be made ahead of its period. */
export const MAX_DAYS_AHEAD = 10

const insertPlan = plans.insert(
  ["id", "account", "created", "product", "name", "interval", "interval_count", "trial_days", "days_ahead", "is_active"],
  (rows) => rows.returning("*"),
)
const planById = plans.find(["account", "id"])
const planAnywhere = findAnywhere(plans)
const findActive = plans.find(["product", "account"], (rows) => rows.whereRaw("is_active"))
const plansOfProduct = plans.find(["account", "product", { limit: integer() }], (rows) => rows.orderBy("id", "desc").limit(LIMIT))
const allPlans = plans.find(["account"], (rows) => rows.orderBy("id", "desc"))
const updateRow = plans.update(["account", "id"], CHANGEABLE, (rows) => rows.returning("*"))

/**
 * Creates the active plan of a product, which makes the product recurring. Throws product_not_found, and parameter_invalid if
 * the product already has an active plan.
 */
export async function createPlan(tx: Transaction, scope: Scope, plan: NewPlan): Promise<PlanRow> {
  const { account } = scope
  refuseCardNumber(plan.name, "name")
  // The lock makes the second of two concurrent creations find the plan of the first.
  await holdProduct(tx, scope, plan.product, "product")
  await refuseSecondActive(tx, account, plan.product)
  const row = await tx.only(insertPlan, {
    id: newId("plan"),
    account,
    created: scope.now,
    days_ahead: 0,
    ...plan,
    is_active: true,
  })
  await markRecurring(tx, { account, id: plan.product }, true)
  return row
}

/**
 * Changes the given members, for payments that are not confirmed yet. Existing subscriptions keep their copies. Returns the plan, and what
 * changed in it. Throws parameter_invalid if the plan becomes active and the product already has another
 * active plan.
 */
export async function updatePlan(
  tx: Transaction,
  { account, id, product }: Pick<PlanRow, "account" | "id" | "product">,
  change: PlanChange,
): Promise<{ plan: PlanRow; changes: Changes }> {
  refuseCardNumber(change.name, "name")
  // The lock makes the second of two concurrent changes see the first: no change is lost, and one plan at most becomes active.
  await holdProduct(tx, { account }, product)
  const before = await tx.only(planById, { account, id })
  const { is_active = before.is_active } = change
  if (is_active && !before.is_active) await refuseSecondActive(tx, account, product)
  const plan = await tx.only(updateRow, { ...before, ...change })
  // If this plan was and stays inactive, the product may have another active plan.
  if (is_active !== before.is_active) await markRecurring(tx, { account, id: product }, is_active)
  return { plan, changes: changesOf(presentPlan(before), presentPlan(plan)) }
}

async function refuseSecondActive(tx: Transaction, account: string, product: string): Promise<void> {
  const active = await activePlanOf(tx, account, product)
  if (!active) return
  throw new ApiError(
    "parameter_invalid",
    `The product ${product} already has the active plan ${active.id}: deactivate that plan first.`,
    "product",
  )
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
    daysAhead: plan.days_ahead,
    isActive: plan.is_active,
  }
}
