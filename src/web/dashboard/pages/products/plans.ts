import { Refusal } from "../../../../base/errors.ts"
import { INTERVALS } from "../../../../billing/calendar.ts"
import { createPlan, findPlan, listPlansOf, MAX_DAYS_AHEAD, type PlanChange, updatePlan } from "../../../../billing/plans.ts"
import { mustFindProduct } from "../../../../billing/products.ts"
import type { PlanRow, ProductRow } from "../../../../billing/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, idText, titledCard } from "../../components/basics.ts"
import { selectField, textField } from "../../forms/fields.ts"
import { changedFields, fieldText, initialValuesField } from "../../forms/form-values.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS as SUBSCRIPTION_WORDS } from "../subscriptions/words.ts"
import { WORDS } from "./words.ts"

/** How many of the newest plans the page of a product shows. */
const MAX_SHOWN = 25

type PlanTerms = Pick<PlanRow, "name" | "interval" | "interval_count" | "trial_days" | "days_ahead">

const NEW_PLAN: PlanTerms = { name: "", interval: "MONTH", interval_count: 1, trial_days: 0, days_ahead: 0 }

export async function planList(request: DashboardRequest, product: ProductRow): Promise<Html> {
  const words = request.words(WORDS)
  const plans = await listPlansOf(request.mode.database, request, product.id, MAX_SHOWN)
  const create =
    request.may("owner") &&
    !product.recurring &&
    html`<p class="actions">${buttonLink(request.pathTo(`/products/${product.id}/plans/new`), words.newPlan)}</p>`
  const columns = [words.plan, words.period, words.trial, words.daysAhead, words.status, words.subscribers, ""]
  const rows = plans.map((plan) => rowOf(request, plan, product))
  return titledCard(
    words.plans,
    html`${plans.length === 0 ? emptyList(words.noPlans) : table({ caption: words.plans, columns, rows })}
${plans.some((plan) => plan.trial_days > 0) && html`<p class="hint">${words.trialCharges}</p>`}${create}`,
  )
}

function rowOf(request: DashboardRequest, plan: PlanRow, product: ProductRow) {
  const words = request.words(WORDS)
  const link = (change: string, text: string) =>
    buttonLink(request.pathTo(`/products/${product.id}/plans/${plan.id}/${change}`), text, "quiet")
  const every = request.words(SUBSCRIPTION_WORDS).every(plan.interval, plan.interval_count)
  return [
    html`${plan.name} ${idText(plan.id)}`,
    every,
    plan.trial_days > 0 ? words.days(plan.trial_days) : words.noTrial,
    plan.days_ahead > 0 ? words.days(plan.days_ahead) : words.noTrial,
    plan.is_active ? badge("good", words.active) : badge("calm", words.inactive),
    html`<a href="${request.pathTo(`/subscriptions?plan=${plan.id}`)}">${words.subscribers}</a>`,
    request.may("owner") &&
      html`${link("edit", words.edit)} ${plan.is_active ? link("deactivate", words.deactivate) : !product.recurring && link("activate", words.activate)}`,
  ]
}

/** Creates, changes, activates and deactivates plans, as `vintem plans` does. */
export function planForms(routes: PageRoutes): void {
  createForm(routes)
  editForm(routes)
  activateForm(routes)
  deactivateForm(routes)
}

function createForm(routes: PageRoutes): void {
  routes.change("/products/:id/plans/new", {
    role: "owner",
    proof: "never",
    find: (request) => mustFindProduct(request.mode.database, request, request.pathParameter("id")),
    confirmation: (request, product) => {
      const { planTitle, planText: text, planButton: button } = request.words(WORDS)
      const back = request.pathTo(`/products/${product.id}`)
      return { title: planTitle(product.name), text, button, fields: fields(request, NEW_PLAN), back }
    },
    make: async (request, product) => {
      const plan = { product: product.id, ...readPlan(request) }
      await request.runAction({ action: "plan.create" }, (tx, scope) => createPlan(tx, scope, plan))
      return { to: request.pathTo(`/products/${product.id}`), notice: request.words(WORDS).planNotice }
    },
  })
}

function editForm(routes: PageRoutes): void {
  routes.change("/products/:id/plans/:plan/edit", {
    role: "owner",
    proof: "never",
    find: findBoth,
    confirmation: (request, { product, plan }) => {
      const { editTitle, editPlanText: text, save: button } = request.words(WORDS)
      const back = request.pathTo(`/products/${product.id}`)
      return { title: editTitle(plan.name), text, button, fields: fields(request, plan), back }
    },
    make: async (request, { product, plan }) => {
      const { changedPlanNotice, unchangedNotice } = request.words(WORDS)
      const to = request.pathTo(`/products/${product.id}`)
      const change = readChange(request)
      if (Object.keys(change).length === 0) return { to, notice: unchangedNotice }
      await request.runAction({ action: "plan.update", target: plan.id }, (tx) => updatePlan(tx, plan, change))
      return { to, notice: changedPlanNotice }
    },
  })
}

function activateForm(routes: PageRoutes): void {
  routes.change("/products/:id/plans/:plan/activate", {
    role: "owner",
    proof: "never",
    find: findBoth,
    confirmation: (request, { product, plan }) => {
      const { activateTitle, planText: text, activateButton: button } = request.words(WORDS)
      return { title: activateTitle(plan.name), text, button, back: request.pathTo(`/products/${product.id}`) }
    },
    make: async (request, { product, plan }) => {
      await request.runAction({ action: "plan.update", target: plan.id }, (tx) => updatePlan(tx, plan, { is_active: true }))
      return { to: request.pathTo(`/products/${product.id}`), notice: request.words(WORDS).activatedNotice }
    },
  })
}

function deactivateForm(routes: PageRoutes): void {
  routes.change("/products/:id/plans/:plan/deactivate", {
    role: "owner",
    proof: "never",
    find: findBoth,
    confirmation: (request, { product, plan }) => {
      const { deactivateTitle, deactivateText, deactivateButton: button } = request.words(WORDS)
      const back = request.pathTo(`/products/${product.id}`)
      return { title: deactivateTitle(plan.name), text: deactivateText(product.name), button, tone: "danger", back }
    },
    make: async (request, { product, plan }) => {
      await request.runAction({ action: "plan.deactivate", target: plan.id }, (tx) => updatePlan(tx, plan, { is_active: false }))
      return { to: request.pathTo(`/products/${product.id}`), notice: request.words(WORDS).deactivatedNotice }
    },
  })
}

async function findBoth(request: DashboardRequest): Promise<{ product: ProductRow; plan: PlanRow }> {
  const product = await mustFindProduct(request.mode.database, request, request.pathParameter("id"))
  const plan = await findPlan(request.mode.database, request.account, request.pathParameter("plan"))
  if (plan?.product !== product.id) throw new PageNotFound()
  return { product, plan }
}

function fields(request: DashboardRequest, { name, interval, interval_count, trial_days, days_ahead }: PlanTerms): Html {
  const words = request.words(WORDS)
  const texts = { name, count: String(interval_count), interval, trial_days: String(trial_days), days_ahead: String(days_ahead) }
  const days = { name: "trial_days", label: words.trialDays, hint: words.trialDaysHint, value: texts.trial_days }
  const ahead = { name: "days_ahead", label: words.daysAhead, hint: words.daysAheadHint, value: texts.days_ahead }
  return html`${initialValuesField(request, texts)}
${textField(request, { name: "name", label: words.planName, hint: words.planNameHint, value: name, required: true, maxlength: 255 })}
${textField(request, { name: "count", label: words.count, hint: words.countHint, type: "number", value: texts.count, required: true })}
${selectField(request, { name: "interval", label: words.interval, value: interval, options: Object.entries(words.intervals) })}
${textField(request, { ...days, type: "number", required: true })}
${textField(request, { ...ahead, type: "number", required: true })}`
}

/** Reads what the owner edited. A new unit or length changes both, because each means nothing without the other. Throws a Refusal. */
function readChange(request: DashboardRequest): PlanChange {
  const { name, interval, interval_count, trial_days, days_ahead } = readPlan(request)
  const changed = changedFields(request, ["name", "count", "interval", "trial_days", "days_ahead"])
  return {
    ...(changed.name !== undefined && { name }),
    ...((changed.count ?? changed.interval) !== undefined && { interval, interval_count }),
    ...(changed.trial_days !== undefined && { trial_days }),
    ...(changed.days_ahead !== undefined && { days_ahead }),
  }
}

/** Reads the plan within the bounds of `vintem plans create`. Throws a Refusal. */
function readPlan(request: DashboardRequest): PlanTerms {
  const words = request.words(WORDS)
  const name = fieldText(request, "name")
  if (name === "" || name.length > 255) throw new Refusal("name_invalid", words.nameLimit)
  const interval = INTERVALS.find((known) => known === request.form.get("interval")) ?? "MONTH"
  return {
    name,
    interval,
    interval_count: readWhole(request, "count", words.count, 1, 365),
    trial_days: readWhole(request, "trial_days", words.trialDays, 0, 730),
    days_ahead: request.form.has("days_ahead") ? readWhole(request, "days_ahead", words.daysAhead, 0, MAX_DAYS_AHEAD) : 0,
  }
}

function readWhole(request: DashboardRequest, name: string, label: string, min: number, max: number): number {
  const text = fieldText(request, name)
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Refusal("number_invalid", request.words(WORDS).wholeNumber(label, min, max))
}
