import { mustFindCustomer, retrieveCustomers } from "../../../accounts/customers.ts"
import { isId } from "../../../base/ids.ts"
import { nextChargeAt } from "../../../billing/subscriptions/schedule.ts"
import type { SubscriptionStatus } from "../../../billing/subscriptions/state.ts"
import {
  mustFindSubscription,
  pageOfSubscribers,
  pageOfSubscriptions,
  type Subscription,
} from "../../../billing/subscriptions/store.ts"
import { newestCardOf, presentPaymentMethod } from "../../../payments/methods/store.ts"
import { type Html, html } from "../../html.ts"
import { nameOf } from "../customers/card-name.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, facts, idText, pageRequest, pager, tabs } from "../shell/pieces.ts"
import { cancelForm } from "./cancel.ts"
import { statusBadge, subscriptionTable } from "./list.ts"
import { periodTable, retryPlan } from "./periods.ts"
import { WORDS } from "./words.ts"

/** The list of subscriptions, the page of a subscription, and its cancellation. */
export function subscriptionPages(area: Area): void {
  area.page("/subscriptions", async (at) => {
    const words = at.words(WORDS)
    const filter = readFilter(at)
    const page = await listOf(at, filter)
    const isFiltered = Object.keys(filter).length > 0
    const customers = await retrieveCustomers(
      at.mode.database,
      at,
      page.rows.map((row) => row.customer),
    )
    const list =
      page.rows.length === 0 ? empty(isFiltered ? words.noneWith : words.none) : subscriptionTable(at, page.rows, customers)
    const body = html`${filters(at, filter)}${list}${pager(at, page)}`
    return { title: words.subscriptions, body }
  })
  cancelForm(area)
  area.page("/subscriptions/:id", async (at) => {
    const subscription = await mustFindSubscription(at.mode.database, at, at.param("id"))
    const customer = await mustFindCustomer(at.mode.database, at, subscription.customer)
    const title = at.words(WORDS).title(subscription.plan_name, customer.name ?? customer.email)
    return { title, body: await one(at, subscription, customer) }
  })
}

type Filter = { status?: SubscriptionStatus; customer?: string; plan?: string }

/** The filter by plan excludes the others, because no index serves their combination. */
function readFilter(at: At): Filter {
  const plan = at.fitting("plan", isId)
  if (plan) return { plan }
  const status = at.choice("status", Object.keys(at.words(WORDS).statuses) as SubscriptionStatus[])
  const customer = at.fitting("customer", isId)
  return { ...(status && { status }), ...(customer && { customer }) }
}

function listOf(at: At, { plan, ...filter }: Filter) {
  const { database } = at.mode
  return plan
    ? pageOfSubscribers(database, at.account, plan, pageRequest(at))
    : pageOfSubscriptions(database, at.account, pageRequest(at), filter)
}

function filters(at: At, { status, customer, plan }: Filter): Html {
  const words = at.words(WORDS)
  const owner = customer
    ? html`${words.ofCustomer} <a href="${at.path(`/customers/${customer}`)}">${idText(customer)}</a>`
    : plan && html`${words.ofPlan} ${idText(plan)}`
  const chosen = owner && html`<p>${owner} · <a href="${at.path("/subscriptions")}">${words.showAll}</a></p>`
  if (plan) return html`${chosen}`
  const link = (name: string | undefined, text: string) => ({
    href: at.path(`/subscriptions${queryOf({ status: name, customer })}`),
    text,
    current: name === status,
  })
  const links = [link(undefined, words.all), ...Object.entries(words.statuses).map(([name, text]) => link(name, text))]
  return html`${chosen}${tabs(words.status, links)}`
}

function queryOf(parameters: Record<string, string | undefined>): string {
  const known = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return known.length > 0 ? `?${new URLSearchParams(known)}` : ""
}

async function one(at: At, s: Subscription, customer: { id: string; name: string | null; email: string }): Promise<Html> {
  const words = at.words(WORDS)
  const isPlanned = s.cancel_at !== null || s.cancel_at_period_end
  const cancel = isPlanned ? words.changeCancellation : words.cancel
  const mayCancel = at.may("operator") && s.status !== "CANCELED"
  return html`<p>${idText(s.id)}</p>
${mayCancel && html`<p class="actions">${buttonLink(at.path(`/subscriptions/${s.id}/cancel`), cancel, "quiet")}</p>`}
${facts([
  [words.status, statusBadge(at, s)],
  [words.customer, html`<a href="${at.path(`/customers/${customer.id}`)}">${customer.name ?? customer.email}</a>`],
  [words.plan, html`<a href="${at.path(`/subscriptions?plan=${s.plan}`)}">${s.plan_name}</a>`],
  [words.product, html`<a href="${at.path(`/products/${s.product}`)}">${idText(s.product)}</a>`],
  [words.amount, `${at.money(s.amount, s.currency)} ${words.every(s.interval, s.interval_count)}`],
  [words.paidBy, await methodOf(at, s)],
  [words.currentPeriod, html`${at.when(s.current_period_start)} ${words.to} ${at.when(s.current_period_end)}`],
  [
    words.trial,
    s.trial_start !== null && s.trial_end !== null && html`${at.when(s.trial_start)} ${words.to} ${at.when(s.trial_end)}`,
  ],
  [words.nextCharge, nextCharge(at, s)],
  [words.firstPayment, html`<a href="${at.path(`/payments/${s.founding_intent}`)}">${idText(s.founding_intent)}</a>`],
  [words.created, at.when(s.created)],
  [words.canceledAt, s.canceled_at !== null && at.when(s.canceled_at)],
  [words.reason, s.cancellation_reason],
])}
${retryPlan(at, s)}
${await periodTable(at, s)}
${apiCall(at, { method: "GET", path: `/v1/customer_subscriptions/${s.id}` })}`
}

/** Shows the method of the next charge. A card is the newest one that the customer has saved. */
async function methodOf(at: At, s: Subscription): Promise<Html | string> {
  const words = at.words(WORDS)
  if (s.payment_type !== "card") return words.methods[s.payment_type]
  const row = await newestCardOf(at.mode.database, at.account, s.customer)
  if (!row) return s.status === "CANCELED" ? words.methods.card : badge("bad", words.noCard)
  return nameOf((await presentPaymentMethod(at.mode.database, row, at.mode.livemode)).card)
}

function nextCharge(at: At, s: Subscription): Html | string {
  const words = at.words(WORDS)
  const next = nextChargeAt(s)
  const isOpen = s.attempt > 0 && s.charge_due_at === null && s.status !== "CANCELED" && s.status !== "UNPAID"
  const open =
    isOpen &&
    html`${words.openCharge}: <a href="${at.path(`/payments/${s.latest_payment_intent}`)}">${idText(s.latest_payment_intent)}</a><br>`
  return html`${open}${next === null ? words.noCharge : html`${words.willCharge(at.money(s.amount, s.currency))} ${at.when(next)}`}`
}
