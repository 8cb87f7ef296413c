import type { Scope } from "../accounts/scope.ts"
import { ApiError, refuseCardNumber } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"
import { holdProduct, markRecurring } from "./products.ts"
import type { Interval } from "./subscriptions/calendar.ts"

/** The billing interval and trial of a product. Subscriptions copy them, so later changes affect new subscriptions only. */
export type Plan = {
  id: string
  account: string
  created: number
  product: string
  name: string
  interval: Interval
  interval_count: number
  /** 0 means no trial. */
  trial_days: number
  is_active: boolean
}

type PlanRow = Omit<Plan, "is_active"> & { is_active: boolean | number }

export type NewPlan = { product: string; name: string; interval: Interval; interval_count: number; trial_days: number }

const insertPlan = statement<
  PlanRow,
  "id" | "account" | "created" | "product" | "name" | "interval" | "interval_count" | "trial_days"
>((k, p) =>
  k("plans")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      product: p.product,
      name: p.name,
      interval: p.interval,
      interval_count: p.interval_count,
      trial_days: p.trial_days,
      is_active: true,
    })
    .returning("*"),
)
const planById = statement<PlanRow, "id">((k, p) => k("plans").where({ id: p.id }))
const findActive = statement<PlanRow, "product" | "account">((k, p) =>
  k("plans").where({ product: p.product, account: p.account }).whereRaw("is_active"),
)
const plansOfProduct = statement<PlanRow, "account" | "product" | "limit">((k, p) =>
  k("plans").where({ account: p.account, product: p.product }).orderBy("id", "desc").limit(LIMIT),
)
const allPlans = statement<PlanRow, "account">((k, p) => k("plans").where({ account: p.account }).orderBy("id", "desc"))
/** Returns no row if the plan was inactive already. */
const deactivateRow = statement<PlanRow, "id">((k, p) =>
  k("plans").where({ id: p.id }).whereRaw("is_active").update({ is_active: false }).returning("*"),
)

/**
 * Creates the active plan of a product, which makes the product recurring. Throws product_not_found, and parameter_invalid if
 * the product already has an active plan.
 */
export async function createPlan(tx: Transaction, scope: Scope, plan: NewPlan): Promise<Plan> {
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
  const row = await tx.one(insertPlan, { id: newId("plan"), account, created: scope.now, ...plan })
  await markRecurring(tx, plan.product, true)
  return planOf(row!)
}

/** Deactivates a plan for new subscriptions. Existing subscriptions continue. */
export async function deactivatePlan(tx: Transaction, id: string): Promise<Plan> {
  const row = await tx.one(deactivateRow, { id })
  // If this plan was already inactive, the product may have another active plan.
  if (row) await markRecurring(tx, row.product, false)
  return planOf(row ?? (await tx.one(planById, { id }))!)
}

/** Returns a plan of any account, for the operator. */
export async function findPlan(db: Queries, id: string): Promise<Plan | undefined> {
  const row = await db.one(planById, { id })
  return row && planOf(row)
}

export async function activePlanOf(db: Queries, account: string, product: string): Promise<Plan | undefined> {
  const row = await db.one(findActive, { account, product })
  return row && planOf(row)
}

/** Lists the newest plans of a product, at most `limit`. */
export async function listPlansOf(
  db: Queries,
  { account }: Pick<Scope, "account">,
  product: string,
  limit: number,
): Promise<Plan[]> {
  return (await db.all(plansOfProduct, { account, product, limit })).map(planOf)
}

/** Lists the plans of an account, newest first. */
export async function listPlans(db: Queries, account: string): Promise<Plan[]> {
  return (await db.all(allPlans, { account })).map(planOf)
}

/** The plan in the output of the CLI. */
export function presentPlan(plan: Plan) {
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

function planOf(row: PlanRow): Plan {
  return { ...row, is_active: Boolean(row.is_active) }
}
