import type { CursorRequest } from "../../../db/page.ts"
import { type Html, html } from "../../html.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import type { Words } from "../request/language.ts"

export type Tone = "good" | "bad" | "waiting" | "calm"

type Cell = Html | string | number | null | undefined | false

/** A colored label of a state. */
export const badge = (tone: Tone, text: string): Html => html`<span class="badge ${tone}">${text}</span>`

/** An id, which a click selects as a whole. */
export const idText = (id: string): Html => html`<span class="id">${id}</span>`

/** A list of facts with their names. Facts without a value are left out. */
export function facts(entries: readonly (readonly [name: string, value: Cell])[]): Html {
  const known = entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
  return html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

type Table = {
  /** The content of the table, for those who cannot see the heading above it. */
  caption: string
  columns: readonly (string | { name: string; class: string })[]
  rows: readonly (readonly Cell[])[]
  /** Whether it stays a table on a phone, because it has a few short numbers. */
  isCompact?: boolean
}

const UNNAMED = { name: "", class: "" }

/** A table. On a phone each row is a card, and each cell shows the name of its column. */
export function table({ caption, columns, rows, isCompact = false }: Table): Html {
  const named = columns.map((column) => (typeof column === "string" ? { name: column, class: "" } : column))
  const cell = (value: Cell, { name, class: kind }: (typeof named)[number]) =>
    html`<td class="${kind}" data-name="${name}">${value}</td>`
  return html`<div class="scroll ${isCompact && "compact"}" role="region" aria-label="${caption}" tabindex="0"><table><caption class="unseen">${caption}</caption>
<thead><tr>${named.map(heading)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((value, i) => cell(value, named[i] ?? UNNAMED))}</tr>`)}</tbody>
</table></div>`
}

/** A column of links and buttons has no name. */
const heading = (column: { name: string; class: string }): Html =>
  column.name ? html`<th scope="col" class="${column.class}">${column.name}</th>` : html`<td></td>`

/** The placeholder of an empty list. It says what to do. */
export const emptyList = (text: string | Html): Html => html`<p class="empty">${text}</p>`

/** A card with its own heading. */
export const titledCard = (title: string, body: Html): Html => html`<section class="card"><h2>${title}</h2>${body}</section>`

/** A link to an action or to a page that creates an object. */
export const buttonLink = (href: string, text: string, tone = ""): Html =>
  html`<a class="button ${tone}" href="${href}">${text}</a>`

/** Links of which one is current, such as filters. */
export function tabs(label: string, links: readonly { href: string; text: string; current: boolean }[]): Html {
  return html`<nav class="tabs" aria-label="${label}">${links.map(
    ({ href, text, current }) => html`<a href="${href}" ${current && html`aria-current="true"`}>${text}</a>`,
  )}</nav>`
}

/** The number of items on a page of a list. */
export const PER_PAGE = 25

/** Reads the page of a list from the query: `before` or `after` is the id of an item. */
export function pageRequest(request: DashboardRequest): CursorRequest {
  const [before, after] = [request.queryParameter("before"), request.queryParameter("after")]
  return { limit: PER_PAGE, ...(before ? { starting_after: before } : after ? { ending_before: after } : {}) }
}

/** Links to the previous and next page of a list. They keep the rest of the query. The newest items come first. */
export function pager(
  request: DashboardRequest,
  { rows, has_more }: { rows: readonly { id: string }[]; has_more: boolean },
): Html | false | undefined {
  const { before, after, ...filters } = request.ctx.query as Record<string, string>
  const to = (cursor: Record<string, string>) => `${request.ctx.path}?${new URLSearchParams({ ...filters, ...cursor })}`
  const words = request.words(WORDS)
  const [first, last] = [rows[0], rows.at(-1)]
  const isFirst = !before && !after
  const newer =
    !isFirst && first && (after ? has_more : true) && html`<a rel="prev" href="${to({ after: first.id })}">${words.newer}</a>`
  const older = last && (after ? true : has_more) && html`<a rel="next" href="${to({ before: last.id })}">${words.older}</a>`
  return (newer || older) && html`<nav class="pages" aria-label="${words.pages}">${newer} ${older}</nav>`
}

const en = { newer: "Newer", older: "Older", pages: "Pages" }
const pt: typeof en = { newer: "Mais recentes", older: "Mais antigos", pages: "Páginas" }
const WORDS: Words<typeof en> = { en, pt }
