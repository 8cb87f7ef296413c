import { compactMoney } from "../../../../../base/currency.ts"
import { dateOf, dayOf, dayOfDate } from "../../../../../base/day.ts"
import { dateFormat } from "../../../../../base/formats.ts"
import { must } from "../../../../../base/must.ts"
import type { Net } from "../../../../../ledger/totals/net.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { LOCALES } from "../../../../shared/language.ts"
import { emptyList, tabs, titledCard } from "../../../components/basics.ts"
import { columnChart } from "../../../components/charts/columns.ts"
import { shareBar } from "../../../components/charts/line.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { transactionsPath } from "../shared/path.ts"
import { MONEY_WORDS } from "../shared/words.ts"
import { OVERVIEW_WORDS } from "./words.ts"

const MONTHS = 13
/** The last period is all months of the table. */
const PERIODS = [30, 90, MONTHS] as const
const TONES = { platform: "accent", acquirer: "waiting" } as const

/** What is to come on each day of a period, as a chart, and in each month. Both days are included. */
export function calendar(request: DashboardRequest, currency: string, pots: readonly Net[]): Html {
  const words = request.words(OVERVIEW_WORDS)
  if (pots.every(({ days }) => days.length === 0)) return titledCard(words.calendar, emptyList(words.nothing))
  const months = monthsFrom(dayOf(request.now) + 1)
  const chosen = PERIODS.find((each) => String(each) === request.queryParameter("days")) ?? 30
  const from = dayOf(request.now) + 1
  const to = chosen === MONTHS ? must(months.at(-1), "a month").to : from + chosen - 1
  return html`<section class="card"><h2>${words.calendar}</h2><p class="hint">${words.calendarText}</p>${periodTabs(request, chosen)}${chartOf(request, currency, pots, { from, to })}</section>
<section class="card"><h2>${words.months}</h2>${monthTable(request, currency, pots, months)}</section>`
}

type Span = { from: number; to: number }

function periodTabs(request: DashboardRequest, chosen: number): Html {
  const words = request.words(OVERVIEW_WORDS)
  const link = (period: number) => ({
    href: `${request.ctx.path}?${new URLSearchParams({ ...(request.ctx.query as Record<string, string>), days: String(period) })}`,
    text: period === MONTHS ? words.year : words.days(period),
    current: period === chosen,
  })
  return tabs(words.period, PERIODS.map(link))
}

function chartOf(request: DashboardRequest, currency: string, pots: readonly Net[], { from, to }: Span): Html {
  const words = request.words(OVERVIEW_WORDS)
  const days = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const valuesOf = (net: Net) => {
    const amounts = new Map(net.days.map(({ date, amount }) => [date, amount]))
    return days.map((day) => amounts.get(dateOf(day)) ?? null)
  }
  const series = pots.map((net) => ({
    name: request.words(MONEY_WORDS).funds[net.funds],
    tone: TONES[net.funds],
    values: valuesOf(net),
  }))
  const isEmpty = series.every(({ values }) => values.every((value) => value === null))
  const sum = series.flatMap(({ values }) => values).reduce<number>((all, value) => all + (value ?? 0), 0)
  const chart = columnChart({
    id: "receivables",
    isFull: true,
    title: words.calendar,
    description: words.calendarText,
    days: days.map((day, i) => ({
      ...labelOf(request, day),
      href: series.some(({ values }) => values[i] !== null) && ofDays(request, currency, { from: day, to: day }),
    })),
    series,
    format: (cents) => request.money(cents, currency),
    axis: (cents) => compactMoney(cents, currency, LOCALES[request.language]),
    table: dayTable(request, currency, pots, { from, to }),
    words: { day: words.day, numbers: words.numbers },
  })
  const legend = pots.map(
    ({ funds }) => html`<span class="key ${TONES[funds]}">${request.words(MONEY_WORDS).funds[funds]}</span>`,
  )
  if (isEmpty) return html`<p class="hint">${words.nothingInPeriod}</p>`
  return html`<p class="period-sum">${words.inPeriod(request.money(sum, currency))}</p>${pots.length > 1 && html`<p class="legend">${legend}</p>`}${chart}`
}

/** The days that have money, the next one first. */
function dayTable(request: DashboardRequest, currency: string, pots: readonly Net[], { from, to }: Span): Html {
  const dates = new Set(pots.flatMap(({ days }) => days.map(({ date }) => must(dayOfDate(date), "a day"))))
  const spans = [...dates].filter((day) => day >= from && day <= to).sort((a, b) => a - b)
  return spanTable(
    request,
    { currency, pots, caption: request.words(OVERVIEW_WORDS).calendar, column: request.words(OVERVIEW_WORDS).day },
    spans.map((day) => ({ name: labelOf(request, day).long, from: day, to: day })),
  )
}

function monthTable(request: DashboardRequest, currency: string, pots: readonly Net[], months: readonly Span[]): Html {
  const words = request.words(OVERVIEW_WORDS)
  const name = ({ to }: Span) => written(request, to, { month: "long", year: "numeric" })
  const end = must(months.at(-1), "a month").to
  const isLater = pots.some(({ days }) => days.some(({ date }) => date > dateOf(end)))
  const spans = months.map((span) => ({ ...span, name: name(span) }))
  const later = { name: words.later, from: end + 1, to: undefined }
  return spanTable(request, { currency, pots, caption: words.months, column: words.month }, isLater ? [...spans, later] : spans)
}

type Listed = { currency: string; pots: readonly Net[]; caption: string; column: string }
type NamedSpan = { name: string; from: number; to: number | undefined }

/** Each number leads to its transactions. */
function spanTable(request: DashboardRequest, { currency, pots, caption, column }: Listed, spans: readonly NamedSpan[]): Html {
  const words = request.words(OVERVIEW_WORDS)
  const sumOf = (net: Net, { from, to }: NamedSpan) =>
    net.days
      .filter(({ date }) => date >= dateOf(from) && (to === undefined || date <= dateOf(to)))
      .reduce((sum, { amount }) => sum + amount, 0)
  const totalOf = (span: NamedSpan) => pots.reduce((sum, net) => sum + sumOf(net, span), 0)
  const highest = Math.max(1, ...spans.map(totalOf))
  const link = (amount: number, span: NamedSpan, net?: Net) =>
    amount === 0 ? "–" : html`<a href="${ofDays(request, currency, span, net)}">${request.money(amount, currency)}</a>`
  const apart = pots.length > 1 ? pots : []
  return table({
    isCompact: apart.length === 0,
    caption,
    columns: [
      { name: column, class: "span" },
      ...apart.map(({ funds }) => ({ name: request.words(MONEY_WORDS).fundsShort[funds], class: "amount" })),
      { name: words.total, class: "amount" },
      { name: "", class: "bars" },
    ],
    rows: spans.map((span) => [
      span.name,
      ...apart.map((net) => link(sumOf(net, span), span, net)),
      link(totalOf(span), span),
      shareBar(totalOf(span) / highest),
    ]),
  })
}

type Between = { from: number; to: number | undefined }

function ofDays(request: DashboardRequest, currency: string, { from, to }: Between, net?: Net): string {
  return transactionsPath(request, { currency, by: "available_on", from, to, ...(net && { funds: net.funds }) })
}

/** The rest of this month, and the months after it. */
function monthsFrom(day: number): Span[] {
  const date = new Date(day * 86_400_000)
  const first = (after: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after, 1) / 86_400_000
  return Array.from({ length: MONTHS }, (_, i) => ({ from: Math.max(day, first(i)), to: first(i + 1) - 1 }))
}

function labelOf(request: DashboardRequest, day: number): { short: string; long: string } {
  return {
    short: written(request, day, { day: "numeric", month: "short" }),
    long: written(request, day, { weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  }
}

/** A day is counted in Brasília's zone, so it must not be shifted again. */
function written(request: DashboardRequest, day: number, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(LOCALES[request.language], { ...options, timeZone: "UTC" }).format(day * 86_400_000)
}
