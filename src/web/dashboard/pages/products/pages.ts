import { currentPrices, listPrices, mustFindProduct, pageOfProducts, presentProduct } from "../../../../billing/products.ts"
import type { PriceRow, ProductRow, ProductStatus } from "../../../../billing/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { badge, buttonLink, emptyList, facts, idText, tabs, titledCard } from "../../components/basics.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { productForms } from "./form.ts"
import { planForms, planList } from "./plans.ts"
import { STATUS_TONES, WORDS } from "./words.ts"

/** How many of the newest prices the page of a product shows. */
const PRICES = 10

/** The list of products, the page of a product with its prices and plans, and the forms that change products. */
export function productPages(routes: PageRoutes): void {
  routes.page("/products", async (request) => {
    const words = request.words(WORDS)
    const status = request.queryChoice("status", Object.keys(words.statuses) as ProductStatus[])
    const page = await pageOfProducts(request.mode.database, request.account, { ...pageRequest(request), status })
    const rows = page.rows.length === 0 ? emptyList(status ? words.noneWithStatus : words.none) : await list(request, page.rows)
    return { title: words.products, body: html`${searchBar(request, status)}${rows}${pager(request, page)}` }
  })
  productForms(routes)
  planForms(routes)
  routes.page("/products/:id", async (request) => {
    const row = await mustFindProduct(request.mode.database, request, request.pathParameter("id"))
    return { title: row.name, body: await details(request, row) }
  })
}

function searchBar(request: DashboardRequest, status: ProductStatus | undefined): Html {
  const words = request.words(WORDS)
  const link = (name: string | undefined, text: string) => ({
    href: request.pathTo(name ? `/products?status=${name}` : "/products"),
    text,
    current: name === status,
  })
  const links = [link(undefined, words.all), ...Object.entries(words.statuses).map(([name, text]) => link(name, text))]
  return html`<div class="tools">${tabs(words.status, links)}${request.may("operator") && buttonLink(request.pathTo("/products/new"), words.newProduct)}</div>`
}

async function list(request: DashboardRequest, rows: ProductRow[]): Promise<Html> {
  const words = request.words(WORDS)
  const prices = await currentPrices(request.mode.database, request, rows)
  return table({
    caption: words.products,
    columns: [words.name, { name: words.price, class: "amount" }, words.status, words.sold, words.created],
    rows: rows.map((row, i) => [
      html`<a href="${request.pathTo(`/products/${row.id}`)}">${row.name}</a>`,
      priceText(request, prices[i]),
      badge(STATUS_TONES[row.status], words.statuses[row.status]),
      row.recurring ? words.bySubscription : words.once,
      request.dateTime(row.created),
    ]),
  })
}

const priceText = (request: DashboardRequest, price: PriceRow | undefined) => price && request.money(price.amount, price.currency)

async function details(request: DashboardRequest, row: ProductRow): Promise<Html> {
  const words = request.words(WORDS)
  const { id, metadata, description } = presentProduct(row, request.mode.livemode)
  const actions = html`<p class="actions">${buttonLink(request.pathTo(`/products/${id}/edit`), words.edit, "quiet")} ${buttonLink(request.pathTo(`/products/${id}/price`), words.setPrice)}</p>`
  return html`<p>${idText(id)}</p>
${request.may("operator") && actions}
${facts([
  [words.status, badge(STATUS_TONES[row.status], words.statuses[row.status])],
  [words.sold, row.recurring ? words.bySubscription : words.once],
  [words.description, description],
  [words.created, request.dateTime(row.created)],
  ...Object.entries(metadata).map(([name, value]) => [`${words.metadata}: ${name}`, value] as const),
])}
${await priceList(request, id)}
${await planList(request, row)}
${apiCall(request, { method: "GET", path: `/v1/products/${id}` })}`
}

async function priceList(request: DashboardRequest, product: string): Promise<Html> {
  const words = request.words(WORDS)
  const prices = await listPrices(request.mode.database, request, product, PRICES + 1)
  if (prices.length === 0) return titledCard(words.prices, emptyList(words.noPrices))
  const rows = prices
    .slice(0, PRICES)
    .map((price, i) => [
      html`${priceText(request, price)} ${i === 0 && badge("good", words.current)}`,
      request.dateTime(price.created),
      idText(price.id),
    ])
  const columns = [{ name: words.price, class: "amount" }, words.since, "Id"]
  const more = prices.length > PRICES && html`<p class="hint">${words.morePrices(PRICES)}</p>`
  return titledCard(words.prices, html`${table({ caption: words.prices, columns, rows })}${more}`)
}
