import { scaleBand } from "d3-scale"
import { type Html, html } from "../../../shared/html.ts"
import { type Chart, figure, HEIGHT, heightsOf, tipOf, WIDTH } from "./chart.ts"

const ROUND = 2

/** Draws a column for each day. The values of several series are stacked. */
export function columnChart(chart: Chart): Html {
  const { days, series } = chart
  const y = heightsOf(chart)
  const x = scaleBand(days.keys(), [0, WIDTH]).paddingInner(days.length > 40 ? 0.2 : 0.3)
  const startOf = (i: number) => x(i) ?? 0
  const width = Math.min(x.bandwidth(), 26)
  const columnsOf = (i: number) => {
    let below = 0
    return series.map(({ values, tone }) => {
      const from = below
      below += Math.max(0, values[i] ?? 0)
      const height = y(from) - y(below)
      const left = startOf(i) + (x.bandwidth() - width) / 2
      return height > 0 && bar({ left, top: y(below), width, height, tone })
    })
  }
  const drawn = [...days.keys()].map(
    (i) => html`<g class="day" data-tip="${tipOf(chart, i)}"><title>${tipOf(chart, i)}</title>
<rect class="hit" x="${round(startOf(i))}" y="0" width="${round(x.step())}" height="${HEIGHT - 38}"/>${columnsOf(i)}</g>`,
  )
  return figure(chart, y, html`${drawn}`)
}

type Bar = { left: number; top: number; width: number; height: number; tone: string }

function bar({ left, top, width, height, tone }: Bar): Html {
  const radius = Math.min(ROUND, width / 3)
  return html`<rect class="bar ${tone}" x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}"/>`
}

const round = (value: number): number => Math.round(value * 10) / 10
