import { listDeliveries } from "../../../../events/webhooks/deliveries.ts"
import { findIntegration } from "../../../../events/webhooks/integrations.ts"
import { ordersOfIds } from "../../../../events/webhooks/order-messages.ts"
import { DELIVERY_STATUSES, type DeliveryRow, type IntegrationRow } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList, facts, idText } from "../../components/basics.ts"
import { shownUrl } from "../../components/shown-url.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { deliveryTable, statusTabs } from "../webhooks/delivery-table.ts"
import { INTEGRATIONS_PATH } from "./integration-forms.ts"
import { INTEGRATION_WORDS } from "./integration-words.ts"

/** The page of an integration: what it was told of which payment, and what it refused. */
export function integrationPage(routes: PageRoutes): void {
  routes.page(`${INTEGRATIONS_PATH}/:id`, async (request) => {
    const row = await findIntegration(request.mode.database, request.account, request.pathParameter("id"))
    if (!row) throw new PageNotFound()
    const words = request.words(INTEGRATION_WORDS)
    const path = request.pathTo(`${INTEGRATIONS_PATH}/${row.id}/deactivate`)
    const deactivate =
      row.active && request.may("owner") && html`<p class="actions">${buttonLink(path, words.deactivate, "quiet")}</p>`
    return {
      title: row.platform ?? new URL(row.url).host,
      body: html`${deactivate}${summary(request, row)}<h2 class="part">${words.told}</h2>${await deliveries(request, row)}`,
    }
  })
}

function summary(request: DashboardRequest, { id, kind, url, platform, active, created }: IntegrationRow): Html {
  const words = request.words(INTEGRATION_WORDS)
  return facts([
    [words.kind, words.kinds[kind]],
    [words.platform, platform],
    [words.url, shownUrl(url)],
    [words.state, active ? badge("good", words.active) : badge("calm", words.inactive)],
    [words.created, request.dateTime(created)],
    [words.id, idText(id)],
  ])
}

async function deliveries(request: DashboardRequest, { id, kind }: IntegrationRow): Promise<Html> {
  const words = request.words(INTEGRATION_WORDS)
  const { mode, account } = request
  const status = request.queryChoice("status", DELIVERY_STATUSES)
  const page = await listDeliveries(mode.database, { account }, id, pageRequest(request), status)
  const messages = page.rows.map(({ message }) => message)
  const orders = kind === "utmify" ? await ordersOfIds(mode.database, account, messages) : new Map()
  const nameOf = ({ message }: DeliveryRow) => {
    const order = orders.get(message)
    return order ? `${order.payment_intent}: ${words.statuses[order.status]}` : message
  }
  const list =
    page.rows.length === 0
      ? emptyList(status ? words.nothingFits : words.nothingTold)
      : deliveryTable(request, page.rows, { name: kind === "utmify" ? words.payment : words.message, of: nameOf })
  const hints = kind === "utmify" && html`<p class="hint">${words.refusedText} ${words.canceledText}</p>`
  const tabs = statusTabs(request, request.pathTo(`${INTEGRATIONS_PATH}/${id}`), status)
  return html`${tabs}${list}${pager(request, page)}${hints}`
}
