import { restAfterFailure } from "../../../billing/subscriptions/retries.ts"
import { boundsOf, retriesToCome } from "../../../billing/subscriptions/schedule.ts"
import { listCharges, type ShownCharge, type Subscription } from "../../../billing/subscriptions/store.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { badge, section, table } from "../shell/pieces.ts"
import { WORDS } from "./words.ts"

/** How many periods are on a page. */
const PER_PAGE = 12
const LAST = Number.MAX_SAFE_INTEGER

/** The periods of a subscription with their charges, newest first. `period` in the query is the newest period on the page. */
export async function periodTable(at: At, subscription: Subscription): Promise<Html> {
  const words = at.words(WORDS)
  const newest = Math.min(readPeriod(at.query("period")), subscription.period)
  const oldest = Math.max(0, newest - PER_PAGE + 1)
  const charges = await listCharges(at.mode.database, subscription.id, oldest, newest)
  const periods = Array.from({ length: newest - oldest + 1 }, (_, i) => newest - i)
  const rows = periods.flatMap((period) => rowsOf(at, subscription, period, charges))
  const columns = [words.period, words.charge, { name: words.amount, class: "amount" }, words.result, words.when]
  return section(
    words.periods,
    html`${table({ caption: words.periods, columns, rows })}${pageLinks(at, subscription, newest, oldest)}`,
  )
}

function readPeriod(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : LAST
}

type Row = (Html | string | null)[]

function rowsOf(at: At, subscription: Subscription, period: number, all: ShownCharge[]): Row[] {
  const words = at.words(WORDS)
  const { start, end } = boundsOf(subscription, period)
  const dates = html`${at.when(start)} ${words.to} ${at.when(end)}`
  const charges = all.filter((charge) => charge.period === period)
  if (charges.length > 0) return charges.map((charge, i) => [i === 0 ? dates : null, ...cellsOf(at, charge)])
  if (period > 0) return [[dates, words.noCharges, null, null, null]]
  if (subscription.trial_end !== null) return [[dates, words.inTrial, null, null, null]]
  const first = html`<a href="${at.path(`/payments/${subscription.founding_intent}`)}">${words.byFirst}</a>`
  return [[dates, first, null, badge("good", words.paid), at.when(subscription.created)]]
}

function cellsOf(at: At, charge: ShownCharge): Row {
  const words = at.words(WORDS)
  return [
    html`<a href="${at.path(`/payments/${charge.payment_intent}`)}">${words.attempt(charge.attempt)}</a>`,
    at.money(charge.amount, charge.currency),
    resultOf(at, charge),
    at.when(charge.created),
  ]
}

function resultOf(at: At, { failed, status, last_payment_error }: ShownCharge): Html {
  const words = at.words(WORDS)
  if (status === "succeeded") return badge("good", words.paid)
  if (!failed) return badge("waiting", words.open)
  const error = last_payment_error && (JSON.parse(last_payment_error) as { code: string; message: string })
  return html`${badge("bad", words.failed)}${error && html` <span class="hint" title="${error.message}">${error.code}</span>`}`
}

function pageLinks(at: At, subscription: Subscription, newest: number, oldest: number): Html | false {
  const words = at.words(WORDS)
  const to = (period: number) => `${at.ctx.path}?period=${period}`
  const isNewest = newest === subscription.period
  const later = !isNewest && html`<a rel="prev" href="${to(newest + PER_PAGE)}">${words.later}</a>`
  const earlier = oldest > 0 && html`<a rel="next" href="${to(oldest - 1)}">${words.earlier}</a>`
  return (later || earlier) && html`<nav class="pages" aria-label="${words.periods}">${later} ${earlier}</nav>`
}

/** Says when a failed charge is retried, and what happens after the last retry. */
export function retryPlan(at: At, subscription: Subscription): Html | false {
  const words = at.words(WORDS)
  if (subscription.status === "UNPAID") return section(words.retries, html`<p>${words.retriesOver}</p>`)
  const times = retriesToCome(subscription, restAfterFailure(subscription.payment_type))
  if (times.length === 0) return false
  const items = times.map(
    (time, i) =>
      html`<li>${words.retry(subscription.attempt + i)}: ${at.when(time)}${i === times.length - 1 && html` <span class="hint">${words.lastRetry}</span>`}</li>`,
  )
  const text = words.retriesText(at.money(subscription.amount, subscription.currency))
  return section(words.retries, html`<p>${text}</p><ul>${items}</ul>`)
}
