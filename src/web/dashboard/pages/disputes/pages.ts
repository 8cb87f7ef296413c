import { caseOfDispute } from "../../../../payments/chargebacks/store.ts"
import { findDispute, pageOfDisputes } from "../../../../payments/disputes/store.ts"
import type { DisputeRow } from "../../../../payments/disputes/table.ts"
import { mustFindIntent } from "../../../../payments/intents/store.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { buttonLink, emptyList, facts, idText } from "../../components/basics.ts"
import { threeDSecureText } from "../../components/three-d-secure.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACCEPT, REFUSE } from "./answer-actions.ts"
import { caseCard } from "./case-facts.ts"
import { casePages } from "./case-pages.ts"
import { AGAIN, CLOSE } from "./decisions.ts"
import { EXCESS } from "./excess-action.ts"
import { disputeBadge, disputeButtons, reasonOf } from "./summary.ts"
import { DISPUTE_WORDS } from "./words.ts"

/** The list of disputes, and the page of a dispute. */
export function disputePages(routes: PageRoutes): void {
  routes.page("/disputes", async (request) => {
    const words = request.words(DISPUTE_WORDS)
    const page = await pageOfDisputes(request.mode.database, request.account, pageRequest(request))
    const body = html`${page.rows.length === 0 ? emptyList(words.none) : disputeTable(request, page.rows)}${pager(request, page)}`
    return { title: words.disputes, body }
  })
  casePages(routes)
  routes.change("/disputes/:id/excess", EXCESS)
  routes.change("/disputes/:id/accept", ACCEPT)
  routes.change("/disputes/:id/refuse", REFUSE)
  routes.change("/disputes/:id/close", CLOSE)
  routes.change("/disputes/:id/again", AGAIN)
  routes.page("/disputes/:id", async (request) => {
    const row = await findDispute(request.mode.database, request.account, request.pathParameter("id"))
    if (!row) throw new PageNotFound()
    const known = await caseOfDispute(request.mode.database, row)
    const intent = await mustFindIntent(request.mode.database, request, row.payment_intent)
    const body = html`${details(request, row, intent)}${known && (await caseCard(request, known))}`
    return { title: request.money(row.amount, row.currency), body }
  })
}

function disputeTable(request: DashboardRequest, rows: DisputeRow[]): Html {
  const words = request.words(DISPUTE_WORDS)
  return table({
    caption: words.disputes,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.reason, words.payment, words.dueBy, words.date],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/disputes/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`,
      disputeBadge(request, row),
      reasonOf(request, row),
      paymentLink(request, row),
      row.due_by !== null && request.dateTime(row.due_by),
      request.dateTime(row.created),
    ]),
  })
}

function details(request: DashboardRequest, row: DisputeRow, intent: IntentRow): Html {
  const words = request.words(DISPUTE_WORDS)
  return html`<p class="under-title">${disputeBadge(request, row)} ${idText(row.id)}</p>${disputeButtons(request, row)}<p>${words.about(request.money(row.amount, row.currency))}</p>
${facts([
  [words.dueBy, row.due_by !== null && request.dateTime(row.due_by)],
  [words.reason, reasonOf(request, row)],
  [words.networkReason, row.network_reason],
  [words.payment, paymentLink(request, row)],
  [words.threeDSecure, threeDSecureText(request, intent)],
  [words.refund, row.refund && idText(row.refund)],
  [words.excess, row.excess > 0 && row.status !== "won" && excessOf(request, row)],
  [words.charge, row.charge && idText(row.charge)],
  [words.date, request.dateTime(row.created)],
])}${apiCall(request, { method: "GET", path: `/v1/payment_intents/${row.payment_intent}` })}`
}

function excessOf(request: DashboardRequest, { id, excess, excess_taken, currency }: DisputeRow): Html {
  const words = request.words(DISPUTE_WORDS)
  const state = excess_taken === null ? "open" : excess_taken ? "taken" : "not_taken"
  const decide = excess_taken === null && request.may("operator")
  return html`${request.money(excess, currency)} (${words.excessStates[state]})
${decide && buttonLink(request.pathTo(`/disputes/${id}/excess`), words.decideExcess)}`
}

function paymentLink(request: DashboardRequest, { payment_intent: id }: DisputeRow): Html {
  return html`<a href="${request.pathTo(`/payments/${id}`)}">${idText(id)}</a>`
}
