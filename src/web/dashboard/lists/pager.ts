import type { CursorRequest } from "../../../db/page.ts"
import { type Html, html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

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
