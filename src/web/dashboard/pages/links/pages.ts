import { mustFindProduct } from "../../../../billing/products.ts"
import { hasEnded, mustFindPaymentLink, pageOfPaymentLinks } from "../../../../checkout/payment-links/links.ts"
import { type PaymentLink, presentPaymentLink, presentPaymentLinks } from "../../../../checkout/payment-links/present.ts"
import { qrCodeSvg } from "../../../pay/qr-code.ts"
import { type Html, html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { badge, buttonLink, emptyList, facts, idText, tabs, titledCard } from "../../components/basics.ts"
import { copyable } from "../../components/copyable.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { linkForms } from "./form.ts"
import { WORDS } from "./words.ts"

/** The list of payment links, the page of a link with its QR code, and the forms that create, close and open links. */
export function linkPages(routes: PageRoutes): void {
  routes.page("/links", async (request) => {
    const words = request.words(WORDS)
    const status = request.queryChoice("status", ["open", "closed"] as const)
    const active = status && status === "open"
    const page = await pageOfPaymentLinks(request.mode.database, request.account, { ...pageRequest(request), active })
    const links = await presentPaymentLinks(request.mode.database, request, page.rows)
    const rows = links.length === 0 ? emptyList(status ? words.noneWithStatus : words.none) : await list(request, links)
    return { title: words.links, body: html`${searchBar(request, status)}${rows}${pager(request, page)}` }
  })
  linkForms(routes)
  routes.page("/links/:id", async (request) => {
    const link = await find(request)
    const { name } = await mustFindProduct(request.mode.database, request, link.product)
    return { title: name, body: details(request, link, name) }
  })
  routes.file("/links/:id/qr.svg", async (request) => {
    const { id, url } = await find(request)
    request.ctx.type = "svg"
    request.ctx.body = await qrCodeSvg(url)
    request.ctx.set("Content-Disposition", `inline; filename="${id}.svg"`)
  })
}

async function find(request: DashboardRequest): Promise<PaymentLink> {
  const { database } = request.mode
  const row = await mustFindPaymentLink(database, request.account, request.pathParameter("id"))
  return presentPaymentLink(database, request, row)
}

function searchBar(request: DashboardRequest, status: "open" | "closed" | undefined): Html {
  const words = request.words(WORDS)
  const links = ([undefined, "open", "closed"] as const).map((each) => ({
    href: request.pathTo(each ? `/links?status=${each}` : "/links"),
    text: each ? words[each] : words.all,
    current: each === status,
  }))
  return html`<div class="tools">${tabs(words.status, links)}${request.may("operator") && buttonLink(request.pathTo("/links/new"), words.newLink)}</div>`
}

async function list(request: DashboardRequest, links: readonly PaymentLink[]): Promise<Html> {
  const words = request.words(WORDS)
  const products = await Promise.all(links.map(({ product }) => mustFindProduct(request.mode.database, request, product)))
  return table({
    caption: words.links,
    columns: [words.product, { name: words.payments, class: "amount" }, words.status, words.created],
    rows: links.map((link, i) => [
      html`<a href="${request.pathTo(`/links/${link.id}`)}">${products[i]?.name}</a>`,
      paymentsText(request, link),
      statusBadge(request, link),
      request.dateTime(link.created),
    ]),
  })
}

function paymentsText(request: DashboardRequest, { payments, max_payments }: PaymentLink): string {
  return max_payments === null ? String(payments) : request.words(WORDS).paymentsOf(payments, max_payments)
}

function statusBadge(request: DashboardRequest, { active }: PaymentLink): Html {
  const { open, closed } = request.words(WORDS)
  return active ? badge("good", open) : badge("calm", closed)
}

function details(request: DashboardRequest, link: PaymentLink, name: string): Html {
  const words = request.words(WORDS)
  const { id, url, metadata } = link
  const change = link.active ? { to: "close", text: words.close } : { to: "open", text: words.openAgain }
  const actions = html`<p class="actions">${buttonLink(request.pathTo(`/links/${id}/${change.to}`), change.text, "quiet")}</p>`
  const qr = request.pathTo(`/links/${id}/qr.svg`)
  return html`<p>${idText(id)}</p>
${request.may("operator") && !hasEnded(link, request.now) && actions}
${facts([
  [words.address, copyable(url)],
  [words.status, statusBadge(request, link)],
  [words.product, html`<a href="${request.pathTo(`/products/${link.product}`)}">${name}</a>`],
  [words.payments, paymentsText(request, link)],
  [
    words.methods,
    link.payment_method_types.map((type) => words.methodNames[type as keyof typeof words.methodNames] ?? type).join(", "),
  ],
  [words.maxInstallments, link.max_installments],
  [words.expires, link.expires_at !== null && request.dateTime(link.expires_at)],
  [words.afterPayment, link.after_payment_url],
  [words.created, request.dateTime(link.created)],
  ...Object.entries(metadata).map(([key, value]) => [`${words.metadata}: ${key}`, value] as const),
])}
${titledCard(words.qrCode, html`<p class="hint">${words.qrCodeHint}</p><p><img src="${qr}" width="240" height="240" alt="${words.qrCode}"></p><p><a href="${qr}" download>${words.download}</a></p>`)}
${apiCall(request, { method: "GET", path: `/v1/payment_links/${id}` })}`
}
