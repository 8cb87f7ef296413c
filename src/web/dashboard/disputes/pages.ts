import { type DisputeRow, findDispute, pageOfDisputes } from "../../../payments/disputes.ts"
import { type Html, html } from "../../html.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { empty, facts, idText, pageRequest, pager, table } from "../shell/pieces.ts"
import { NoSuchPage } from "../shell/place.ts"
import { DISPUTE_WORDS } from "./words.ts"

/** The list of disputes, and the page of a dispute. */
export function disputePages(area: Area): void {
  area.page("/disputes", async (at) => {
    const words = at.words(DISPUTE_WORDS)
    const page = await pageOfDisputes(at.mode.database, at.account, pageRequest(at))
    const body = html`${page.rows.length === 0 ? empty(words.none) : listed(at, page.rows)}${pager(at, page)}`
    return { title: words.disputes, body }
  })
  area.page("/disputes/:id", async (at) => {
    const row = await findDispute(at.mode.database, at.account, at.param("id"))
    if (!row) throw new NoSuchPage()
    return { title: at.money(row.amount, row.currency), body: one(at, row) }
  })
}

function listed(at: At, rows: DisputeRow[]): Html {
  const words = at.words(DISPUTE_WORDS)
  return table({
    caption: words.disputes,
    columns: [{ name: words.amount, class: "amount" }, words.reason, words.payment, words.date],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/disputes/${row.id}`)}">${at.money(row.amount, row.currency)}</a>`,
      reasonOf(at, row),
      paymentLink(at, row),
      at.when(row.created),
    ]),
  })
}

function one(at: At, row: DisputeRow): Html {
  const words = at.words(DISPUTE_WORDS)
  return html`<p class="under-title">${idText(row.id)}</p><p>${words.about(at.money(row.amount, row.currency))}</p>
${facts([
  [words.reason, reasonOf(at, row)],
  [words.payment, paymentLink(at, row)],
  [words.refund, idText(row.refund)],
  [words.charge, row.charge && idText(row.charge)],
  [words.date, at.when(row.created)],
])}${apiCall(at, { method: "GET", path: `/v1/payment_intents/${row.payment_intent}` })}`
}

function reasonOf(at: At, { reason }: DisputeRow): string {
  const words = at.words(DISPUTE_WORDS)
  return reason === null ? words.noReason : (words.reasons[reason] ?? reason)
}

function paymentLink(at: At, { payment_intent: id }: DisputeRow): Html {
  return html`<a href="${at.path(`/payments/${id}`)}">${idText(id)}</a>`
}
