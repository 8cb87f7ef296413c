import { compactMoney } from "../../../../base/currency.ts"
import { dateFormat, numberFormat } from "../../../../base/formats.ts"
import { approvalRate, authenticatedShare, type DaySummary, type Summary } from "../../../../ledger/totals/summary.ts"
import { type Html, html } from "../../../shared/html.ts"
import { LOCALES } from "../../../shared/language.ts"
import type { Chart } from "../../components/charts/chart.ts"
import { columnChart } from "../../components/charts/columns.ts"
import { lineChart } from "../../components/charts/line.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

/** Days, both inclusive (src/base/day.ts). */
export type Period = { days: number; from: number; to: number }

type ChartData = { span: Period; currency: string; now: Summary; earlier: Summary }

/** The charts by day. Each is under its total. */
export function chartsOf(request: DashboardRequest, figures: ChartData): Html {
  return html`<div class="tiles">${volume(request, figures)}${payments(request, figures)}${approval(request, figures)}${moneyBack(request, figures)}</div>`
}

function volume(request: DashboardRequest, { span, currency, now, earlier }: ChartData): Html {
  const words = request.words(WORDS)
  const chart = columnChart({
    ...chartOf(request, now, "volume", words.volume, words.volumeText),
    series: [{ name: words.volume, tone: "accent", values: now.days.map((day) => day.volume) }],
    ...inMoney(request, currency),
  })
  const before = words.before(request.money(earlier.volume, currency), span.days)
  return tile(words.volume, request.money(now.volume, currency), before, chart)
}

function payments(request: DashboardRequest, { span, now, earlier }: ChartData): Html {
  const words = request.words(WORDS)
  const chart = columnChart({
    ...chartOf(request, now, "payments", words.payments, words.paymentsText),
    series: [{ name: words.payments, tone: "accent", values: now.days.map((day) => day.succeeded) }],
    format: (value) => request.number(value),
    axis: (value) => (Number.isInteger(value) ? compact(request, value) : ""),
  })
  const before = words.before(request.number(earlier.succeeded), span.days)
  const share = authenticatedShare(now)
  const hint = share === undefined ? before : `${words.authenticated(request.percent(share))} · ${before}`
  return tile(words.payments, request.number(now.succeeded), hint, chart)
}

function approval(request: DashboardRequest, { span, now, earlier }: ChartData): Html {
  const words = request.words(WORDS)
  const rate = (one: Parameters<typeof approvalRate>[0]) => {
    const share = approvalRate(one)
    return share === undefined ? words.none : request.percent(share)
  }
  const chart = lineChart({
    ...chartOf(request, now, "approval", words.approval, words.approvalText),
    series: [{ name: words.approval, tone: "accent", values: now.days.map((day) => approvalRate(day) ?? null) }],
    format: (value) => request.percent(value),
    axis: (value) => request.percent(value),
    max: 1,
  })
  return tile(words.approval, rate(now), words.before(rate(earlier), span.days), chart)
}

function moneyBack(request: DashboardRequest, { span, currency, now, earlier }: ChartData): Html {
  const words = request.words(WORDS)
  const back = (one: Pick<DaySummary, "refunded" | "disputed">) => request.money(one.refunded + one.disputed, currency)
  const valuesOf = (name: "refunded" | "disputed") => now.days.map((day) => day[name])
  const chart =
    now.refunded + now.disputed === 0
      ? html`<p class="hint">${words.noRefunds}</p>`
      : columnChart({
          ...chartOf(request, now, "back", words.refundsAndDisputes, words.refundsText),
          series: [
            { name: words.refunded, tone: "waiting", values: valuesOf("refunded") },
            { name: words.disputed, tone: "bad", values: valuesOf("disputed") },
          ],
          ...inMoney(request, currency),
        })
  const legend = html`<p class="legend"><span class="key waiting">${words.refunded} (${request.number(now.refunds)})</span>
<span class="key bad">${words.disputed} (${request.number(now.disputes)})</span></p>`
  const all = html`<p class="more"><a href="${request.pathTo("/payments/refunds")}">${words.allRefunds}</a></p>`
  return tile(words.refundsAndDisputes, back(now), words.before(back(earlier), span.days), html`${legend}${chart}${all}`)
}

function tile(title: string, value: string, hint: string, body: Html): Html {
  return html`<section class="card tile"><h2>${title}</h2><p class="figure">${value}</p><p class="hint">${hint}</p>${body}</section>`
}

function chartOf(
  request: DashboardRequest,
  { days }: Summary,
  id: string,
  title: string,
  description: string,
): Omit<Chart, "series" | "format" | "axis"> {
  const words = request.words(WORDS)
  return {
    id,
    title,
    description,
    days: days.map(({ day }) => labelOf(request, day)),
    words: { day: words.day, numbers: words.numbers },
  }
}

function inMoney(request: DashboardRequest, currency: string): Pick<Chart, "format" | "axis"> {
  return {
    format: (cents) => request.money(cents, currency),
    axis: (cents) => compactMoney(cents, currency, LOCALES[request.language]),
  }
}

/** Formats a number in few characters, such as 12 mil. */
function compact(request: DashboardRequest, value: number): string {
  return numberFormat(LOCALES[request.language], { notation: "compact", maximumFractionDigits: 1 }).format(value)
}

/** A day is a number of days since 1970 in the account's own zone, so it must not be shifted again. */
function labelOf(request: DashboardRequest, day: number): { short: string; long: string } {
  const date = new Date(day * 86_400_000)
  const written = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(LOCALES[request.language], { ...options, timeZone: "UTC" }).format(date)
  return {
    short: written({ day: "numeric", month: "short" }),
    long: written({ weekday: "short", day: "numeric", month: "short" }),
  }
}
