// Charts by day, rendered by the server. Each is a figure with a picture, and a table of its numbers for those who cannot see the picture.
import { type ScaleLinear, scaleLinear } from "d3-scale"
import { type Html, html } from "../../../shared/html.ts"
import { table } from "../../lists/table.ts"

/** One value for each day. Null if a day has none. */
export type Series = { name: string; tone: "accent" | "bad" | "waiting"; values: readonly (number | null)[] }

export type Chart = {
  /** Unique among the charts of the page. */
  id: string
  title: string
  /** A sentence that describes the picture, for those who cannot see it. */
  description: string
  /** The labels of the days: `short` below the picture, `long` in the table. `href` leads to what the day's value consists of. */
  days: readonly { short: string; long: string; href?: string | false }[]
  series: readonly Series[]
  /** Formats a value for the table and the tooltip. */
  format(value: number): string
  /** Formats a value for the axis, in few characters. */
  axis(value: number): string
  /** The maximum of the axis. If omitted, the largest value of all days. */
  max?: number
  /** Whether it fills the page. Its letters are then as large as the others. */
  isFull?: boolean
  /** A table in place of that of all days. If days have links, it has them too. */
  table?: Html
  words: { day: string; numbers: string }
}

/** In units of the picture, which scales to the width of its card. */
export const WIDTH = 640
export const HEIGHT = 210
const TOP = 18
const BASE = 172
const TICKS = 3
/** The share of the highest value from which on one below zero has its place. */
const LEAST_BELOW = 0.02

/** Maps values to heights. Values below zero are drawn below the line of zero. */
export function heightsOf({ series, max }: Chart): ScaleLinear<number, number> {
  const sums = (series[0]?.values ?? []).map((_, i) => series.map(({ values }) => values[i] ?? 0))
  const above = sums.map((values) => values.reduce((sum, value) => sum + Math.max(0, value), 0))
  const below = sums.map((values) => values.reduce((sum, value) => sum + Math.min(0, value), 0))
  const [top, lowest] = [max ?? Math.max(...above, 0), Math.min(...below, 0)]
  // What is hardly to be seen below zero must not take a part of the picture.
  const bottom = 0 - lowest > top * LEAST_BELOW ? lowest : 0
  const scale = scaleLinear([bottom, top || (bottom === 0 ? 1 : 0)], [BASE, TOP])
  return max === undefined ? scale.nice(TICKS) : scale
}

/**
 * Wraps a drawing into a figure. A picture with links is hidden from those who cannot see it, because they have the same links in the table,
 * and a picture may not contain links.
 */
export function figure(chart: Chart, y: ScaleLinear<number, number>, drawn: Html): Html {
  const { id, title, description, words, days, isFull } = chart
  const hasLinks = days.some(({ href }) => href)
  const named = html`role="img" aria-labelledby="${id}-title ${id}-text"`
  return html`<figure class="chart ${isFull && "full"}"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" ${hasLinks ? html`aria-hidden="true"` : named}>
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${grid(y)}${drawn}${valueLabels(chart, y)}${dayLabels(chart)}</svg>
<details><summary>${words.numbers}</summary>${chart.table ?? numbersOf(chart)}</details></figure>`
}

/** Returns the tooltip of a day. It is also the picture's title, for browsers without the script. */
export function tipOf({ days, series, format }: Chart, i: number): string {
  const several = series.length > 1
  const values = series.map(({ name, values }) => {
    const value = values[i]
    const text = value === null || value === undefined ? "–" : format(value)
    return several ? `${name}: ${text}` : text
  })
  return `${days[i]?.long ?? ""}: ${values.join(", ")}`
}

function grid(y: ScaleLinear<number, number>): Html {
  const line = (value: number) =>
    html`<line class="${value === 0 ? "base" : "grid"}" x1="0" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}"/>`
  return html`${y.ticks(TICKS).map(line)}`
}

/** The labels are above the columns, so the columns do not hide them. */
function valueLabels({ axis }: Chart, y: ScaleLinear<number, number>): Html {
  const values = y.ticks(TICKS).filter((value) => value !== 0)
  return html`${values.map((value) => html`<text class="tick" x="0" y="${y(value) - 5}">${axis(value)}</text>`)}`
}

/** Only the first, a middle and the last day have labels, so they fit on a phone. */
function dayLabels({ days }: Chart): Html {
  const y = HEIGHT - 8
  const last = days.length - 1
  return html`<text class="tick" x="0" y="${y}">${days[0]?.short}</text>
<text class="tick middle" x="${WIDTH / 2}" y="${y}">${days[Math.round(last / 2)]?.short}</text>
<text class="tick end" x="${WIDTH}" y="${y}">${days[last]?.short}</text>`
}

function numbersOf({ title, days, series, format, words }: Chart): Html {
  const rows = days.map(({ long }, i) => [
    long,
    ...series.map(({ values }) => (values[i] === null || values[i] === undefined ? "–" : format(values[i]))),
  ])
  return table({
    isCompact: true,
    caption: title,
    columns: [words.day, ...series.map(({ name }) => ({ name, class: "amount" }))],
    rows: rows.reverse(),
  })
}
