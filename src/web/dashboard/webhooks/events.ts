import { type EventRow, mustFindEvent } from "../../../events/events.ts"
import { listEvents } from "../../../events/list.ts"
import { EVENT_TYPES, type EventType } from "../../../events/types.ts"
import { deliveriesOfMessage } from "../../../events/webhooks/deliveries.ts"
import { findMessageBody } from "../../../events/webhooks/purchases.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { codeBlock, prettyJson } from "../shell/code.ts"
import { dateField, datesOf, filterForm } from "../shell/filters.ts"
import type { Page } from "../shell/layout.ts"
import { idLink } from "../shell/links.ts"
import { empty, facts, idText, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { deliveryTable, partsOf } from "./pieces.ts"
import { WORDS } from "./words.ts"

/** An event goes to at most 100 endpoints. Some of its deliveries may be replays. */
const MAX_DELIVERIES = 200

/** The list of events, and the page of an event with its deliveries. */
export function eventPages(area: Area): void {
  area.page("/webhooks/events", async (at) => {
    const words = at.words(WORDS)
    const type = at.choice("type", EVENT_TYPES)
    const dates = datesOf(at)
    const page = await listEvents(await at.scope(), { ...pageRequest(at), ...dates, ...(type && { type }) })
    const isFiltered = type !== undefined || Object.keys(dates).length > 0
    const list = page.rows.length === 0 ? empty(isFiltered ? words.noEventsFit : words.noEvents) : eventTable(at, page.rows)
    return { title: words.events, body: html`${partsOf(at, "events")}${filters(at, type)}${list}${pager(at, page)}` }
  })

  area.page("/webhooks/events/:event", async (at) => {
    const id = at.param("event")
    return id.startsWith("msg_") ? messagePage(at, id) : eventPage(at, id)
  })
}

async function eventPage(at: At, id: string): Promise<Page> {
  const words = at.words(WORDS)
  const row = await mustFindEvent(at.mode.database, { account: at.account }, id)
  const known = facts([
    [words.type, row.type],
    [words.about, about(at, row)],
    [words.date, at.when(row.created)],
    [words.id, idText(row.id)],
  ])
  return { title: row.type, body: html`${known}${await sentTo(at, row, words.endpoint)}` }
}

/** The page of a message to integrations, which is not an event. */
async function messagePage(at: At, id: string): Promise<Page> {
  const words = at.words(WORDS)
  const body = await findMessageBody(at.mode.database, at.account, id)
  if (body === undefined) throw new NoSuchPage()
  return {
    title: words.message,
    body: html`${facts([[words.id, idText(id)]])}${await sentTo(at, { id, body }, words.integration)}`,
  }
}

/** Shows the deliveries and the body of an event or a message. */
async function sentTo(at: At, { id, body }: { id: string; body: string }, target: string): Promise<Html> {
  const words = at.words(WORDS)
  const deliveries = await deliveriesOfMessage(at.mode.database, at.account, id, MAX_DELIVERIES)
  const list =
    deliveries.length === 0 ? empty(words.noReceiver) : deliveryTable(at, deliveries, { name: target, of: (row) => row.target })
  return html`<h2 class="part">${words.deliveries}</h2>${list}<h2 class="part">${words.json}</h2>${codeBlock(words.json, prettyJson(body))}`
}

function filters(at: At, current: EventType | undefined): Html {
  const words = at.words(WORDS)
  const { before: _, after: __, type: ___, ...kept } = at.ctx.query as Record<string, string>
  const link = (type?: EventType) => ({
    href: `${at.ctx.path}?${new URLSearchParams({ ...kept, ...(type && { type }) })}`,
    text: type ?? words.allEvents,
    current: type === current,
  })
  return html`${tabs(words.type, [link(), ...EVENT_TYPES.map(link)])}${filterForm(
    at,
    html`${dateField(at, "from", words.from)}${dateField(at, "to", words.to)}`,
    current ? { type: current } : {},
  )}`
}

function eventTable(at: At, rows: readonly EventRow[]): Html {
  const words = at.words(WORDS)
  return table({
    caption: words.events,
    columns: [words.type, { name: words.about, class: "nowrap" }, words.id, words.date],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/webhooks/events/${row.id}`)}">${row.type}</a>`,
      about(at, row),
      idText(row.id),
      at.when(row.created),
    ]),
  })
}

/** Returns the subject of the event: a payment, or a dispute. */
function about(at: At, { body }: EventRow): Html | undefined {
  const { object } = (JSON.parse(body) as { data: { object: { id?: unknown } } }).data
  return typeof object.id === "string" ? idLink(at, object.id) : undefined
}
