import { dateFormat, numberFormat } from "../../../base/formats.ts"
import { compactMoney } from "../../../payments/currency.ts"
import { approvalRate, type DaySummary, type Summary } from "../../../payments/totals/summary.ts"
import { type Html, html } from "../../html.ts"
import type { Chart } from "../charts/chart.ts"
import { columnChart } from "../charts/columns.ts"
import { lineChart } from "../charts/line.ts"
import type { At } from "../shell/at.ts"
import { LOCALES } from "../shell/language.ts"
import { WORDS } from "./words.ts"

/** Days, both inclusive (src/base/day.ts). */
export type Span = { days: number; from: number; to: number }

type Figures = { span: Span; currency: string; now: Summary; earlier: Summary }

/** The charts by day. Each is under its total. */
export function chartsOf(at: At, figures: Figures): Html {
  return html`<div class="tiles">${volume(at, figures)}${payments(at, figures)}${approval(at, figures)}${moneyBack(at, figures)}</div>`
}

function volume(at: At, { span, currency, now, earlier }: Figures): Html {
  const words = at.words(WORDS)
  const chart = columnChart({
    ...chartOf(at, now, "volume", words.volume, words.volumeText),
    series: [{ name: words.volume, tone: "accent", values: now.days.map((day) => day.volume) }],
    ...inMoney(at, currency),
  })
  const before = words.before(at.money(earlier.volume, currency), span.days)
  return tile(words.volume, at.money(now.volume, currency), before, chart)
}

function payments(at: At, { span, now, earlier }: Figures): Html {
  const words = at.words(WORDS)
  const chart = columnChart({
    ...chartOf(at, now, "payments", words.payments, words.paymentsText),
    series: [{ name: words.payments, tone: "accent", values: now.days.map((day) => day.succeeded) }],
    format: (value) => at.number(value),
    axis: (value) => (Number.isInteger(value) ? compact(at, value) : ""),
  })
  return tile(words.payments, at.number(now.succeeded), words.before(at.number(earlier.succeeded), span.days), chart)
}

function approval(at: At, { span, now, earlier }: Figures): Html {
  const words = at.words(WORDS)
  const rate = (one: Parameters<typeof approvalRate>[0]) => {
    const share = approvalRate(one)
    return share === undefined ? words.none : at.percent(share)
  }
  const chart = lineChart({
    ...chartOf(at, now, "approval", words.approval, words.approvalText),
    series: [{ name: words.approval, tone: "accent", values: now.days.map((day) => approvalRate(day) ?? null) }],
    format: (value) => at.percent(value),
    axis: (value) => at.percent(value),
    max: 1,
  })
  return tile(words.approval, rate(now), words.before(rate(earlier), span.days), chart)
}

function moneyBack(at: At, { span, currency, now, earlier }: Figures): Html {
  const words = at.words(WORDS)
  const back = (one: Pick<DaySummary, "refunded" | "disputed">) => at.money(one.refunded + one.disputed, currency)
  const valuesOf = (name: "refunded" | "disputed") => now.days.map((day) => day[name])
  const chart =
    now.refunded + now.disputed === 0
      ? html`<p class="hint">${words.noRefunds}</p>`
      : columnChart({
          ...chartOf(at, now, "back", words.refundsAndDisputes, words.refundsText),
          series: [
            { name: words.refunded, tone: "waiting", values: valuesOf("refunded") },
            { name: words.disputed, tone: "bad", values: valuesOf("disputed") },
          ],
          ...inMoney(at, currency),
        })
  const legend = html`<p class="legend"><span class="key waiting">${words.refunded} (${at.number(now.refunds)})</span>
<span class="key bad">${words.disputed} (${at.number(now.disputes)})</span></p>`
  const all = html`<p class="more"><a href="${at.path("/payments/refunds")}">${words.allRefunds}</a></p>`
  return tile(words.refundsAndDisputes, back(now), words.before(back(earlier), span.days), html`${legend}${chart}${all}`)
}

function tile(title: string, value: string, before: string, body: Html): Html {
  return html`<section class="card tile"><h2>${title}</h2><p class="figure">${value}</p><p class="hint">${before}</p>${body}</section>`
}

function chartOf(
  at: At,
  { days }: Summary,
  id: string,
  title: string,
  description: string,
): Omit<Chart, "series" | "format" | "axis"> {
  const words = at.words(WORDS)
  return {
    id,
    title,
    description,
    days: days.map(({ day }) => labelOf(at, day)),
    words: { day: words.day, numbers: words.numbers },
  }
}

function inMoney(at: At, currency: string): Pick<Chart, "format" | "axis"> {
  return {
    format: (cents) => at.money(cents, currency),
    axis: (cents) => compactMoney(cents, currency, LOCALES[at.language]),
  }
}

/** Formats a number in few characters, such as 12 mil. */
function compact(at: At, value: number): string {
  return numberFormat(LOCALES[at.language], { notation: "compact", maximumFractionDigits: 1 }).format(value)
}

/** A day is a number of days since 1970 in the account's own zone, so it must not be shifted again. */
function labelOf(at: At, day: number): { short: string; long: string } {
  const date = new Date(day * 86_400_000)
  const written = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(LOCALES[at.language], { ...options, timeZone: "UTC" }).format(date)
  return {
    short: written({ day: "numeric", month: "short" }),
    long: written({ weekday: "short", day: "numeric", month: "short" }),
  }
}
