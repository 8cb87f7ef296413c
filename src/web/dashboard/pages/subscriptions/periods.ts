import { nextPaymentType } from "../../../../billing/subscriptions/chosen-card.ts"
import { retriesToCome } from "../../../../billing/subscriptions/outlook.ts"
import { restAfterFailure } from "../../../../billing/subscriptions/retries.ts"
import { boundsOf, counted } from "../../../../billing/subscriptions/schedule.ts"
import { listCharges, type ShownCharge } from "../../../../billing/subscriptions/store.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, titledCard } from "../../components/basics.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { mandateRetriesText, waysOf, whenTried } from "./by-mandate.ts"
import { WORDS } from "./words.ts"

/** How many periods are on a page. */
const PER_PAGE = 12
const LAST = Number.MAX_SAFE_INTEGER

/** The periods of a subscription with their charges, newest first. `period` in the query is the newest period on the page. */
export async function periodTable(request: DashboardRequest, subscription: Subscription): Promise<Html> {
  const words = request.words(WORDS)
  const newest = Math.min(readPeriod(request.queryParameter("period")), newestPeriod(subscription))
  const oldest = Math.max(0, newest - PER_PAGE + 1)
  const charges = await listCharges(request.mode.database, subscription, oldest, newest)
  const periods = Array.from({ length: newest - oldest + 1 }, (_, i) => newest - i)
  const ways = await waysOf(request, subscription, charges)
  const rows = periods.flatMap((period) => rowsOf(request, subscription, period, { charges, ways }))
  const columns = [words.period, words.charge, { name: words.amount, class: "amount" }, words.result, words.when]
  return titledCard(
    words.periods,
    html`${table({ caption: words.periods, columns, rows })}${pageLinks(request, subscription, newest, oldest)}`,
  )
}

/** The current period, or the next one if a charge was made ahead of it. */
function newestPeriod({ period, ahead_attempts }: Subscription): number {
  return ahead_attempts > 0 ? period + 1 : period
}

function readPeriod(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : LAST
}

type Row = (Html | string | null)[]

/** Charges, and how each of them was to be paid, where that differs. */
type Listed = { charges: ShownCharge[]; ways: ReadonlyMap<string, string> }

function rowsOf(request: DashboardRequest, subscription: Subscription, period: number, { charges: all, ways }: Listed): Row[] {
  const words = request.words(WORDS)
  const { start, end } = boundsOf(subscription, period)
  const dates = html`${request.dateTime(start)} ${words.to} ${request.dateTime(end)}`
  const charges = all.filter((charge) => charge.period === period)
  if (charges.length > 0) return charges.map((charge, i) => [i === 0 ? dates : null, ...cellsOf(request, charge, ways)])
  if (period > 0) return [[dates, words.noCharges, null, null, null]]
  if (subscription.trial_end !== null) return [[dates, words.inTrial, null, null, null]]
  const first = html`<a href="${request.pathTo(`/payments/${subscription.founding_intent}`)}">${words.byFirst}</a>`
  return [[dates, first, null, badge("good", words.paid), request.dateTime(subscription.created)]]
}

function cellsOf(request: DashboardRequest, charge: ShownCharge, ways: Listed["ways"]): Row {
  const words = request.words(WORDS)
  const way = ways.get(charge.payment_intent)
  return [
    html`<a href="${request.pathTo(`/payments/${charge.payment_intent}`)}">${words.attempt(charge.attempt)}</a>${way && html` <span class="hint">${way}</span>`}`,
    request.money(charge.amount, charge.currency),
    resultOf(request, charge),
    request.dateTime(charge.created),
  ]
}

function resultOf(request: DashboardRequest, { failed, status, last_payment_error }: ShownCharge): Html {
  const words = request.words(WORDS)
  if (status === "succeeded") return badge("good", words.paid)
  if (!failed) return badge("waiting", words.open)
  const error = last_payment_error
  return html`${badge("bad", words.failed)}${error && html` <span class="hint" title="${error.message}">${error.code}</span>`}`
}

function pageLinks(request: DashboardRequest, subscription: Subscription, newest: number, oldest: number): Html | false {
  const words = request.words(WORDS)
  const to = (period: number) => `${request.ctx.path}?period=${period}`
  const isNewest = newest === newestPeriod(subscription)
  const later = !isNewest && html`<a rel="prev" href="${to(newest + PER_PAGE)}">${words.later}</a>`
  const earlier = oldest > 0 && html`<a rel="next" href="${to(oldest - 1)}">${words.earlier}</a>`
  return (later || earlier) && html`<nav class="pages" aria-label="${words.periods}">${later} ${earlier}</nav>`
}

/** Says when a failed charge is retried, and what happens after the last retry. */
export function retryPlan(request: DashboardRequest, subscription: Subscription): Html | false {
  const words = request.words(WORDS)
  if (subscription.status === "UNPAID") return titledCard(words.retries, html`<p>${words.retriesOver}</p>`)
  const retries = retriesToCome(subscription, restAfterFailure(nextPaymentType(subscription)))
  if (retries.length === 0) return false
  const items = retries.map(
    (retry, i) =>
      html`<li>${words.retry(counted(subscription) + i)}: ${whenTried(request, retry)}${i === retries.length - 1 && html` <span class="hint">${words.lastRetry}</span>`}</li>`,
  )
  const amount = request.money(subscription.amount, subscription.currency)
  const text = mandateRetriesText(request, retries, amount) ?? words.retriesText(amount)
  return titledCard(words.retries, html`<p>${text}</p><ul>${items}</ul>`)
}
