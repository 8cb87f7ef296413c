import type { Address, CustomerRow } from "../../../../accounts/tables.ts"
import { pageOfSubscriptions } from "../../../../billing/subscriptions/store.ts"
import { mustFindCustomer, presentCustomer } from "../../../../customers/customers.ts"
import { isErased } from "../../../../erasure/begin.ts"
import { pageOfIntents } from "../../../../payments/intents/store.ts"
import { listRequests } from "../../../../requests/store.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { badge, buttonLink, emptyList, facts, idText, titledCard } from "../../components/basics.ts"
import { formattedDocumentFor, namedDocumentFor } from "../../components/document.ts"
import { pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { stateBadge } from "../payments/state-badge.ts"
import { subscriptionTable } from "../subscriptions/list.ts"
import { detachForm, editCardForm, savedCards } from "./cards.ts"
import { eraseForm } from "./erase.ts"
import { ERASE_WORDS } from "./erase-words.ts"
import { customerForms } from "./form.ts"
import { detachMandateForm, mandatesCard } from "./mandates.ts"
import { type FoundCustomers, findCustomers } from "./search.ts"
import { WORDS } from "./words.ts"

/** How many of the newest items the page of a customer shows. */
const MAX_NEWEST = 5

/** The list of customers, the page of a customer, and the forms that change customers. */
export function customerPages(routes: PageRoutes): void {
  routes.page("/customers", async (request) => {
    const text = request.queryParameter("q").slice(0, 255)
    const found = await findCustomers(request, text)
    return { title: request.words(WORDS).customers, body: html`${searchBar(request, text)}${customerList(request, text, found)}` }
  })
  customerForms(routes)
  detachForm(routes)
  detachMandateForm(routes)
  editCardForm(routes)
  eraseForm(routes)
  routes.page("/customers/:id", async (request) => {
    const row = await mustFindCustomer(request.mode.database, request, request.pathParameter("id"))
    return { title: row.name ?? row.email, body: await details(request, row) }
  })
}

function searchBar(request: DashboardRequest, text: string): Html {
  const words = request.words(WORDS)
  return html`<div class="tools"><form class="find" role="search" action="${request.pathTo("/customers")}">
<input type="search" name="q" value="${text}" aria-label="${words.find}" placeholder="${words.findHint}" title="${words.findHint}" maxlength="255">
<button class="quiet">${words.search}</button>${text && html`<a href="${request.pathTo("/customers")}">${words.clear}</a>`}</form>
${request.may("operator") && buttonLink(request.pathTo("/customers/new"), words.newCustomer)}</div>`
}

function customerList(request: DashboardRequest, text: string, found: FoundCustomers): Html {
  const words = request.words(WORDS)
  if (found.rows.length === 0) return emptyList(text ? words.notFound(text) : words.none)
  const rows = found.rows.map((row) => [
    html`<a href="${request.pathTo(`/customers/${row.id}`)}">${row.name ?? words.noName}</a>`,
    row.email,
    formattedDocumentFor(request, row),
    request.dateTime(row.created),
  ])
  const columns = [words.name, words.email, words.document, words.created]
  const more = found.paged ? pager(request, found) : found.has_more && html`<p class="hint">${words.more(found.rows.length)}</p>`
  return html`${table({ caption: words.customers, columns, rows })}${more}`
}

async function details(request: DashboardRequest, row: CustomerRow): Promise<Html> {
  const { id } = row
  return html`<p>${idText(id)}</p>
${actions(request, row)}
${customerFacts(request, row)}
${await savedCards(request, id)}
${await mandatesCard(request, id)}
${await subscriptions(request, id)}
${await payments(request, id)}
${await requests(request, id)}
${apiCall(request, { method: "GET", path: `/v1/customers/${id}` })}`
}

function actions(request: DashboardRequest, row: CustomerRow): Html | undefined {
  if (!request.may("operator")) return undefined
  const edit = buttonLink(request.pathTo(`/customers/${row.id}/edit`), request.words(WORDS).edit)
  const mayErase = request.may("owner") && !isErased(row)
  const erase = mayErase && buttonLink(request.pathTo(`/customers/${row.id}/erase`), request.words(ERASE_WORDS).erase, "quiet")
  return html`<p class="actions">${edit} ${erase}</p>`
}

function customerFacts(request: DashboardRequest, row: CustomerRow): Html {
  const words = request.words(WORDS)
  const { email, name, phone, address, locale, created, metadata } = presentCustomer(row, request.mode.livemode)
  return facts([
    [words.email, email],
    [words.name, name],
    [words.document, namedDocumentFor(request, row)],
    [words.phone, phone],
    [words.locale, words.locales[locale]],
    [words.address, address && addressLines(address)],
    [words.created, request.dateTime(created)],
    ...Object.entries(metadata).map(([member, value]) => [`${words.metadata}: ${member}`, value] as const),
  ])
}

function addressLines(address: Address): Html {
  const { line1, number, line2, district, city, state, postal_code, country } = address
  const lines = [
    [line1, number].filter(Boolean).join(", "),
    [line2, district].filter(Boolean).join(", "),
    `${city} – ${state}`,
    `${postal_code}, ${country}`,
  ].filter(Boolean)
  return html`${lines.map((line, i) => html`${i > 0 && html`<br>`}${line}`)}`
}

async function subscriptions(request: DashboardRequest, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { rows, has_more } = await pageOfSubscriptions(request.mode.database, request.account, { limit: MAX_NEWEST, customer })
  if (rows.length === 0) return titledCard(words.subscriptions, emptyList(words.noSubscriptions))
  const all = has_more && moreLink(request, `/subscriptions?customer=${customer}`, words.allSubscriptions)
  return titledCard(words.subscriptions, html`${subscriptionTable(request, rows)}${all}`)
}

async function payments(request: DashboardRequest, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const { rows, has_more } = await pageOfIntents(request.mode.database, request.account, { limit: MAX_NEWEST, customer })
  if (rows.length === 0) return titledCard(words.payments, emptyList(words.noPayments))
  const shown = rows.map((row) => [
    html`<a href="${request.pathTo(`/payments/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`,
    stateBadge(request, row),
    row.description,
    request.dateTime(row.created),
  ])
  const columns = [{ name: words.amount, class: "amount" }, words.status, words.description, words.date]
  const all = has_more && moreLink(request, `/payments?customer=${customer}`, words.allPayments)
  return titledCard(words.payments, html`${table({ caption: words.payments, columns, rows: shown })}${all}`)
}

async function requests(request: DashboardRequest, customer: string): Promise<Html> {
  const words = request.words(WORDS)
  const rows = await listRequests(
    request.mode.database.requests(),
    { account: request.account, about: customer },
    { limit: MAX_NEWEST },
  )
  if (rows.length === 0) return titledCard(words.requests, emptyList(words.noRequests))
  const shown = rows.map((row) => [
    html`<a href="${request.pathTo(`/requests/${row.id}`)}">${row.method} ${row.path}</a>`,
    badge(row.status < 400 ? "good" : "bad", String(row.status)),
    request.dateTime(Math.floor(row.at_ms / 1000)),
  ])
  const columns = [words.request, words.status, words.date]
  const all = moreLink(request, `/requests?about=${customer}`, words.allRequests)
  return titledCard(words.requests, html`${table({ caption: words.requests, columns, rows: shown })}${all}`)
}

function moreLink(request: DashboardRequest, path: string, text: string): Html {
  return html`<p class="more"><a href="${request.pathTo(path)}">${text}</a></p>`
}
