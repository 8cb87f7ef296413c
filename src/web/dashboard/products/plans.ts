import { Refusal } from "../../../base/errors.ts"
import { createPlan, deactivatePlan, listPlansOf, type Plan, retrievePlan } from "../../../billing/plans.ts"
import { mustFindProduct } from "../../../billing/products.ts"
import { INTERVALS } from "../../../billing/subscriptions/calendar.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { selectField, textField } from "../shell/form.ts"
import { badge, buttonLink, empty, idText, section, table } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { WORDS as SUBSCRIPTION_WORDS } from "../subscriptions/words.ts"
import { WORDS } from "./words.ts"

/** How many of the newest plans the page of a product shows. */
const SHOWN = 25

export async function planList(at: At, product: string): Promise<Html> {
  const words = at.words(WORDS)
  const plans = await listPlansOf(at.mode.database, at, product, SHOWN)
  const create =
    at.may("owner") &&
    !plans.some((plan) => plan.is_active) &&
    html`<p class="actions">${buttonLink(at.path(`/products/${product}/plans/new`), words.newPlan)}</p>`
  const columns = [words.plan, words.period, words.trial, words.status, words.subscribers, ""]
  const rows = plans.map((plan) => rowOf(at, plan))
  return section(
    words.plans,
    html`${plans.length === 0 ? empty(words.noPlans) : table({ caption: words.plans, columns, rows })}
${plans.some((plan) => plan.trial_days > 0) && html`<p class="hint">${words.trialCharges}</p>`}${create}`,
  )
}

function rowOf(at: At, plan: Plan) {
  const words = at.words(WORDS)
  const every = at.words(SUBSCRIPTION_WORDS).every(plan.interval, plan.interval_count)
  return [
    html`${plan.name} ${idText(plan.id)}`,
    every,
    plan.trial_days > 0 ? words.days(plan.trial_days) : words.noTrial,
    plan.is_active ? badge("good", words.active) : badge("calm", words.inactive),
    html`<a href="${at.path(`/subscriptions?plan=${plan.id}`)}">${words.subscribers}</a>`,
    at.may("owner") &&
      plan.is_active &&
      buttonLink(at.path(`/products/${plan.product}/plans/${plan.id}/deactivate`), words.deactivate, "quiet"),
  ]
}

/** Creates and deactivates plans, as `vintem plans` does. */
export function planForms(area: Area): void {
  area.change("/products/:id/plans/new", {
    role: "owner",
    proof: "never",
    find: (at) => mustFindProduct(at.mode.database, at, at.param("id")),
    ask: (at, product) => {
      const { planTitle, planText: text, planButton: button } = at.words(WORDS)
      const back = at.path(`/products/${product.id}`)
      return { title: planTitle(product.name), text, button, fields: fields(at), back }
    },
    make: async (at, product) => {
      const plan = { product: product.id, ...readPlan(at) }
      await at.act({ action: "plan.create" }, (tx, scope) => createPlan(tx, scope, plan))
      return { to: at.path(`/products/${product.id}`), notice: at.words(WORDS).planNotice }
    },
  })

  area.change("/products/:id/plans/:plan/deactivate", {
    role: "owner",
    proof: "never",
    find: async (at) => {
      const product = await mustFindProduct(at.mode.database, at, at.param("id"))
      const plan = await retrievePlan(at.mode.database, at.param("plan"))
      if (plan?.account !== at.account || plan.product !== product.id) throw new NoSuchPage()
      return { product, plan }
    },
    ask: (at, { product, plan }) => {
      const { deactivateTitle, deactivateText, deactivateButton: button } = at.words(WORDS)
      const back = at.path(`/products/${product.id}`)
      return { title: deactivateTitle(plan.name), text: deactivateText(product.name), button, tone: "danger", back }
    },
    make: async (at, { product, plan }) => {
      await at.act({ action: "plan.deactivate", target: plan.id }, (tx) => deactivatePlan(tx, plan.id))
      return { to: at.path(`/products/${product.id}`), notice: at.words(WORDS).deactivatedNotice }
    },
  })
}

function fields(at: At): Html {
  const words = at.words(WORDS)
  return html`${textField(at, { name: "name", label: words.planName, hint: words.planNameHint, required: true, maxlength: 255 })}
${textField(at, { name: "count", label: words.count, hint: words.countHint, type: "number", value: "1", required: true })}
${selectField(at, { name: "interval", label: words.interval, value: "MONTH", options: Object.entries(words.intervals) })}
${textField(at, { name: "trial_days", label: words.trialDays, hint: words.trialDaysHint, type: "number", value: "0", required: true })}`
}

/** Reads the plan within the bounds of `vintem plans create`. Throws a Refusal. */
function readPlan(at: At) {
  const words = at.words(WORDS)
  const name = sentText(at, "name")
  if (name === "" || name.length > 255) throw new Refusal("name_invalid", words.nameLimit)
  const interval = INTERVALS.find((known) => known === at.form.get("interval")) ?? "MONTH"
  return {
    name,
    interval,
    interval_count: readWhole(at, "count", words.count, 1, 365),
    trial_days: readWhole(at, "trial_days", words.trialDays, 0, 730),
  }
}

function readWhole(at: At, name: string, label: string, min: number, max: number): number {
  const text = sentText(at, name)
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Refusal("number_invalid", at.words(WORDS).wholeNumber(label, min, max))
}
