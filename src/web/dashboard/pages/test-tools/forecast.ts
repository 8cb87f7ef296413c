import type { Expected, Forecast } from "../../../../test-clock/expected.ts"
import { type Html, html } from "../../../shared/html.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./clock-words.ts"

/** Shows what becomes due: the number of each kind, and the first items. Shows `nothing` if there is nothing. */
export function forecastTable(request: DashboardRequest, { counts, first, isWhole }: Forecast, nothing: Html): Html {
  if (first.length === 0) return nothing
  const words = request.words(WORDS)
  const list = table({
    caption: words.due,
    columns: [words.when, words.what, { name: words.amount, class: "amount" }, words.of],
    rows: first.map((item) => [
      request.dateTime(item.at),
      words.kinds[item.kind],
      item.amount === null || item.currency === null ? null : request.money(item.amount, item.currency),
      subjectOf(request, item),
    ]),
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const more = total > first.length && html`<p class="hint">${words.more(request.number(total - first.length), isWhole)}</p>`
  const tallies = counts.map(({ kind, count }) => {
    const [one, several] = words.counted[kind]
    return html`<li><strong>${request.number(count)}${!isWhole && "+"}</strong> ${count === 1 ? one : several}</li>`
  })
  return html`<div class="forecast"><ul class="counts">${tallies}</ul>${list}${more}</div>`
}

function subjectOf(request: DashboardRequest, { subscription, payment_intent, payout, delivery }: Expected): Html | null {
  const link = (path: string, id: string) => html`<a class="id" href="${request.pathTo(`${path}/${id}`)}">${id}</a>`
  if (subscription) return link("/subscriptions", subscription)
  if (payment_intent) return link("/payments", payment_intent)
  if (payout) return link("/balance/payouts", payout)
  return delivery === null ? null : link("/webhooks/deliveries", delivery)
}
