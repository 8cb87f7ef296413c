import { type Address, type CustomerRow, mustFindCustomer, presentCustomer } from "../../../accounts/customers.ts"
import { formatDocument, namedDocument } from "../../../accounts/document.ts"
import { pageOfSubscriptions } from "../../../billing/subscriptions/store.ts"
import { pageOfIntents } from "../../../payments/intents/store.ts"
import { listRequests } from "../../../requests/store.ts"
import { type Html, html } from "../../html.ts"
import { stateBadge } from "../payments/state-badge.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, facts, idText, pager, section, table } from "../shell/pieces.ts"
import { subscriptionTable } from "../subscriptions/list.ts"
import { detachForm, savedCards } from "./cards.ts"
import { customerForms } from "./form.ts"
import { type Found, findCustomers } from "./search.ts"
import { WORDS } from "./words.ts"

/** How many of the newest items the page of a customer shows. */
const NEWEST = 5

/** The list of customers, the page of a customer, and the forms that change customers. */
export function customerPages(area: Area): void {
  area.page("/customers", async (at) => {
    const text = at.query("q").slice(0, 255)
    const found = await findCustomers(at, text)
    return { title: at.words(WORDS).customers, body: html`${tools(at, text)}${list(at, text, found)}` }
  })
  customerForms(area)
  detachForm(area)
  area.page("/customers/:id", async (at) => {
    const row = await mustFindCustomer(at.mode.database, at, at.param("id"))
    return { title: row.name ?? row.email, body: await one(at, row) }
  })
}

function tools(at: At, text: string): Html {
  const words = at.words(WORDS)
  return html`<div class="tools"><form class="find" role="search" action="${at.path("/customers")}">
<input type="search" name="q" value="${text}" aria-label="${words.find}" placeholder="${words.findHint}" title="${words.findHint}" maxlength="255">
<button class="quiet">${words.search}</button>${text && html`<a href="${at.path("/customers")}">${words.clear}</a>`}</form>
${at.may("operator") && buttonLink(at.path("/customers/new"), words.newCustomer)}</div>`
}

function list(at: At, text: string, found: Found): Html {
  const words = at.words(WORDS)
  if (found.rows.length === 0) return empty(text ? words.notFound(text) : words.none)
  const rows = found.rows.map((row) => {
    const { document } = presentCustomer(row, false)
    return [
      html`<a href="${at.path(`/customers/${row.id}`)}">${row.name ?? words.noName}</a>`,
      row.email,
      document && formatDocument(document.number),
      at.when(row.created),
    ]
  })
  const columns = [words.name, words.email, words.document, words.created]
  const more = found.paged ? pager(at, found) : found.has_more && html`<p class="hint">${words.more(found.rows.length)}</p>`
  return html`${table({ caption: words.customers, columns, rows })}${more}`
}

async function one(at: At, row: CustomerRow): Promise<Html> {
  const words = at.words(WORDS)
  const { id } = row
  return html`<p>${idText(id)}</p>
${at.may("operator") && html`<p class="actions">${buttonLink(at.path(`/customers/${id}/edit`), words.edit)}</p>`}
${about(at, row)}
${await savedCards(at, id)}
${await subscriptions(at, id)}
${await payments(at, id)}
${await requests(at, id)}
${apiCall(at, { method: "GET", path: `/v1/customers/${id}` })}`
}

function about(at: At, row: CustomerRow): Html {
  const words = at.words(WORDS)
  const { email, name, phone, document, address, created, metadata } = presentCustomer(row, at.mode.livemode)
  return facts([
    [words.email, email],
    [words.name, name],
    [words.document, document && namedDocument(document.number)],
    [words.phone, phone],
    [words.address, address && addressLines(address)],
    [words.created, at.when(created)],
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

async function subscriptions(at: At, customer: string): Promise<Html> {
  const words = at.words(WORDS)
  const { rows, has_more } = await pageOfSubscriptions(at.mode.database, at.account, { limit: NEWEST }, { customer })
  if (rows.length === 0) return section(words.subscriptions, empty(words.noSubscriptions))
  const all = has_more && moreLink(at, `/subscriptions?customer=${customer}`, words.allSubscriptions)
  return section(words.subscriptions, html`${subscriptionTable(at, rows)}${all}`)
}

async function payments(at: At, customer: string): Promise<Html> {
  const words = at.words(WORDS)
  const { rows, has_more } = await pageOfIntents(at.mode.database, at.account, { limit: NEWEST }, { customer })
  if (rows.length === 0) return section(words.payments, empty(words.noPayments))
  const shown = rows.map((row) => [
    html`<a href="${at.path(`/payments/${row.id}`)}">${at.money(row.amount, row.currency)}</a>`,
    stateBadge(at, row),
    row.description,
    at.when(row.created),
  ])
  const columns = [{ name: words.amount, class: "amount" }, words.status, words.description, words.date]
  const all = has_more && moreLink(at, `/payments?customer=${customer}`, words.allPayments)
  return section(words.payments, html`${table({ caption: words.payments, columns, rows: shown })}${all}`)
}

async function requests(at: At, customer: string): Promise<Html> {
  const words = at.words(WORDS)
  const rows = await listRequests(at.mode.database.requests(), { account: at.account, about: customer }, { limit: NEWEST })
  if (rows.length === 0) return section(words.requests, empty(words.noRequests))
  const shown = rows.map((row) => [
    html`<a href="${at.path(`/requests/${row.id}`)}">${row.method} ${row.path}</a>`,
    badge(row.status < 400 ? "good" : "bad", String(row.status)),
    at.when(Math.floor(row.at_ms / 1000)),
  ])
  const columns = [words.request, words.status, words.date]
  const all = moreLink(at, `/requests?about=${customer}`, words.allRequests)
  return section(words.requests, html`${table({ caption: words.requests, columns, rows: shown })}${all}`)
}

function moreLink(at: At, path: string, text: string): Html {
  return html`<p class="more"><a href="${at.path(path)}">${text}</a></p>`
}
