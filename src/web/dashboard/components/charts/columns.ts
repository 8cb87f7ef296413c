import { scaleBand } from "d3-scale"
import { type Html, html } from "../../../shared/html.ts"
import { type Chart, figure, HEIGHT, heightsOf, tipOf, WIDTH } from "./chart.ts"

const ROUND = 2
/** So that a day of a long period can be seen. */
const NARROWEST = 2

/** Draws a column for each day. The values of several series are stacked. */
export function columnChart(chart: Chart): Html {
  const { days, series } = chart
  const y = heightsOf(chart)
  const x = scaleBand(days.keys(), [0, WIDTH]).paddingInner(days.length > 40 ? 0.2 : 0.3)
  const startOf = (i: number) => x(i) ?? 0
  const width = Math.max(NARROWEST, Math.min(x.bandwidth(), 26))
  const columnsOf = (i: number) => {
    let [above, below] = [0, 0]
    return series.map(({ values, tone }) => {
      const value = values[i] ?? 0
      const from = value > 0 ? above : below
      if (value > 0) above += value
      else below += value
      const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))]
      const left = startOf(i) + (x.bandwidth() - width) / 2
      return bottom > top && bar({ left, top, width, height: bottom - top, tone })
    })
  }
  const drawn = [...days.keys()].map((i) => {
    const day = html`<g class="day" data-tip="${tipOf(chart, i)}"><title>${tipOf(chart, i)}</title>
<rect class="hit" x="${round(startOf(i))}" y="0" width="${round(x.step())}" height="${HEIGHT - 38}"/>${columnsOf(i)}</g>`
    const href = days[i]?.href
    return href ? html`<a href="${href}" tabindex="-1">${day}</a>` : day
  })
  return figure(chart, y, html`${drawn}`)
}

type Bar = { left: number; top: number; width: number; height: number; tone: string }

function bar({ left, top, width, height, tone }: Bar): Html {
  const radius = Math.min(ROUND, width / 3)
  return html`<rect class="bar ${tone}" x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"/>`
}

const round = (value: number): number => Math.round(value * 10) / 10
