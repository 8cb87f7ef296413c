import { Refusal } from "../../../../base/errors.ts"
import { INTERVALS } from "../../../../billing/calendar.ts"
import { createPlan, deactivatePlan, findPlan, listPlansOf } from "../../../../billing/plans.ts"
import { mustFindProduct } from "../../../../billing/products.ts"
import type { PlanRow } from "../../../../billing/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, idText, titledCard } from "../../components/basics.ts"
import { selectField, textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS as SUBSCRIPTION_WORDS } from "../subscriptions/words.ts"
import { WORDS } from "./words.ts"

/** How many of the newest plans the page of a product shows. */
const MAX_SHOWN = 25

export async function planList(request: DashboardRequest, product: string): Promise<Html> {
  const words = request.words(WORDS)
  const plans = await listPlansOf(request.mode.database, request, product, MAX_SHOWN)
  const create =
    request.may("owner") &&
    !plans.some((plan) => plan.is_active) &&
    html`<p class="actions">${buttonLink(request.pathTo(`/products/${product}/plans/new`), words.newPlan)}</p>`
  const columns = [words.plan, words.period, words.trial, words.status, words.subscribers, ""]
  const rows = plans.map((plan) => rowOf(request, plan))
  return titledCard(
    words.plans,
    html`${plans.length === 0 ? emptyList(words.noPlans) : table({ caption: words.plans, columns, rows })}
${plans.some((plan) => plan.trial_days > 0) && html`<p class="hint">${words.trialCharges}</p>`}${create}`,
  )
}

function rowOf(request: DashboardRequest, plan: PlanRow) {
  const words = request.words(WORDS)
  const every = request.words(SUBSCRIPTION_WORDS).every(plan.interval, plan.interval_count)
  return [
    html`${plan.name} ${idText(plan.id)}`,
    every,
    plan.trial_days > 0 ? words.days(plan.trial_days) : words.noTrial,
    plan.is_active ? badge("good", words.active) : badge("calm", words.inactive),
    html`<a href="${request.pathTo(`/subscriptions?plan=${plan.id}`)}">${words.subscribers}</a>`,
    request.may("owner") &&
      plan.is_active &&
      buttonLink(request.pathTo(`/products/${plan.product}/plans/${plan.id}/deactivate`), words.deactivate, "quiet"),
  ]
}

/** Creates and deactivates plans, as `vintem plans` does. */
export function planForms(routes: PageRoutes): void {
  routes.change("/products/:id/plans/new", {
    role: "owner",
    proof: "never",
    find: (request) => mustFindProduct(request.mode.database, request, request.pathParameter("id")),
    confirmation: (request, product) => {
      const { planTitle, planText: text, planButton: button } = request.words(WORDS)
      const back = request.pathTo(`/products/${product.id}`)
      return { title: planTitle(product.name), text, button, fields: fields(request), back }
    },
    make: async (request, product) => {
      const plan = { product: product.id, ...readPlan(request) }
      await request.runAction({ action: "plan.create" }, (tx, scope) => createPlan(tx, scope, plan))
      return { to: request.pathTo(`/products/${product.id}`), notice: request.words(WORDS).planNotice }
    },
  })

  routes.change("/products/:id/plans/:plan/deactivate", {
    role: "owner",
    proof: "never",
    find: async (request) => {
      const product = await mustFindProduct(request.mode.database, request, request.pathParameter("id"))
      const plan = await findPlan(request.mode.database, request.account, request.pathParameter("plan"))
      if (plan?.product !== product.id) throw new PageNotFound()
      return { product, plan }
    },
    confirmation: (request, { product, plan }) => {
      const { deactivateTitle, deactivateText, deactivateButton: button } = request.words(WORDS)
      const back = request.pathTo(`/products/${product.id}`)
      return { title: deactivateTitle(plan.name), text: deactivateText(product.name), button, tone: "danger", back }
    },
    make: async (request, { product, plan }) => {
      await request.runAction({ action: "plan.deactivate", target: plan.id }, (tx) => deactivatePlan(tx, plan))
      return { to: request.pathTo(`/products/${product.id}`), notice: request.words(WORDS).deactivatedNotice }
    },
  })
}

function fields(request: DashboardRequest): Html {
  const words = request.words(WORDS)
  return html`${textField(request, { name: "name", label: words.planName, hint: words.planNameHint, required: true, maxlength: 255 })}
${textField(request, { name: "count", label: words.count, hint: words.countHint, type: "number", value: "1", required: true })}
${selectField(request, { name: "interval", label: words.interval, value: "MONTH", options: Object.entries(words.intervals) })}
${textField(request, { name: "trial_days", label: words.trialDays, hint: words.trialDaysHint, type: "number", value: "0", required: true })}`
}

/** Reads the plan within the bounds of `vintem plans create`. Throws a Refusal. */
function readPlan(request: DashboardRequest) {
  const words = request.words(WORDS)
  const name = fieldText(request, "name")
  if (name === "" || name.length > 255) throw new Refusal("name_invalid", words.nameLimit)
  const interval = INTERVALS.find((known) => known === request.form.get("interval")) ?? "MONTH"
  return {
    name,
    interval,
    interval_count: readWhole(request, "count", words.count, 1, 365),
    trial_days: readWhole(request, "trial_days", words.trialDays, 0, 730),
  }
}

function readWhole(request: DashboardRequest, name: string, label: string, min: number, max: number): number {
  const text = fieldText(request, name)
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Refusal("number_invalid", request.words(WORDS).wholeNumber(label, min, max))
}
