import { findEvent } from "../../../../events/list/events.ts"
import { attemptsOf } from "../../../../events/webhooks/attempts.ts"
import { findDelivery } from "../../../../events/webhooks/deliveries.ts"
import { hasDelivered } from "../../../../events/webhooks/post.ts"
import { findMessageBody } from "../../../../events/webhooks/purchases.ts"
import { replayAsSeen } from "../../../../events/webhooks/replay.ts"
import type { Header } from "../../../../events/webhooks/response.ts"
import { MAX_ATTEMPTS } from "../../../../events/webhooks/schedule.ts"
import { sendNow } from "../../../../events/webhooks/send-now.ts"
import { textAt } from "../../../../events/webhooks/shown-bytes.ts"
import type { DeliveryAttemptRow, DeliveryRow } from "../../../../events/webhooks/tables.ts"
import { urlOfTarget } from "../../../../events/webhooks/targets.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, facts, idText } from "../../components/basics.ts"
import { codeBlock, prettyJson } from "../../components/code-block.ts"
import { recordedJson } from "../../components/document.ts"
import { idLink } from "../../components/id-link.ts"
import { shownUrl } from "../../components/shown-url.ts"
import type { Change } from "../../forms/change.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { CHANGE_WORDS } from "./change-words.ts"
import { deliveryStatusBadge, outcomeText } from "./delivery-table.ts"
import { WORDS } from "./words.ts"

/** The page of a delivery with its attempts, and the action to send it again. */
export function deliveryPages(routes: PageRoutes): void {
  routes.page("/webhooks/deliveries/:delivery", async (request) => {
    const words = request.words(WORDS)
    const row = await mustFindDelivery(request)
    const [attempts, event, url] = await Promise.all([
      attemptsOf(request.mode.database, row),
      findEvent(request.mode.database, { account: request.account }, row.message),
      urlOf(request, row),
    ])
    const recorded = event?.body ?? (await findMessageBody(request.mode.database, request.account, row.message))
    const sent = recorded && textAt(row.version, recorded)
    const mayReplay = request.may("operator") && row.status !== "pending" && sent !== undefined && url !== undefined
    const maySend = request.may("operator") && row.status === "pending" && url !== undefined
    const action = (name: string, text: string) =>
      html`<p class="actions">${buttonLink(request.pathTo(`/webhooks/deliveries/${row.id}/${name}`), text)}</p>`
    const body = html`${mayReplay && action("replay", words.replay)}${maySend && action("send-now", words.sendNow)}
${summary(request, row, url, event?.type)}<h2 class="part">${words.attempts}</h2>${history(request, row, attempts, url)}
<h2 class="part">${words.body}</h2>${sent === undefined ? html`<p>${words.bodyGone}</p>` : codeBlock(words.body, recordedJson(request, sent))}`
    return { title: words.delivery, body }
  })

  routes.change("/webhooks/deliveries/:delivery/send-now", SEND_NOW)

  routes.change("/webhooks/deliveries/:delivery/replay", {
    role: "operator",
    proof: "never",
    find: mustFindDelivery,
    confirmation: async (request, row) => {
      const { replay } = request.words(CHANGE_WORDS)
      return {
        title: replay.title,
        text: html`${replay.text(row.message, (await urlOf(request, row)) ?? row.target)} ${row.replaced_by && replay.before(row.replaced_by)}`,
        fields: html`<input type="hidden" name="seen" value="${row.replaced_by}">`,
        button: replay.button,
        back: request.pathTo(`/webhooks/deliveries/${row.id}`),
      }
    },
    make: async (request, row) => {
      const seen = request.form.get("seen") || null
      const { id } = await request.runAction({ action: "delivery.replay", target: row.id }, (tx, scope) =>
        replayAsSeen(tx, scope, row, seen),
      )
      return { to: request.pathTo(`/webhooks/deliveries/${id}`), notice: request.words(CHANGE_WORDS).replay.done }
    },
  })
}

const SEND_NOW: Change<DeliveryRow> = {
  role: "operator",
  proof: "never",
  find: mustFindDelivery,
  confirmation: async (request, row) => {
    const { now } = request.words(CHANGE_WORDS)
    const due = row.due_at_ms === null ? undefined : request.dateTime(Math.ceil(row.due_at_ms / 1000))
    return {
      title: now.title,
      text: now.text(row.attempts + 1, MAX_ATTEMPTS, (await urlOf(request, row)) ?? row.target, due),
      fields: html`<input type="hidden" name="attempts" value="${row.attempts}">`,
      button: now.button,
      back: request.pathTo(`/webhooks/deliveries/${row.id}`),
    }
  },
  make: async (request, { id }) => {
    const attempts = Number(request.form.get("attempts") || Number.NaN)
    if (!Number.isInteger(attempts) || attempts < 0 || attempts > MAX_ATTEMPTS) throw new PageNotFound()
    await request.runAction({ action: "delivery.send_now", target: id }, (tx, scope) => sendNow(tx, scope, id, attempts))
    return { to: request.pathTo(`/webhooks/deliveries/${id}`), notice: request.words(CHANGE_WORDS).now.done }
  },
}

async function mustFindDelivery(request: DashboardRequest): Promise<DeliveryRow> {
  const row = await findDelivery(request.mode.database, request.account, request.pathParameter("delivery"))
  if (!row) throw new PageNotFound()
  return row
}

async function urlOf(request: DashboardRequest, { target }: DeliveryRow): Promise<string | undefined> {
  const url = await urlOfTarget(request.mode.database, { account: request.account, id: target })
  return url && target.startsWith("int_") ? shownUrl(url) : url
}

function summary(request: DashboardRequest, row: DeliveryRow, url: string | undefined, type: string | undefined): Html {
  const words = request.words(WORDS)
  const isEndpoint = row.target.startsWith("we_")
  return facts([
    [words.status, deliveryStatusBadge(request, row)],
    [words.nextAttempt, row.due_at_ms !== null && request.dateTime(Math.ceil(row.due_at_ms / 1000))],
    [words.replacedBy, row.replaced_by && idLink(request, row.replaced_by)],
    [isEndpoint ? words.endpoint : words.integration, html`${url} ${url ? idLink(request, row.target) : idText(row.target)}`],
    [row.message.startsWith("evt_") ? words.event : words.message, html`${type} ${idLink(request, row.message)}`],
    [words.created, request.dateTime(row.created)],
    [words.id, idText(row.id)],
  ])
}

/** The newest attempt comes first and is expanded. */
function history(request: DashboardRequest, row: DeliveryRow, attempts: DeliveryAttemptRow[], url: string | undefined): Html {
  const words = request.words(WORDS)
  if (row.attempts === 0) return html`<p>${words.noAttempt}</p>`
  const cards = attempts.toReversed().map((attempt, i) => attemptCard(request, attempt, url, i === 0))
  return html`${cards}${attempts.length < row.attempts && earlier(request, row, attempts)}`
}

function earlier(request: DashboardRequest, { last_attempt: last }: DeliveryRow, attempts: DeliveryAttemptRow[]): Html {
  const words = request.words(WORDS)
  return html`<p class="hint">${words.notKept} ${attempts.length === 0 && last && html`${words.outcome}: ${outcomeText(request, last)}, ${request.dateTime(last.at)}.`}</p>`
}

function attemptCard(request: DashboardRequest, attempt: DeliveryAttemptRow, url: string | undefined, open: boolean): Html {
  const words = request.words(WORDS)
  const { http_status, error, duration_ms } = attempt
  const delivered = hasDelivered({ http_status, error: error as null, duration_ms })
  const sent = [`POST ${url ?? ""}`.trim(), ...linesOf(attempt.request_headers)].join("\n")
  return html`<section class="card attempt"><h3>${words.attempt(attempt.attempt)} ${badge(delivered ? "good" : "bad", outcomeText(request, attempt))}
<span class="hint">${request.dateTime(Math.floor(attempt.began_ms / 1000))} · ${words.milliseconds(request.number(duration_ms))}</span></h3>
<details ${open && html`open`}><summary>${words.response}</summary>${response(request, attempt)}</details>
<details><summary>${words.request}</summary>${codeBlock(words.request, sent)}</details></section>`
}

function response(
  request: DashboardRequest,
  { http_status, response_headers, response_body, response_bytes }: DeliveryAttemptRow,
): Html {
  const words = request.words(WORDS)
  if (http_status === null) return html`<p>${words.noResponse}</p>`
  const head = [`HTTP ${http_status}`, ...linesOf(response_headers ?? [])].join("\n")
  const bytes = response_bytes ?? 0
  const isCut = bytes > Buffer.byteLength(response_body ?? "") && bytes > 4096
  const body = response_body
    ? html`${isCut && html`<p class="hint">${words.cutBody(request.number(bytes))}</p>`}${codeBlock(words.response, prettyJson(response_body))}`
    : html`<p class="hint">${words.emptyBody}</p>`
  return html`${codeBlock(words.response, head)}${body}`
}

function linesOf(headers: Header[]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`)
}
