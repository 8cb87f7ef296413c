import {
  currentPrices,
  listPrices,
  mustFindProduct,
  type PriceRow,
  type ProductRow,
  type ProductStatus,
  pageOfProducts,
  presentProduct,
} from "../../../billing/products.ts"
import { type Html, html } from "../../html.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { badge, buttonLink, empty, facts, idText, pageRequest, pager, section, table, tabs } from "../shell/pieces.ts"
import { productForms } from "./form.ts"
import { planForms, planList } from "./plans.ts"
import { STATUS_TONES, WORDS } from "./words.ts"

/** How many of the newest prices the page of a product shows. */
const PRICES = 10

/** The list of products, the page of a product with its prices and plans, and the forms that change products. */
export function productPages(area: Area): void {
  area.page("/products", async (at) => {
    const words = at.words(WORDS)
    const status = at.choice("status", Object.keys(words.statuses) as ProductStatus[])
    const page = await pageOfProducts(at.mode.database, at.account, pageRequest(at), { status })
    const rows = page.rows.length === 0 ? empty(status ? words.noneWithStatus : words.none) : await list(at, page.rows)
    return { title: words.products, body: html`${tools(at, status)}${rows}${pager(at, page)}` }
  })
  productForms(area)
  planForms(area)
  area.page("/products/:id", async (at) => {
    const row = await mustFindProduct(at.mode.database, at, at.param("id"))
    return { title: row.name, body: await one(at, row) }
  })
}

function tools(at: At, status: ProductStatus | undefined): Html {
  const words = at.words(WORDS)
  const link = (name: string | undefined, text: string) => ({
    href: at.path(name ? `/products?status=${name}` : "/products"),
    text,
    current: name === status,
  })
  const links = [link(undefined, words.all), ...Object.entries(words.statuses).map(([name, text]) => link(name, text))]
  return html`<div class="tools">${tabs(words.status, links)}${at.may("operator") && buttonLink(at.path("/products/new"), words.newProduct)}</div>`
}

async function list(at: At, rows: ProductRow[]): Promise<Html> {
  const words = at.words(WORDS)
  const prices = await currentPrices(at.mode.database, at, rows)
  return table({
    caption: words.products,
    columns: [words.name, { name: words.price, class: "amount" }, words.status, words.sold, words.created],
    rows: rows.map((row, i) => [
      html`<a href="${at.path(`/products/${row.id}`)}">${row.name}</a>`,
      priceText(at, prices[i]),
      badge(STATUS_TONES[row.status], words.statuses[row.status]),
      row.recurring ? words.bySubscription : words.once,
      at.when(row.created),
    ]),
  })
}

const priceText = (at: At, price: PriceRow | undefined) => price && at.money(price.amount, price.currency)

async function one(at: At, row: ProductRow): Promise<Html> {
  const words = at.words(WORDS)
  const { id, metadata, description } = presentProduct(row, at.mode.livemode)
  const actions = html`<p class="actions">${buttonLink(at.path(`/products/${id}/edit`), words.edit, "quiet")} ${buttonLink(at.path(`/products/${id}/price`), words.setPrice)}</p>`
  return html`<p>${idText(id)}</p>
${at.may("operator") && actions}
${facts([
  [words.status, badge(STATUS_TONES[row.status], words.statuses[row.status])],
  [words.sold, row.recurring ? words.bySubscription : words.once],
  [words.description, description],
  [words.created, at.when(row.created)],
  ...Object.entries(metadata).map(([name, value]) => [`${words.metadata}: ${name}`, value] as const),
])}
${await priceList(at, id)}
${await planList(at, id)}
${apiCall(at, { method: "GET", path: `/v1/products/${id}` })}`
}

async function priceList(at: At, product: string): Promise<Html> {
  const words = at.words(WORDS)
  const prices = await listPrices(at.mode.database, at, product, PRICES + 1)
  if (prices.length === 0) return section(words.prices, empty(words.noPrices))
  const rows = prices
    .slice(0, PRICES)
    .map((price, i) => [
      html`${priceText(at, price)} ${i === 0 && badge("good", words.current)}`,
      at.when(price.created),
      idText(price.id),
    ])
  const columns = [{ name: words.price, class: "amount" }, words.since, "Id"]
  const more = prices.length > PRICES && html`<p class="hint">${words.morePrices(PRICES)}</p>`
  return section(words.prices, html`${table({ caption: words.prices, columns, rows })}${more}`)
}
