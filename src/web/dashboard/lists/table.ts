import { type Html, html } from "../../shared/html.ts"
import type { Cell } from "../components/basics.ts"

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
