import { typesOf } from "../../../../events/list/events.ts"
import { listDeliveries } from "../../../../events/webhooks/deliveries.ts"
import { mustFindEndpoint, pageOfEndpoints, versionOf } from "../../../../events/webhooks/endpoints.ts"
import {
  briefHealthsOf,
  type Health,
  healthOf,
  MAX_COUNTED,
  MAX_COUNTED_IN_LIST,
  type Share,
} from "../../../../events/webhooks/health.ts"
import { DELIVERY_STATUSES, type DeliveryRow, type EndpointRow } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, idText, type Tone } from "../../components/basics.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { deliveryTable, statusTabs, webhookTabs } from "./delivery-table.ts"
import { WORDS } from "./words.ts"

/** The number of deliveries from which the health of an endpoint is computed, in the list and on its page. */
const HEALTH_SAMPLE = { list: 200, page: 2000 }

/** The list of endpoints, and the page of an endpoint with its deliveries. */
export function endpointPages(routes: PageRoutes): void {
  routes.page("/webhooks", async (request) => {
    const words = request.words(WORDS)
    const page = await pageOfEndpoints(request.mode.database, request.account, pageRequest(request))
    const create =
      request.may("owner") && html`<p class="actions">${buttonLink(request.pathTo("/webhooks/new"), words.newEndpoint)}</p>`
    const list = page.rows.length === 0 ? emptyList(words.noEndpoint) : await endpointTable(request, page.rows)
    return { title: words.webhooks, body: html`${webhookTabs(request, "endpoints")}${create}${list}${pager(request, page)}` }
  })

  routes.page("/webhooks/:endpoint", async (request) => {
    const row = await mustFindEndpoint(request.mode.database, { account: request.account }, request.pathParameter("endpoint"))
    const { mode, account } = request
    const looked = { account, target: row.id, nowMs: mode.clock.now(), limit: HEALTH_SAMPLE.page }
    const [health, deliveries] = await Promise.all([healthOf(mode.database, looked), deliveriesTo(request, row.id)])
    return { title: new URL(row.url).host, body: html`${actions(request, row)}${summary(request, row, health)}${deliveries}` }
  })
}

async function endpointTable(request: DashboardRequest, rows: EndpointRow[]): Promise<Html> {
  const words = request.words(WORDS)
  const { database, clock } = request.mode
  const targets = rows.map(({ id }) => id)
  const looked = { account: request.account, targets, nowMs: clock.now(), limit: HEALTH_SAMPLE.list }
  const healths = await briefHealthsOf(database, looked)
  const healthOfRow = ({ id }: EndpointRow) => {
    const health = healths.get(id)
    if (!health) throw new Error(`The health of the endpoint ${id} was not read.`)
    return health
  }
  const number = (count: number) => counted(request, count, MAX_COUNTED_IN_LIST)
  return table({
    caption: words.endpoints,
    columns: [
      words.endpoint,
      words.receives,
      words.delivered24,
      { name: words.waiting, class: "amount" },
      { name: words.deadLetters, class: "amount" },
      words.lastSuccess,
    ],
    rows: rows.map((row) => {
      const { day, waiting, deadLetters, lastSuccess } = healthOfRow(row)
      return [
        html`<a href="${request.pathTo(`/webhooks/${row.id}`)}">${row.url}</a>${row.description && html` <span class="hint">${row.description}</span>`}`,
        eventsOf(request, row),
        shareBadge(request, day),
        number(waiting),
        deadLetters > 0
          ? html`<a href="${request.pathTo(`/webhooks/${row.id}?status=dead_letter`)}">${badge("bad", number(deadLetters))}</a>`
          : number(0),
        lastSuccess !== null && request.dateTime(lastSuccess),
      ]
    }),
  })
}

function eventsOf(request: DashboardRequest, { enabled_events }: EndpointRow): string {
  return enabled_events.includes("*") ? request.words(WORDS).allEvents : enabled_events.join(", ")
}

const counted = (request: DashboardRequest, count: number, most = MAX_COUNTED) =>
  `${request.number(count)}${count === most ? "+" : ""}`

/** The share is rounded down, so 100 % means that all were delivered. */
function shareBadge(request: DashboardRequest, { tried, delivered, isAll }: Share): Html | string {
  const words = request.words(WORDS)
  if (tried === 0) return words.nothingTried
  const share = delivered / tried
  const tone: Tone = share >= 0.99 ? "good" : share >= 0.9 ? "waiting" : "bad"
  const percent = badge(tone, request.percent(Math.floor(share * 1000) / 1000))
  const text = (isAll ? words.ofAll : words.ofNewest)(request.number(tried))
  return html`${percent} <span class="hint">${text}</span>`
}

function actions(request: DashboardRequest, { id }: EndpointRow): Html | false {
  const words = request.words(WORDS)
  const link = (path: string, text: string, tone = "quiet") => buttonLink(request.pathTo(`/webhooks/${id}/${path}`), text, tone)
  if (!request.may("operator")) return false
  return html`<p class="actions">${request.location.mode === "test" && link("test", words.test, "")} ${link("replay", words.replayMany)}
${request.may("owner") && html`${link("edit", words.edit)} ${link("rotate", words.rotate)} ${link("delete", words.remove)}`}</p>`
}

function summary(request: DashboardRequest, row: EndpointRow, health: Health): Html {
  const words = request.words(WORDS)
  return facts([
    [words.url, row.url],
    [words.description, row.description],
    [words.receives, eventsOf(request, row)],
    [words.version, versionOf(row)],
    [words.delivered24, shareBadge(request, health.day)],
    [words.delivered7, shareBadge(request, health.week)],
    [words.lastSuccess, health.lastSuccess !== null && request.dateTime(health.lastSuccess)],
    [words.lastFailure, health.lastFailure !== null && request.dateTime(health.lastFailure)],
    [words.waiting, counted(request, health.waiting)],
    [words.deadLetters, deadLetters(request, row, health)],
    [words.created, request.dateTime(row.created)],
    [words.id, idText(row.id)],
  ])
}

function deadLetters(request: DashboardRequest, { id }: EndpointRow, health: Health): Html | string {
  if (health.deadLetters === 0) return counted(request, 0)
  const path = request.pathTo(`/webhooks/${id}/replay/confirm?status=dead_letter`)
  return html`${badge("bad", counted(request, health.deadLetters))} ${request.may("operator") && html`<a href="${path}">${request.words(WORDS).replayDead}</a>`}`
}

async function deliveriesTo(request: DashboardRequest, endpoint: string): Promise<Html> {
  const words = request.words(WORDS)
  const status = request.queryChoice("status", DELIVERY_STATUSES)
  const page = await listDeliveries(request.mode.database, { account: request.account }, endpoint, pageRequest(request), status)
  const types = await typesOf(
    request.mode.database,
    request.account,
    page.rows.map(({ message }) => message),
  )
  const nameOf = ({ message }: DeliveryRow) => types.get(message) ?? message
  const list =
    page.rows.length === 0
      ? emptyList(status ? words.noneWithStatus : words.noDeliveries)
      : deliveryTable(request, page.rows, { name: words.event, of: nameOf })
  return html`<h2 class="part">${words.deliveries}</h2>${statusTabs(request, request.pathTo(`/webhooks/${endpoint}`), status)}${list}${pager(request, page)}`
}
