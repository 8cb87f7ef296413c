import type { CustomerRow } from "../../../../accounts/tables.ts"
import { customersOfIds } from "../../../../customers/customers.ts"
import { SHOWN_STATES } from "../../../../payments/intents/shown-state.ts"
import type { IntentRow } from "../../../../payments/intents/table.ts"
import { METHOD_TYPES } from "../../../../payments/search/listed.ts"
import { type IntentsFound, searchIntents } from "../../../../payments/search/search.ts"
import { type Html, html } from "../../../shared/html.ts"
import { buttonLink, emptyList, idText, tabs } from "../../components/basics.ts"
import { selectField, textField } from "../../forms/fields.ts"
import type { Page } from "../../layout/account-page.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { quickDays } from "../../lists/quick-days.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { type PaymentQuery, readQuery } from "./list-filters.ts"
import { methodText } from "./payment-method.ts"
import { stateBadge } from "./state-badge.ts"
import { WORDS } from "./words.ts"

/** How many payments of a customer one page examines, for a filter that few of them fit. */
const MAX_EXAMINED = 300

/** Returns the list of payments. For the search of an id, returns the path to the object's page. */
export async function paymentList(request: DashboardRequest): Promise<Page | { to: string }> {
  const asked = await readQuery(request)
  if (asked.to) return { to: asked.to }
  const words = request.words(WORDS)
  const found = Object.keys(asked.errors).length > 0 ? undefined : await findPayments(request, asked)
  const { customer } = asked
  const owner =
    customer &&
    html`<p>${words.ofCustomer} ${customerLink(request, customer.id, customer)} · <a href="${request.pathTo("/payments")}">${words.showAll}</a></p>`
  const body = html`${paymentTabs(request, "payments")}${quickDays(request)}${owner}${filterForm(request, asked)}
${found && request.queryParameter("q") && html`<p>${words.search} <strong>${request.queryParameter("q")}</strong></p><p class="hint">${words.searchHint}</p>`}
${Object.values(asked.errors).map((error) => html`<p class="error" role="alert">${error}</p>`)}
${found && (await results(request, asked, found))}`
  return { title: words.payments, body }
}

/** The tabs for payments and refunds. */
export function paymentTabs(request: DashboardRequest, current: "payments" | "refunds"): Html {
  const words = request.words(WORDS)
  const link = (name: "payments" | "refunds", rest: string) => ({
    href: request.pathTo(rest),
    text: words[name],
    current: name === current,
  })
  return tabs(words.payments, [link("payments", "/payments"), link("refunds", "/payments/refunds")])
}

function findPayments(request: DashboardRequest, { wanted }: PaymentQuery): Promise<IntentsFound> {
  return searchIntents(request.mode.database, request.account, wanted, { ...pageRequest(request), mostExamined: MAX_EXAMINED })
}

function filterForm(request: DashboardRequest, { wanted, status, customer, isFiltered }: PaymentQuery): Html {
  const words = request.words(WORDS)
  const q = request.queryParameter("q")
  const states = [
    ["", words.all],
    ...SHOWN_STATES.map((name) => [name, words.states[name]] as const),
    ["any_refund", words.anyRefund],
  ] as const
  const methods = [["", words.all], ...METHOD_TYPES.map((name) => [name, words.methods[name]] as const)] as const
  const { before: _, after: __, ...query } = request.ctx.query as Record<string, string>
  return html`<form class="filters" action="${request.pathTo("/payments")}">${q && html`<input type="hidden" name="q" value="${q}">`}${customer && html`<input type="hidden" name="customer" value="${customer.id}">`}
${selectField(request, { name: "status", label: words.status, value: status, options: states })}
${selectField(request, { name: "method", label: words.method, value: wanted.method ?? "", options: methods })}
${textField(request, { name: "from", label: words.from, type: "date", value: request.queryParameter("from") })}
${textField(request, { name: "to", label: words.to, type: "date", value: request.queryParameter("to") })}
${textField(request, { name: "amount", label: words.amount, value: request.queryParameter("amount"), placeholder: "49,90", maxlength: 30 })}
<p class="actions"><button title="${words.dates}">${words.filter}</button>
${isFiltered && buttonLink(request.pathTo("/payments"), words.clear, "quiet")}
${buttonLink(`${request.pathTo("/payments/export.csv")}?${new URLSearchParams(query)}`, words.export, "quiet")}</p></form>`
}

async function results(request: DashboardRequest, asked: PaymentQuery, found: IntentsFound): Promise<Html> {
  const { rows, has_more, ends } = found
  const nav = pager(request, { rows: ends, has_more })
  if (rows.length > 0) return html`${await paymentTable(request, rows)}${nav}`
  const words = request.words(WORDS)
  return html`${emptyList(has_more ? words.searchOn : asked.isFiltered ? words.noneLikeThis : words.none)}${nav}`
}

async function paymentTable(request: DashboardRequest, rows: IntentRow[]): Promise<Html> {
  const words = request.words(WORDS)
  const customers = await customersOfIds(
    request.mode.database,
    request,
    rows.map(({ customer }) => customer),
  )
  return table({
    caption: words.payments,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.method, words.description, words.customer, words.date],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/payments/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`,
      stateBadge(request, row),
      methodText(request, row),
      row.description,
      customerLink(request, row.customer, customers.get(row.customer)),
      request.dateTime(row.created),
    ]),
  })
}

/** Links to a customer by e-mail, which is how people know customers. */
export function customerLink(request: DashboardRequest, id: string, customer: Pick<CustomerRow, "email"> | undefined): Html {
  return html`<a href="${request.pathTo(`/customers/${id}`)}">${customer ? customer.email : idText(id)}</a>`
}
