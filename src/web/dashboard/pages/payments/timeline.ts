import { madeAtMs } from "../../../../base/ids.ts"
import type { EventRow } from "../../../../events/list/table.ts"
import type { DeliveryRow } from "../../../../events/webhooks/tables.ts"
import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import { isFinal } from "../../../../payments/intents/state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import type { RefundRow } from "../../../../payments/refunds/table.ts"
import type { RequestRow } from "../../../../requests/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, idText, titledCard } from "../../components/basics.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { ATTEMPT_TONES, DELIVERY_TONES, DETAIL_WORDS, OUTCOME_TONES } from "./detail-words.ts"
import { MAX_SHOWN, type PaymentHistory } from "./payment-history.ts"
import { REFUND_TONES, WORDS } from "./words.ts"

/** An entry in the story. `seconds` is the account's time, and `ms` is real time: an account in test mode can be ahead of it. */
type Entry = { ms: number; seconds: number; when?: Html; title: Html | string; body?: Html | undefined }

/** The first entry is the creation of the payment. */
type Entries = [Entry, ...Entry[]]

/** The whole story of a payment in the order of the account's time, newest first. */
export function timeline(request: DashboardRequest, story: PaymentHistory): Html {
  const words = request.words(DETAIL_WORDS)
  const entries = entriesOf(request, story).sort((a, b) => b.seconds - a.seconds || b.ms - a.ms)
  const items = entries.map(
    ({ title, body, seconds, when = request.dateTime(seconds) }) => html`<li><div class="what">${title}</div>${when}${body}</li>`,
  )
  const requests = `${request.pathTo("/requests")}?about=${story.intent.id}`
  const isShort = story.attempts.length === MAX_SHOWN.attempts || story.events.length === MAX_SHOWN.events
  return titledCard(
    words.story,
    html`<ol class="timeline">${items}</ol><p class="hint">${story.requests.length === MAX_SHOWN.requests && words.newestRequests(MAX_SHOWN.requests)}
${isShort && words.shortened} <a href="${requests}">${words.allRequests}</a></p>`,
  )
}

function entriesOf(request: DashboardRequest, story: PaymentHistory): Entry[] {
  const { intent, attempts, refunds, disputes, events, deliveries, requests } = story
  const words = request.words(DETAIL_WORDS)
  const own: Entries = [
    { ms: madeAtMs(intent.id), seconds: intent.created, title: words.created },
    ...attempts.map((attempt) => attemptEntry(request, intent, attempt)),
    ...refunds.map((refund) => refundEntry(request, refund)),
    ...disputes.map((dispute) => disputeEntry(request, dispute)),
    ...events.map((event) => eventEntry(request, event, deliveries)),
  ]
  return [...own, ...requestEntries(request, requests, own)]
}

function attemptEntry(request: DashboardRequest, intent: IntentRow, attempt: AttemptRow): Entry {
  const { id, created, kind, acquirer, reference, amount, fallback_reason: why } = attempt
  const words = request.words(DETAIL_WORDS)
  const error = id === intent.latest_attempt && intent.last_payment_error
  const sum = kind === "charge" ? undefined : amount !== null && request.money(amount, attempt.currency ?? intent.currency)
  const body = html`<p class="hint">${sum && `${sum}, `}${words.acquirer} ${acquirer}, ${words.reference} ${idText(reference)}${why && `. ${words.fallback[why]}`}</p>
${error && html`<p class="refusal"><code>${error.code}</code> ${error.message}</p>`}`
  return { ms: madeAtMs(id), seconds: created, title: html`${words.kinds[kind]} ${answerOf(request, intent, attempt)}`, body }
}

function answerOf(request: DashboardRequest, { status }: IntentRow, { kind, state, outcome }: AttemptRow): Html {
  const words = request.words(DETAIL_WORDS)
  if (state === "done") return badge(OUTCOME_TONES[outcome ?? ""] ?? "calm", words.outcomes[outcome ?? ""] ?? outcome ?? "–")
  // An attempt of a payment that ended in another way may still be paid at the acquirer. So it is watched.
  if (kind === "charge" && state === "waiting" && isFinal(status)) return badge("calm", words.stillOpen)
  return badge(ATTEMPT_TONES[state], words.states[state])
}

function refundEntry(request: DashboardRequest, { id, created, amount, currency, status, reason }: RefundRow): Entry {
  const words = request.words(WORDS)
  const title = html`${request.words(DETAIL_WORDS).refund(request.money(amount, currency))} ${badge(REFUND_TONES[status], words.refundStatuses[status])}`
  const body = html`<p class="hint">${reason && `${words.reasons[reason]}, `}${idText(id)}</p>`
  return { ms: madeAtMs(id), seconds: created, title, body }
}

function disputeEntry(request: DashboardRequest, { id, created, amount, currency }: DisputeRow): Entry {
  const text = request.words(DETAIL_WORDS).dispute(request.money(amount, currency))
  return { ms: madeAtMs(id), seconds: created, title: html`<a href="${request.pathTo(`/disputes/${id}`)}">${text}</a>` }
}

function eventEntry(request: DashboardRequest, { id, created, type }: EventRow, deliveries: DeliveryRow[]): Entry {
  const words = request.words(DETAIL_WORDS)
  const own = deliveries.filter(({ message }) => message === id)
  const title = html`${words.event} <a href="${request.pathTo(`/webhooks/events/${id}`)}"><code>${type}</code></a>`
  const items = own.map(
    (delivery) => html`<li><a href="${request.pathTo(`/webhooks/deliveries/${delivery.id}`)}">${idText(delivery.target)}</a>
${badge(DELIVERY_TONES[delivery.status], words.deliveryStatuses[delivery.status])} <span class="hint">${words.attempts(delivery.attempts)}</span></li>`,
  )
  const body = own.length === 0 ? html`<p class="hint">${words.noDeliveries}</p>` : html`<ul class="deliveries">${items}</ul>`
  return { ms: madeAtMs(id), seconds: created, title, body }
}

type Group = { count: number; ahead: number }

/** Merges consecutive reads into one entry, because a shop may ask every second whether a PIX is paid. */
function requestEntries(request: DashboardRequest, requests: readonly RequestRow[], own: Entries): Entry[] {
  const groups: { first: RequestRow; count: number }[] = []
  for (const logged of requests) {
    const last = groups.at(-1)
    if (last && isSameRead(last.first, logged)) last.count++
    else groups.push({ first: logged, count: 1 })
  }
  return groups.map(({ first, count }) => requestEntry(request, first, { count, ahead: aheadAt(first, own) }))
}

/** By how many seconds the account was ahead of real time at a request, as far as what the payment had by its end tells. */
function aheadAt({ at_ms, ms }: RequestRow, own: Entries): number {
  const last = own.filter((entry) => entry.ms <= at_ms + ms).reduce((a, b) => (b.ms > a.ms ? b : a), own[0])
  return last.seconds - Math.floor(last.ms / 1000)
}

function isSameRead(a: RequestRow, b: RequestRow): boolean {
  return a.method === "GET" && b.method === "GET" && a.route === b.route && a.status === b.status
}

/** The log of requests has real time only. So the page says this if the account is ahead of it. */
function requestEntry(
  request: DashboardRequest,
  { id, at_ms, method, route, path, status, error }: RequestRow,
  { count, ahead }: Group,
): Entry {
  const words = request.words(DETAIL_WORDS)
  const title = html`<a href="${request.pathTo(`/requests/${id}`)}"><code>${method} ${route ?? path}</code></a>
${badge(status < 400 ? "calm" : "bad", String(status))} ${count > 1 && html`<span class="hint">${words.times(count)}</span>`}`
  const body = error === null ? undefined : html`<p class="refusal"><code>${error}</code></p>`
  const real = Math.floor(at_ms / 1000)
  const when = html`${request.dateTime(real)}${request.isClockAhead && html` <span class="hint">${words.realTime}</span>`}`
  return { ms: at_ms, seconds: real + ahead, when, title, body }
}
