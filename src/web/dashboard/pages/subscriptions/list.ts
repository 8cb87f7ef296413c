import { nextChargeAt } from "../../../../billing/subscriptions/outlook.ts"
import type { Subscription } from "../../../../billing/subscriptions/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, idText } from "../../components/basics.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { STATUS_TONES, WORDS } from "./words.ts"

/** Customers by their ids. */
type Customers = Map<string, { name: string | null; email: string }>

/** A table of subscriptions. With `customers`, it has a column for them. */
export function subscriptionTable(request: DashboardRequest, rows: readonly Subscription[], customers?: Customers): Html {
  const words = request.words(WORDS)
  return table({
    caption: words.subscriptions,
    columns: [
      words.plan,
      { name: words.amount, class: "amount" },
      words.status,
      ...(customers ? [words.customer] : []),
      words.nextCharge,
      words.created,
    ],
    rows: rows.map((row) => {
      const next = nextChargeAt(row)
      return [
        html`<a href="${request.pathTo(`/subscriptions/${row.id}`)}">${row.plan_name}</a>`,
        html`${request.money(row.amount, row.currency)} <span class="hint">${words.every(row.interval, row.interval_count)}</span>`,
        statusBadge(request, row),
        ...(customers ? [customerLink(request, row.customer, customers)] : []),
        next === null ? words.noCharge : request.dateTime(next),
        request.dateTime(row.created),
      ]
    }),
  })
}

function customerLink(request: DashboardRequest, id: string, customers: Customers): Html {
  const customer = customers.get(id)
  return html`<a href="${request.pathTo(`/customers/${id}`)}">${customer?.name ?? customer?.email ?? idText(id)}</a>`
}

/** Shows the status, a pause, and when the subscription ends if that is decided. */
export function statusBadge(request: DashboardRequest, row: Subscription): Html {
  const words = request.words(WORDS)
  const end = row.status === "CANCELED" ? null : (row.cancel_at ?? (row.cancel_at_period_end ? row.current_period_end : null))
  const pause =
    row.paused_at !== null &&
    (row.resumes_at === null
      ? badge("waiting", words.paused)
      : html`${badge("waiting", words.pausedUntil)} <span class="hint">${request.dateTime(row.resumes_at)}</span>`)
  return html`${badge(STATUS_TONES[row.status], words.statuses[row.status])}${pause && html` ${pause}`}${end !== null && html` <span class="hint">${words.cancelAt} ${request.dateTime(end)}</span>`}`
}
