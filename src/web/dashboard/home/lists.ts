import type { AttentionItem } from "../../../attention/item.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import type { SubscriptionCounts } from "../../../payments/totals/kinds.ts"
import { type Html, html } from "../../html.ts"
import { lettersOf, replayPath, subjectPath } from "../attention/paths.ts"
import { ATTENTION_WORDS } from "../attention/words.ts"
import { stateBadge } from "../payments/state-badge.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, section, table } from "../shell/pieces.ts"
import { WORDS } from "./words.ts"

const SHOWN = 3

/** The number of items that wait for a person, and the oldest of them. */
export function attentionCard(at: At, { items, more }: { items: AttentionItem[]; more: boolean }): Html | false {
  const words = at.words(WORDS)
  if (items.length === 0) return false
  const lines = items.slice(0, SHOWN).map((item) => {
    const { amount, currency, since, letters } = item
    return html`<li>${attentionLink(at, item)}${amount !== null && currency && html` <span class="amount">${at.money(amount, currency)}</span>`}
${letters && html`<span class="amount">${at.words(ATTENTION_WORDS).letters(letters.count, lettersOf(at, letters))}</span>`}
<span class="hint">${words.since} ${at.when(since)}</span></li>`
  })
  const size = `${at.number(items.length)}${more ? "+" : ""}`
  return html`<section class="card waits"><h2>${words.attention} ${badge("waiting", size)}</h2><ul>${lines}</ul>
<p class="actions">${buttonLink(at.path("/attention"), words.all, "quiet")}</p></section>`
}

/** Leads to what resolves an item, if that takes one page, or else to its subject. */
function attentionLink(at: At, item: AttentionItem): Html | string {
  const name = at.words(WORDS).attentionKinds[item.kind]
  const path = replayPath(at, item) ?? subjectPath(at, item)
  return path ? html`<a href="${path}">${name}</a>` : name
}

type Subscriptions = { days: number; subscriptions: SubscriptionCounts; started: number; canceled: number }

export function subscriptionsCard(at: At, { days, subscriptions, started, canceled }: Subscriptions): Html | false {
  const words = at.words(WORDS)
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (subscriptions[name] ?? 0), 0)
  const alive = of("ACTIVE", "TRIALING", "INCOMPLETE", "PAST_DUE", "UNPAID")
  if (alive + of("CANCELED") === 0) return false
  const churn = canceled > 0 && html` <span class="hint">${words.churn(at.percent(canceled / (alive + canceled)))}</span>`
  const link = (status: string, value: number) =>
    html`<a href="${at.path(`/subscriptions?status=${status}`)}">${at.number(value)}</a>`
  const rows = [
    [words.active, link("ACTIVE", of("ACTIVE"))],
    [words.trialing, link("TRIALING", of("TRIALING"))],
    [words.atRisk, html`${at.number(of("INCOMPLETE", "PAST_DUE", "UNPAID"))} <span class="hint">${words.atRiskHint}</span>`],
    [words.started(days), at.number(started)],
    [words.canceled(days), html`${at.number(canceled)}${churn}`],
  ] as const
  return section(
    words.subscriptions,
    html`<dl class="facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`,
  )
}

export function lastPayments(at: At, rows: IntentRow[]): Html {
  const words = at.words(WORDS)
  const list = table({
    caption: words.lastPayments,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.description, words.date],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/payments/${row.id}`)}">${at.money(row.amount, row.currency)}</a>`,
      stateBadge(at, row),
      row.description,
      at.when(row.created),
    ]),
  })
  return section(words.lastPayments, html`${list}<p class="actions">${buttonLink(at.path("/payments"), words.all, "quiet")}</p>`)
}
