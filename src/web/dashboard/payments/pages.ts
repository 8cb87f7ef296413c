import { presentIntent } from "../../../payments/intents/present.ts"
import { mustFindIntent } from "../../../payments/intents/retrieve.ts"
import { type IntentRow, pageOfIntents } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, empty, facts, idText, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { STATUS_TONES, WORDS } from "./words.ts"

/** The list of payments, and the page of one. */
export function paymentPages(area: Area): void {
  area.page("/payments", async (at) => {
    const words = at.words(WORDS)
    const status = Object.keys(words.statuses).find((name) => name === at.query("status"))
    const page = await pageOfIntents(at.mode.database, at.account, pageRequest(at), { status })
    const body = html`${filters(at, status)}${page.rows.length === 0 ? empty(status ? words.noneWithStatus : words.none) : list(at, page.rows)}${pager(at, page)}`
    return { title: words.payments, body }
  })

  area.page("/payments/:id", async (at) => {
    const row = await mustFindIntent(at.mode.database, { account: at.account }, at.param("id"))
    return { title: at.money(row.amount, row.currency), body: one(at, row) }
  })
}

function filters(at: At, status: string | undefined): Html {
  const words = at.words(WORDS)
  const link = (name: string | undefined, text: string) => ({
    href: at.path(name ? `/payments?status=${name}` : "/payments"),
    text,
    current: name === status,
  })
  return tabs(words.status, [
    link(undefined, words.all),
    ...Object.entries(words.statuses).map(([name, text]) => link(name, text)),
  ])
}

function list(at: At, rows: IntentRow[]): Html {
  const words = at.words(WORDS)
  return table({
    caption: words.payments,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.description, words.customer, words.date],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/payments/${row.id}`)}">${at.money(row.amount, row.currency)}</a>`,
      badge(STATUS_TONES[row.status], words.statuses[row.status]),
      row.description,
      idText(row.customer),
      at.when(row.created),
    ]),
  })
}

function one(at: At, row: IntentRow): Html {
  const words = at.words(WORDS)
  const intent = presentIntent(row, at.mode.livemode)
  const { last_payment_error: error, payment_method_details: method } = intent
  return html`<p>${idText(intent.id)}</p>${facts([
    [words.status, badge(STATUS_TONES[row.status], words.statuses[row.status])],
    [words.created, at.when(intent.created)],
    [words.refunded, intent.amount_refunded > 0 && at.money(intent.amount_refunded, intent.currency)],
    [words.error, error && `${error.code}: ${error.message}`],
    [
      words.paidBy,
      method && [method.type, method.card && `${method.card.brand} •••• ${method.card.last4}`].filter(Boolean).join(", "),
    ],
    [words.description, intent.description],
    [words.customer, intent.customer],
    [words.product, intent.product],
    [words.charge, intent.charges.latest],
    ...Object.entries(intent.metadata).map(([name, value]) => [`${words.metadata}: ${name}`, value] as const),
  ])}`
}
