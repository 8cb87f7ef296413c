import { type CustomerRow, retrieveCustomers } from "../../../accounts/customers.ts"
import { type IntentsFound, METHOD_TYPES, searchIntents } from "../../../payments/intents/search.ts"
import { SHOWN_STATES } from "../../../payments/intents/shown-state.ts"
import type { IntentRow } from "../../../payments/intents/store.ts"
import { type Html, html } from "../../html.ts"
import type { At } from "../shell/at.ts"
import { selectField, textField } from "../shell/form.ts"
import type { Page } from "../shell/layout.ts"
import { buttonLink, empty, idText, pageRequest, pager, table, tabs } from "../shell/pieces.ts"
import { quickDays } from "../shell/quick-days.ts"
import { methodText } from "./method.ts"
import { type Asked, readQuery } from "./query.ts"
import { stateBadge } from "./state-badge.ts"
import { WORDS } from "./words.ts"

/** Returns the list of payments. For the search of an id, returns the path to the object's page. */
export async function paymentList(at: At): Promise<Page | { to: string }> {
  const asked = await readQuery(at)
  if (asked.to) return { to: asked.to }
  const words = at.words(WORDS)
  const found = Object.keys(asked.errors).length > 0 ? undefined : await find(at, asked)
  const { customer } = asked
  const owner =
    customer &&
    html`<p>${words.ofCustomer} ${customerLink(at, customer.id, customer)} · <a href="${at.path("/payments")}">${words.showAll}</a></p>`
  const body = html`${moneyTabs(at, "payments")}${quickDays(at)}${owner}${filterForm(at, asked)}
${found && at.query("q") && html`<p>${words.search} <strong>${at.query("q")}</strong></p>`}
${Object.values(asked.errors).map((error) => html`<p class="error" role="alert">${error}</p>`)}
${asked.note && html`<p class="hint">${asked.note}</p>`}${found && (await results(at, asked, found))}`
  return { title: words.payments, body }
}

/** The tabs for payments and refunds. */
export function moneyTabs(at: At, current: "payments" | "refunds"): Html {
  const words = at.words(WORDS)
  const link = (name: "payments" | "refunds", rest: string) => ({
    href: at.path(rest),
    text: words[name],
    current: name === current,
  })
  return tabs(words.payments, [link("payments", "/payments"), link("refunds", "/payments/refunds")])
}

function find(at: At, { wanted }: Asked): Promise<IntentsFound> {
  return searchIntents(at.mode.database, at.account, wanted, pageRequest(at))
}

function filterForm(at: At, { wanted, status, customer, isFiltered }: Asked): Html {
  const words = at.words(WORDS)
  const q = at.query("q")
  const states = [
    ["", words.all],
    ...SHOWN_STATES.map((name) => [name, words.states[name]] as const),
    ["any_refund", words.anyRefund],
  ] as const
  const methods = [["", words.all], ...METHOD_TYPES.map((name) => [name, words.methods[name]] as const)] as const
  const { before: _, after: __, ...query } = at.ctx.query as Record<string, string>
  return html`<form class="filters" action="${at.path("/payments")}">${q && html`<input type="hidden" name="q" value="${q}">`}${customer && html`<input type="hidden" name="customer" value="${customer.id}">`}
${selectField(at, { name: "status", label: words.status, value: status, options: states })}
${selectField(at, { name: "method", label: words.method, value: wanted.method ?? "", options: methods })}
${textField(at, { name: "from", label: words.from, type: "date", value: at.query("from") })}
${textField(at, { name: "to", label: words.to, type: "date", value: at.query("to") })}
${textField(at, { name: "amount", label: words.amount, value: at.query("amount"), placeholder: "49,90", maxlength: 30 })}
<p class="actions"><button title="${words.dates}">${words.filter}</button>
${isFiltered && buttonLink(at.path("/payments"), words.clear, "quiet")}
${buttonLink(`${at.path("/payments/export.csv")}?${new URLSearchParams(query)}`, words.export, "quiet")}</p></form>`
}

async function results(at: At, asked: Asked, found: IntentsFound): Promise<Html> {
  const { rows, has_more, ends } = found
  const nav = pager(at, { rows: ends, has_more })
  if (rows.length > 0) return html`${await listed(at, rows)}${nav}`
  const words = at.words(WORDS)
  return html`${empty(has_more ? words.searchOn : asked.isFiltered ? words.noneLikeThis : words.none)}${nav}`
}

async function listed(at: At, rows: IntentRow[]): Promise<Html> {
  const words = at.words(WORDS)
  const customers = await retrieveCustomers(
    at.mode.database,
    at,
    rows.map(({ customer }) => customer),
  )
  return table({
    caption: words.payments,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.method, words.description, words.customer, words.date],
    rows: rows.map((row) => [
      html`<a href="${at.path(`/payments/${row.id}`)}">${at.money(row.amount, row.currency)}</a>`,
      stateBadge(at, row),
      methodText(at, row),
      row.description,
      customerLink(at, row.customer, customers.get(row.customer)),
      at.when(row.created),
    ]),
  })
}

/** Links to a customer by e-mail, which is how people know customers. */
export function customerLink(at: At, id: string, customer: Pick<CustomerRow, "email"> | undefined): Html {
  return html`<a href="${at.path(`/customers/${id}`)}">${customer ? customer.email : idText(id)}</a>`
}
