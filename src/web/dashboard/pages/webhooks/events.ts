import { mustFindEvent } from "../../../../events/list/events.ts"
import { listEvents } from "../../../../events/list/pages.ts"
import type { EventRow } from "../../../../events/list/table.ts"
import { EVENT_TYPES, type EventType } from "../../../../events/list/types.ts"
import { deliveriesOfMessage } from "../../../../events/webhooks/deliveries.ts"
import { findMessageBody } from "../../../../events/webhooks/purchases.ts"
import { type Html, html } from "../../../shared/html.ts"
import { emptyList, facts, idText, tabs } from "../../components/basics.ts"
import { codeBlock } from "../../components/code-block.ts"
import { recordedJson } from "../../components/document.ts"
import { idLink } from "../../components/id-link.ts"
import type { Page } from "../../layout/account-page.ts"
import { dateField, datesInQuery, filterForm } from "../../lists/filters.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { deliveryTable, webhookTabs } from "./delivery-table.ts"
import { WORDS } from "./words.ts"

/** An event goes to at most 100 endpoints. Some of its deliveries may be replays. */
const MAX_DELIVERIES = 200

/** The list of events, and the page of an event with its deliveries. */
export function eventPages(routes: PageRoutes): void {
  routes.page("/webhooks/events", async (request) => {
    const words = request.words(WORDS)
    const type = request.queryChoice("type", EVENT_TYPES)
    const dates = datesInQuery(request)
    const page = await listEvents(await request.scope(), { ...pageRequest(request), ...dates, ...(type && { type }) })
    const isFiltered = type !== undefined || Object.keys(dates).length > 0
    const list =
      page.rows.length === 0 ? emptyList(isFiltered ? words.noEventsFit : words.noEvents) : eventTable(request, page.rows)
    return {
      title: words.events,
      body: html`${webhookTabs(request, "events")}${filters(request, type)}${list}${pager(request, page)}`,
    }
  })

  routes.page("/webhooks/events/:event", async (request) => {
    const id = request.pathParameter("event")
    return /^(msg|ord)_/.test(id) ? messagePage(request, id) : eventPage(request, id)
  })
}

async function eventPage(request: DashboardRequest, id: string): Promise<Page> {
  const words = request.words(WORDS)
  const row = await mustFindEvent(request.mode.database, { account: request.account }, id)
  const known = facts([
    [words.type, row.type],
    [words.about, about(request, row)],
    [words.date, request.dateTime(row.created)],
    [words.id, idText(row.id)],
  ])
  return { title: row.type, body: html`${known}${await deliveriesAndBody(request, row, words.endpoint)}` }
}

/** The page of a message to integrations, which is not an event. */
async function messagePage(request: DashboardRequest, id: string): Promise<Page> {
  const words = request.words(WORDS)
  const body = await findMessageBody(request.mode.database, request.account, id)
  if (body === undefined) throw new PageNotFound()
  return {
    title: words.message,
    body: html`${facts([[words.id, idText(id)]])}${await deliveriesAndBody(request, { id, body }, words.integration)}`,
  }
}

/** Shows the deliveries and the body of an event or a message. */
async function deliveriesAndBody(
  request: DashboardRequest,
  { id, body }: { id: string; body: string },
  target: string,
): Promise<Html> {
  const words = request.words(WORDS)
  const deliveries = await deliveriesOfMessage(request.mode.database, request.account, id, MAX_DELIVERIES)
  const list =
    deliveries.length === 0
      ? emptyList(words.noReceiver)
      : deliveryTable(request, deliveries, { name: target, of: (row) => row.target })
  return html`<h2 class="part">${words.deliveries}</h2>${list}<h2 class="part">${words.json}</h2>${codeBlock(words.json, recordedJson(request, body))}`
}

function filters(request: DashboardRequest, current: EventType | undefined): Html {
  const words = request.words(WORDS)
  const { before: _, after: __, type: ___, ...kept } = request.ctx.query as Record<string, string>
  const link = (type?: EventType) => ({
    href: `${request.ctx.path}?${new URLSearchParams({ ...kept, ...(type && { type }) })}`,
    text: type ?? words.allEvents,
    current: type === current,
  })
  return html`${tabs(words.type, [link(), ...EVENT_TYPES.map(link)])}${filterForm(
    request,
    html`${dateField(request, "from", words.from)}${dateField(request, "to", words.to)}`,
    current ? { type: current } : {},
  )}`
}

function eventTable(request: DashboardRequest, rows: readonly EventRow[]): Html {
  const words = request.words(WORDS)
  return table({
    caption: words.events,
    columns: [words.type, { name: words.about, class: "nowrap" }, words.id, words.date],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/webhooks/events/${row.id}`)}">${row.type}</a>`,
      about(request, row),
      idText(row.id),
      request.dateTime(row.created),
    ]),
  })
}

/** Returns the subject of the event: a payment, or a dispute. */
function about(request: DashboardRequest, { body }: EventRow): Html | undefined {
  const { object } = (JSON.parse(body) as { data: { object: { id?: unknown } } }).data
  return typeof object.id === "string" ? idLink(request, object.id) : undefined
}
