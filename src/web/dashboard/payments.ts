import type { PageRequest } from "../../db/page.ts"
import { money } from "../../payments/currency.ts"
import { presentIntent } from "../../payments/intents/present.ts"
import { mustFindIntent } from "../../payments/intents/retrieve.ts"
import type { IntentStatus } from "../../payments/intents/state.ts"
import { type IntentRow, pageOfIntents } from "../../payments/intents/store.ts"
import { type Html, html } from "../html.ts"
import type { DashboardRouter } from "./context.ts"
import { accountPage, type Place, pathOf } from "./layout.ts"
import { findPlace, type PlaceFinder } from "./place.ts"
import { sendPage } from "./respond.ts"
import { whenOf } from "./time.ts"

const PER_PAGE = 25

/** What each status is called, and how it is colored. */
const STATUSES: Record<IntentStatus, { name: string; tone: "good" | "bad" | "waiting" | "calm" }> = {
  requires_payment_method: { name: "Incomplete", tone: "calm" },
  requires_confirmation: { name: "Not confirmed", tone: "calm" },
  requires_action: { name: "Waits for the payer", tone: "waiting" },
  processing: { name: "Processing", tone: "waiting" },
  succeeded: { name: "Succeeded", tone: "good" },
  canceled: { name: "Canceled", tone: "bad" },
}

/** The list of payments, and the page of one. */
export function paymentRoutes(router: DashboardRouter, finder: PlaceFinder): void {
  router.get("/:account/:mode/payments", async (ctx) => {
    const { place, mode } = await findPlace(ctx, finder, "payments")
    const status = Object.keys(STATUSES).find((name) => name === ctx.query.status)
    const page = await pageOfIntents(mode.database, place.account.id, pageRequest(ctx.query), { status })
    sendPage(ctx, accountPage(ctx, place, "Payments", list(place, page.rows, page.has_more, status)))
  })

  router.get("/:account/:mode/payments/:id", async (ctx) => {
    const { place, mode } = await findPlace(ctx, finder, "payments")
    const intent = await mustFindIntent(mode.database, { account: place.account.id }, ctx.params.id!)
    sendPage(ctx, accountPage(ctx, place, intent.id, one(place, intent)))
  })
}

function pageRequest({ before }: { before?: unknown }): PageRequest {
  return { limit: PER_PAGE, ...(typeof before === "string" && before ? { starting_after: before } : {}) }
}

function list(place: Place, rows: IntentRow[], hasMore: boolean, status: string | undefined): Html {
  const to = (query: Record<string, string | undefined>) => {
    const text = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
    return `${pathOf(place, "/payments")}${text.size > 0 ? `?${text}` : ""}`
  }
  const current = (name: string | undefined) => name === status && html`aria-current="true"`
  const last = rows.at(-1)
  return html`<h1>Payments</h1>
<nav class="filters" aria-label="Status"><a href="${to({})}" ${current(undefined)}>All</a>
${Object.entries(STATUSES).map(([key, { name }]) => html`<a href="${to({ status: key })}" ${current(key)}>${name}</a>`)}</nav>
${rows.length === 0 ? empty(status) : table(place, rows)}
${hasMore && last && html`<p class="pages"><a href="${to({ status, before: last.id })}">Older payments</a></p>`}`
}

const empty = (status: string | undefined) =>
  status
    ? html`<p class="empty">No payment has this status.</p>`
    : html`<p class="empty">There is no payment yet. Create one with <code>POST /v1/payment_intents</code>.</p>`

function table(place: Place, rows: IntentRow[]): Html {
  return html`<table>
<thead><tr><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Description</th><th scope="col">Customer</th><th scope="col">Date</th></tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>
<td class="amount"><a href="${pathOf(place, `/payments/${row.id}`)}">${money(row.amount, row.currency, "en")}</a></td>
<td>${badge(row.status)}</td><td>${row.description}</td><td class="id">${row.customer}</td><td>${whenOf(row.created)}</td></tr>`,
  )}</tbody>
</table>`
}

const badge = (status: IntentStatus) => html`<span class="badge ${STATUSES[status].tone}">${STATUSES[status].name}</span>`

function one(place: Place, row: IntentRow): Html {
  const intent = presentIntent(row, place.mode === "live")
  const { last_payment_error: error, payment_method_details: method } = intent
  const facts: [string, Html | string | null | undefined][] = [
    ["Status", badge(row.status)],
    ["Created", whenOf(intent.created)],
    ["Refunded", intent.amount_refunded > 0 ? money(intent.amount_refunded, intent.currency, "en") : null],
    ["Error", error && `${error.code}: ${error.message}`],
    [
      "Paid by",
      method && [method.type, method.card && `${method.card.brand} •••• ${method.card.last4}`].filter(Boolean).join(", "),
    ],
    ["Description", intent.description],
    ["Customer", intent.customer],
    ["Product", intent.product],
    ["Charge", intent.charges.latest],
    ...Object.entries(intent.metadata).map(([name, value]): [string, string] => [`Metadata: ${name}`, value]),
  ]
  return html`<p><a href="${pathOf(place, "/payments")}">Payments</a></p>
<h1>${money(intent.amount, intent.currency, "en")}</h1>
<p class="id">${intent.id}</p>
<dl>${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}
