import { isId } from "../../../../base/ids.ts"
import { cardToCharge } from "../../../../billing/subscriptions/chosen-card.ts"
import { nextChargeAt } from "../../../../billing/subscriptions/outlook.ts"
import { mayPause } from "../../../../billing/subscriptions/pause.ts"
import type { SubscriptionStatus } from "../../../../billing/subscriptions/state.ts"
import { mustFindSubscription, pageOfSubscribers, pageOfSubscriptions } from "../../../../billing/subscriptions/store.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { customersOfIds, mustFindCustomer } from "../../../../customers/customers.ts"
import { savedCardsOf } from "../../../../payments/methods/store.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { badge, buttonLink, emptyList, facts, idText, tabs } from "../../components/basics.ts"
import { cardName } from "../../components/card-name.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { chargeAtBank, debitToCome, mandateFact } from "./by-mandate.ts"
import { cancelForm } from "./cancel.ts"
import { editForm } from "./edit.ts"
import { statusBadge, subscriptionTable } from "./list.ts"
import { pauseForms } from "./pause.ts"
import { periodTable, retryPlan } from "./periods.ts"
import { WORDS } from "./words.ts"

/** The list of subscriptions, the page of a subscription, and its changes. */
export function subscriptionPages(routes: PageRoutes): void {
  routes.page("/subscriptions", async (request) => {
    const words = request.words(WORDS)
    const filter = readFilter(request)
    const page = await findPage(request, filter)
    const isFiltered = Object.keys(filter).length > 0
    const customers = await customersOfIds(
      request.mode.database,
      request,
      page.rows.map((row) => row.customer),
    )
    const list =
      page.rows.length === 0
        ? emptyList(isFiltered ? words.noneWith : words.none)
        : subscriptionTable(request, page.rows, customers)
    const body = html`${filters(request, filter)}${list}${pager(request, page)}`
    return { title: words.subscriptions, body }
  })
  cancelForm(routes)
  editForm(routes)
  pauseForms(routes)
  routes.page("/subscriptions/:id", async (request) => {
    const subscription = await mustFindSubscription(request.mode.database, request, request.pathParameter("id"))
    const customer = await mustFindCustomer(request.mode.database, request, subscription.customer)
    const title = request.words(WORDS).title(subscription.plan_name, customer.name ?? customer.email)
    return { title, body: await details(request, subscription, customer) }
  })
}

type Filter = { status?: SubscriptionStatus; customer?: string; plan?: string }

/** The filter by plan excludes the others, because no index serves their combination. */
function readFilter(request: DashboardRequest): Filter {
  const plan = request.validQueryParameter("plan", isId)
  if (plan) return { plan }
  const status = request.queryChoice("status", Object.keys(request.words(WORDS).statuses) as SubscriptionStatus[])
  const customer = request.validQueryParameter("customer", isId)
  return { ...(status && { status }), ...(customer && { customer }) }
}

function findPage(request: DashboardRequest, { plan, ...filter }: Filter) {
  const { database } = request.mode
  return plan
    ? pageOfSubscribers(database, request.account, plan, pageRequest(request))
    : pageOfSubscriptions(database, request.account, { ...pageRequest(request), ...filter })
}

function filters(request: DashboardRequest, { status, customer, plan }: Filter): Html {
  const words = request.words(WORDS)
  const owner = customer
    ? html`${words.ofCustomer} <a href="${request.pathTo(`/customers/${customer}`)}">${idText(customer)}</a>`
    : plan && html`${words.ofPlan} ${idText(plan)}`
  const chosen = owner && html`<p>${owner} · <a href="${request.pathTo("/subscriptions")}">${words.showAll}</a></p>`
  if (plan) return html`${chosen}`
  const link = (name: string | undefined, text: string) => ({
    href: request.pathTo(`/subscriptions${queryOf({ status: name, customer })}`),
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

async function details(
  request: DashboardRequest,
  subscription: Subscription,
  customer: { id: string; name: string | null; email: string },
): Promise<Html> {
  const words = request.words(WORDS)
  return html`<p>${idText(subscription.id)}</p>
${request.may("operator") && html`<p class="actions">${actions(request, subscription)}</p>`}
${facts([
  [words.status, statusBadge(request, subscription)],
  [words.customer, html`<a href="${request.pathTo(`/customers/${customer.id}`)}">${customer.name ?? customer.email}</a>`],
  [words.plan, html`<a href="${request.pathTo(`/subscriptions?plan=${subscription.plan}`)}">${subscription.plan_name}</a>`],
  [words.product, html`<a href="${request.pathTo(`/products/${subscription.product}`)}">${idText(subscription.product)}</a>`],
  [
    words.amount,
    `${request.money(subscription.amount, subscription.currency)} ${words.every(subscription.interval, subscription.interval_count)}`,
  ],
  [words.paidBy, await methodOf(request, subscription)],
  [words.methods.pix_automatico, await mandateFact(request, subscription)],
  [
    words.currentPeriod,
    html`${request.dateTime(subscription.current_period_start)} ${words.to} ${request.dateTime(subscription.current_period_end)}`,
  ],
  [
    words.trial,
    subscription.trial_start !== null &&
      subscription.trial_end !== null &&
      html`${request.dateTime(subscription.trial_start)} ${words.to} ${request.dateTime(subscription.trial_end)}`,
  ],
  [words.pausedSince, subscription.paused_at !== null && request.dateTime(subscription.paused_at)],
  [words.nextCharge, await nextCharge(request, subscription)],
  [
    words.firstPayment,
    html`<a href="${request.pathTo(`/payments/${subscription.founding_intent}`)}">${idText(subscription.founding_intent)}</a>`,
  ],
  [words.created, request.dateTime(subscription.created)],
  [words.canceledAt, subscription.canceled_at !== null && request.dateTime(subscription.canceled_at)],
  [words.reason, subscription.cancellation_reason],
  ...Object.entries(subscription.metadata).map(([name, value]) => [`${words.metadata}: ${name}`, value] as const),
])}
${retryPlan(request, subscription)}
${await periodTable(request, subscription)}
${apiCall(request, { method: "GET", path: `/v1/customer_subscriptions/${subscription.id}` })}`
}

function actions(request: DashboardRequest, subscription: Subscription): Html[] {
  const words = request.words(WORDS)
  const isPlanned = subscription.cancel_at !== null || subscription.cancel_at_period_end
  const isPaused = subscription.paused_at !== null
  const link = (action: string, text: string) =>
    html`${buttonLink(request.pathTo(`/subscriptions/${subscription.id}/${action}`), text, action === "cancel" ? "quiet" : undefined)} `
  return [
    link("edit", words.edit),
    ...(isPaused ? [link("resume", words.resume)] : []),
    ...(mayPause(subscription) ? [link("pause", isPaused ? words.changePause : words.pause)] : []),
    ...(subscription.status === "CANCELED" ? [] : [link("cancel", isPlanned ? words.changeCancellation : words.cancel)]),
  ]
}

/** Shows the method of the next charge. */
async function methodOf(request: DashboardRequest, subscription: Subscription): Promise<Html | string> {
  const words = request.words(WORDS)
  const row = await cardToCharge(request.mode.database, subscription)
  if (!row && subscription.mandate !== null) return words.methods.pix_automatico
  if (!row && subscription.payment_type !== "card") return words.methods[subscription.payment_type]
  if (!row) return subscription.status === "CANCELED" ? words.methods.card : badge("bad", words.noCard)
  const [saved] = await savedCardsOf(request.mode.database, request.account, [row])
  const name = saved ? cardName(saved.card) : badge("bad", words.noCard)
  return row.id === subscription.payment_method ? html`${name} <span class="hint">${words.chosen}</span>` : name
}

async function nextCharge(request: DashboardRequest, subscription: Subscription): Promise<Html | string> {
  const words = request.words(WORDS)
  const atBank = await chargeAtBank(request, subscription)
  if (atBank) return atBank
  const next = nextChargeAt(subscription)
  const byMandate = next === null ? undefined : debitToCome(request, subscription)
  if (byMandate) return byMandate
  const isOpen =
    subscription.attempt > 0 &&
    subscription.charge_due_at === null &&
    subscription.status !== "CANCELED" &&
    subscription.status !== "UNPAID"
  const open =
    isOpen &&
    html`${words.openCharge}: <a href="${request.pathTo(`/payments/${subscription.latest_payment_intent}`)}">${idText(subscription.latest_payment_intent)}</a><br>`
  return html`${open}${next === null ? words.noCharge : html`${words.willCharge(request.money(subscription.amount, subscription.currency))} ${request.dateTime(next)}`}`
}
