import { type Html, html } from "../../html.ts"
import type { At } from "./at.ts"
import { textField } from "./form.ts"
import type { Words } from "./language.ts"

const DAY_SECONDS = 86_400

/** A form that narrows the list of this page. It keeps `kept`, and begins with the newest items again. */
export function filterForm(at: At, fields: Html, kept: Record<string, string> = {}): Html {
  const hidden = Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<form class="filters" method="get" action="${at.ctx.path}">${hidden}${fields}<button class="quiet">${at.words(WORDS).filter}</button></form>`
}

/** A field for a day, which shows the one that the query names. */
export function dateField(at: At, name: string, label: string): Html {
  return textField(at, { name, label, type: "date", value: dayOf(at, name) === undefined ? "" : at.query(name) })
}

/** The days `from` and `to` of the query, both inclusive and in UTC, as Unix seconds. */
export function datesOf(at: At): { created_gte?: number; created_lt?: number } {
  const [from, to] = [dayOf(at, "from"), dayOf(at, "to")]
  return { ...(from !== undefined && { created_gte: from }), ...(to !== undefined && { created_lt: to + DAY_SECONDS }) }
}

function dayOf(at: At, name: string): number | undefined {
  const text = at.query(name)
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms / 1000
}

const en = { filter: "Filter" }
const pt: typeof en = { filter: "Filtrar" }
const WORDS: Words<typeof en> = { en, pt }
