import { approvalRate, type Outcomes, type Summary } from "../../../../ledger/totals/summary.ts"
import { type Html, html } from "../../../shared/html.ts"
import { titledCard } from "../../components/basics.ts"
import { shareBar } from "../../components/charts/line.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

/** The outcomes of payments, by method or brand. */
export function outcomes(
  request: DashboardRequest,
  title: string,
  column: string,
  all: Map<string, Outcomes>,
  names: Record<string, string>,
): Html | false {
  const words = request.words(WORDS)
  if (all.size === 0) return false
  const rows = [...all].sort(([, a], [, b]) => b.succeeded - a.succeeded || b.failed - a.failed)
  const hasExpired = rows.some(([, { expired }]) => expired > 0)
  const number = (name: string) => ({ name, class: "amount" })
  return titledCard(
    title,
    table({
      isCompact: true,
      caption: title,
      columns: [
        column,
        number(words.paid),
        number(words.refused),
        ...(hasExpired ? [number(words.notPaid)] : []),
        words.approval,
      ],
      rows: rows.map(([key, one]) => [
        names[key] ?? capital(key),
        request.number(one.succeeded),
        request.number(one.failed),
        ...(hasExpired ? [request.number(one.expired)] : []),
        rate(request, one),
      ]),
    }),
  )
}

function rate(request: DashboardRequest, one: Outcomes): Html | string {
  const share = approvalRate(one)
  return share === undefined ? "–" : html`<span class="rate">${request.percent(share)} ${shareBar(share)}</span>`
}

/** The reasons for refused payments, the most frequent first. */
export function declines(request: DashboardRequest, { reasons }: Summary): Html {
  const words = request.words(WORDS)
  if (reasons.length === 0) return titledCard(words.declines, html`<p class="hint">${words.noDeclines}</p>`)
  const all = reasons.reduce((sum, [, count]) => sum + count, 0)
  return titledCard(
    words.declines,
    table({
      isCompact: true,
      caption: words.declines,
      columns: [words.reason, { name: words.times, class: "amount" }, words.share],
      rows: reasons.map(([code, count]) => [
        words.codes[code] ?? code,
        request.number(count),
        html`<span class="rate">${request.percent(count / all)} ${shareBar(count / all, "bad")}</span>`,
      ]),
    }),
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
