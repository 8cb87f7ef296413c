import type { AttentionItem } from "../../../../attention/item.ts"
import type { SubscriptionCounts } from "../../../../ledger/totals/kinds.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, titledCard } from "../../components/basics.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { deadLetterCount, replayPath, subjectPath } from "../attention/paths.ts"
import { ATTENTION_WORDS } from "../attention/words.ts"
import { stateBadge } from "../payments/state-badge.ts"
import { WORDS } from "./words.ts"

const MAX_SHOWN = 3

/** The number of items that wait for a person, and the oldest of them. */
export function attentionCard(
  request: DashboardRequest,
  { items, more }: { items: AttentionItem[]; more: boolean },
): Html | false {
  const words = request.words(WORDS)
  if (items.length === 0) return false
  const lines = items.slice(0, MAX_SHOWN).map((item) => {
    const { amount, currency, since, letters } = item
    return html`<li>${attentionLink(request, item)}${amount !== null && currency && html` <span class="amount">${request.money(amount, currency)}</span>`}
${letters && html`<span class="amount">${request.words(ATTENTION_WORDS).letters(letters.count, deadLetterCount(request, letters))}</span>`}
<span class="hint">${words.since} ${request.dateTime(since)}</span></li>`
  })
  const size = `${request.number(items.length)}${more ? "+" : ""}`
  return html`<section class="card waits"><h2>${words.attention} ${badge("waiting", size)}</h2><ul>${lines}</ul>
<p class="actions">${buttonLink(request.pathTo("/attention"), words.all, "quiet")}</p></section>`
}

/** Leads to what resolves an item, if that takes one page, or else to its subject. */
function attentionLink(request: DashboardRequest, item: AttentionItem): Html | string {
  const name = request.words(WORDS).attentionKinds[item.kind]
  const path = replayPath(request, item) ?? subjectPath(request, item)
  return path ? html`<a href="${path}">${name}</a>` : name
}

type Subscriptions = { days: number; subscriptions: SubscriptionCounts; started: number; canceled: number }

export function subscriptionsCard(
  request: DashboardRequest,
  { days, subscriptions, started, canceled }: Subscriptions,
): Html | false {
  const words = request.words(WORDS)
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (subscriptions[name] ?? 0), 0)
  const alive = of("ACTIVE", "TRIALING", "INCOMPLETE", "PAST_DUE", "UNPAID")
  if (alive + of("CANCELED") === 0) return false
  const churn = canceled > 0 && html` <span class="hint">${words.churn(request.percent(canceled / (alive + canceled)))}</span>`
  const link = (status: string, value: number) =>
    html`<a href="${request.pathTo(`/subscriptions?status=${status}`)}">${request.number(value)}</a>`
  const rows = [
    [words.active, link("ACTIVE", of("ACTIVE"))],
    [words.trialing, link("TRIALING", of("TRIALING"))],
    [words.atRisk, html`${request.number(of("INCOMPLETE", "PAST_DUE", "UNPAID"))} <span class="hint">${words.atRiskHint}</span>`],
    [words.started(days), request.number(started)],
    [words.canceled(days), html`${request.number(canceled)}${churn}`],
  ] as const
  return titledCard(
    words.subscriptions,
    html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
  )
}

export function lastPayments(request: DashboardRequest, rows: IntentRow[]): Html {
  const words = request.words(WORDS)
  const list = table({
    caption: words.lastPayments,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.description, words.date],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/payments/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`,
      stateBadge(request, row),
      row.description,
      request.dateTime(row.created),
    ]),
  })
  return titledCard(
    words.lastPayments,
    html`${list}<p class="actions">${buttonLink(request.pathTo("/payments"), words.all, "quiet")}</p>`,
  )
}
