import { scalePoint } from "d3-scale"
import { area, line } from "d3-shape"
import { type Html, html } from "../../../shared/html.ts"
import { type Chart, figure, HEIGHT, heightsOf, tipOf, WIDTH } from "./chart.ts"

type Point = { i: number; value: number }

/** Draws straight lines between the days that have a value, so no point is above the highest value. Draws the first series only. */
export function lineChart(chart: Chart): Html {
  const { days, series } = chart
  const y = heightsOf(chart)
  const x = scalePoint(days.keys(), [6, WIDTH - 6])
  const step = WIDTH / Math.max(1, days.length)
  const [{ tone, values } = { tone: "accent", values: [] }] = series
  const points = values.flatMap((value, i) => (value === null ? [] : [{ i, value }]))
  const leftOf = (i: number) => x(i) ?? 0
  const left = (point: Point) => leftOf(point.i)
  const top = (point: Point) => y(point.value)
  const shape = area<Point>(left, y(0), top).digits(1)(points)
  const stroke = line<Point>(left, top).digits(1)(points)
  const spots = [...days.keys()].map((i) => {
    const value = values[i]
    const tip = tipOf(chart, i)
    return html`<g class="day" data-tip="${tip}"><title>${tip}</title>
<rect class="hit" x="${(i * step).toFixed(1)}" y="0" width="${step.toFixed(1)}" height="${HEIGHT - 38}"/>
${value !== null && value !== undefined && html`<circle class="spot ${tone} ${points.length < 3 && "seen"}" cx="${leftOf(i).toFixed(1)}" cy="${y(value).toFixed(1)}" r="4"/>`}</g>`
  })
  return figure(chart, y, html`<path class="area ${tone}" d="${shape}"/><path class="line ${tone}" d="${stroke}"/>${spots}`)
}

/** Draws a share from 0 to 1 as a bar. The number itself is beside it. */
export const shareBar = (share: number, tone: "accent" | "bad" = "accent"): Html =>
  html`<svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="100" height="6" rx="3"/><rect class="bar ${tone}" width="${(Math.max(0, Math.min(1, share)) * 100).toFixed(1)}" height="6" rx="3"/></svg>`
