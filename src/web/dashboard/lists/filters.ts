import { dayOfDate, startOfDay } from "../../../base/day.ts"
import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import { textField } from "../forms/fields.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

/** A form that filters the list of this page. It keeps the parameters in `kept`, and starts again with the newest items. */
export function filterForm(request: DashboardRequest, fields: Html, kept: Record<string, string> = {}): Html {
  const hidden = Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<form class="filters" method="get" action="${request.ctx.path}">${hidden}${fields}<button class="quiet">${request.words(WORDS).filter}</button></form>`
}

/** A date field with the day from the query. */
export function dateField(request: DashboardRequest, name: string, label: string): Html {
  return textField(request, {
    name,
    label,
    type: "date",
    value: isDay(request.queryParameter(name)) ? request.queryParameter(name) : "",
  })
}

/** Returns the days `from` and `to` of the query, both inclusive, as Unix seconds (src/base/day.ts). Invalid days are ignored. */
export function datesInQuery(request: DashboardRequest): { created_gte?: number; created_lt?: number } {
  const [from, to] = ["from", "to"].map((name) => dayOfDate(request.validQueryParameter(name, isDay) ?? ""))
  return {
    ...(from !== undefined && { created_gte: startOfDay(from) }),
    ...(to !== undefined && { created_lt: startOfDay(to + 1) }),
  }
}

/** Returns whether a text is a day, such as `2026-11-24`. */
export const isDay = (text: string): boolean => dayOfDate(text) !== undefined

const en = { filter: "Filter" }
const pt: typeof en = { filter: "Filtrar" }
const WORDS: Words<typeof en> = { en, pt }
