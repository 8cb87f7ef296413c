import { typesOf } from "../../../events/events.ts"
import { DELIVERY_STATUSES, type DeliveryRow, type DeliveryStatus, listDeliveries } from "../../../events/webhooks/deliveries.ts"
import { type EndpointRow, listEndpoints, mustFindEndpoint, presentEndpoint } from "../../../events/webhooks/endpoints.ts"
import {
  briefHealthsOf,
  type Health,
  healthOf,
  MAX_COUNTED,
  MAX_COUNTED_IN_LIST,
  type Share,
} from "../../../events/webhooks/health.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, facts, idText, pageRequest, pager, type Tone, table, tabs } from "../shell/pieces.ts"
import { deliveryTable, partsOf } from "./pieces.ts"
import { WORDS } from "./words.ts"

/** The number of deliveries from which the health of an endpoint is computed, in the list and on its page. */
const LOOKED_AT = { list: 200, page: 2000 }

/** The list of endpoints, and the page of an endpoint with its deliveries. */
export function endpointPages(area: Area): void {
  area.page("/webhooks", async (at) => {
    const words = at.words(WORDS)
    const page = await listEndpoints(at.mode.database, await at.scope(), pageRequest(at))
    const create = at.may("owner") && html`<p class="actions">${buttonLink(at.path("/webhooks/new"), words.newEndpoint)}</p>`
    const list = page.rows.length === 0 ? empty(words.noEndpoint) : await endpointTable(at, page.rows)
    return { title: words.webhooks, body: html`${partsOf(at, "endpoints")}${create}${list}${pager(at, page)}` }
  })

  area.page("/webhooks/:endpoint", async (at) => {
    const row = await mustFindEndpoint(at.mode.database, { account: at.account }, at.param("endpoint"))
    const { mode, account } = at
    const looked = { account, target: row.id, nowMs: mode.clock.now(), limit: LOOKED_AT.page }
    const [health, deliveries] = await Promise.all([healthOf(mode.database, looked), deliveriesTo(at, row.id)])
    return { title: new URL(row.url).host, body: html`${actions(at, row)}${summary(at, row, health)}${deliveries}` }
  })
}

async function endpointTable(at: At, rows: EndpointRow[]): Promise<Html> {
  const words = at.words(WORDS)
  const { database, clock } = at.mode
  const targets = rows.map(({ id }) => id)
  const looked = { account: at.account, targets, nowMs: clock.now(), limit: LOOKED_AT.list }
  const healths = await briefHealthsOf(database, looked)
  const number = (count: number) => counted(at, count, MAX_COUNTED_IN_LIST)
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
      const { day, waiting, deadLetters, lastSuccess } = healths.get(row.id)!
      return [
        html`<a href="${at.path(`/webhooks/${row.id}`)}">${row.url}</a>${row.description && html` <span class="hint">${row.description}</span>`}`,
        eventsOf(at, row),
        shareBadge(at, day),
        number(waiting),
        deadLetters > 0
          ? html`<a href="${at.path(`/webhooks/${row.id}?status=dead_letter`)}">${badge("bad", number(deadLetters))}</a>`
          : number(0),
        lastSuccess !== null && at.when(lastSuccess),
      ]
    }),
  })
}

function eventsOf(at: At, row: EndpointRow): string {
  const { enabled_events } = presentEndpoint(row, at.mode.livemode)
  return enabled_events.includes("*") ? at.words(WORDS).allEvents : enabled_events.join(", ")
}

const counted = (at: At, count: number, most = MAX_COUNTED) => `${at.number(count)}${count === most ? "+" : ""}`

/** The share is rounded down, so 100 % means that all were delivered. */
function shareBadge(at: At, { tried, delivered, isAll }: Share): Html | string {
  const words = at.words(WORDS)
  if (tried === 0) return words.nothingTried
  const share = delivered / tried
  const tone: Tone = share >= 0.99 ? "good" : share >= 0.9 ? "waiting" : "bad"
  const percent = badge(tone, at.percent(Math.floor(share * 1000) / 1000))
  const text = (isAll ? words.ofAll : words.ofNewest)(at.number(tried))
  return html`${percent} <span class="hint">${text}</span>`
}

function actions(at: At, { id }: EndpointRow): Html | false {
  const words = at.words(WORDS)
  const link = (path: string, text: string, tone = "quiet") => buttonLink(at.path(`/webhooks/${id}/${path}`), text, tone)
  if (!at.may("operator")) return false
  return html`<p class="actions">${at.place.mode === "test" && link("test", words.test, "")} ${link("replay", words.replayMany)}
${at.may("owner") && html`${link("edit", words.edit)} ${link("rotate", words.rotate)} ${link("delete", words.remove)}`}</p>`
}

function summary(at: At, row: EndpointRow, health: Health): Html {
  const words = at.words(WORDS)
  return facts([
    [words.url, row.url],
    [words.description, row.description],
    [words.receives, eventsOf(at, row)],
    [words.delivered24, shareBadge(at, health.day)],
    [words.delivered7, shareBadge(at, health.week)],
    [words.lastSuccess, health.lastSuccess !== null && at.when(health.lastSuccess)],
    [words.lastFailure, health.lastFailure !== null && at.when(health.lastFailure)],
    [words.waiting, counted(at, health.waiting)],
    [words.deadLetters, deadLetters(at, row, health)],
    [words.created, at.when(row.created)],
    [words.id, idText(row.id)],
  ])
}

function deadLetters(at: At, { id }: EndpointRow, health: Health): Html | string {
  if (health.deadLetters === 0) return counted(at, 0)
  const path = at.path(`/webhooks/${id}/replay/confirm?status=dead_letter`)
  return html`${badge("bad", counted(at, health.deadLetters))} ${at.may("operator") && html`<a href="${path}">${at.words(WORDS).replayDead}</a>`}`
}

async function deliveriesTo(at: At, endpoint: string): Promise<Html> {
  const words = at.words(WORDS)
  const status = at.choice("status", DELIVERY_STATUSES)
  const page = await listDeliveries(at.mode.database, { account: at.account }, endpoint, pageRequest(at), status)
  const types = await typesOf(
    at.mode.database,
    at.account,
    page.rows.map(({ message }) => message),
  )
  const nameOf = ({ message }: DeliveryRow) => types.get(message) ?? message
  const list =
    page.rows.length === 0
      ? empty(status ? words.noneWithStatus : words.noDeliveries)
      : deliveryTable(at, page.rows, { name: words.event, of: nameOf })
  return html`<h2 class="part">${words.deliveries}</h2>${filters(at, endpoint, status)}${list}${pager(at, page)}`
}

function filters(at: At, endpoint: string, current: DeliveryStatus | undefined): Html {
  const words = at.words(WORDS)
  const names = { pending: words.standings.waiting, ...words.standings }
  const path = at.path(`/webhooks/${endpoint}`)
  return tabs(words.status, [
    { href: path, text: words.all, current: !current },
    ...DELIVERY_STATUSES.map((status) => ({
      href: `${path}?status=${status}`,
      text: names[status],
      current: status === current,
    })),
  ])
}
