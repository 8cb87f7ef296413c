import { deactivateIntegration, findIntegration, pageOfIntegrations } from "../../../../events/webhooks/integrations.ts"
import type { IntegrationRow } from "../../../../events/webhooks/tables.ts"
import { type Html, html } from "../../../shared/html.ts"
import { badge, buttonLink, emptyList } from "../../components/basics.ts"
import { idLink } from "../../components/id-link.ts"
import { shownUrl } from "../../components/shown-url.ts"
import { pageRequest, pager } from "../../lists/pager.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { INTEGRATIONS_PATH, integrationForms } from "./integration-forms.ts"
import { integrationPage } from "./integration-page.ts"
import { INTEGRATION_WORDS } from "./integration-words.ts"
import { settingsTabs } from "./tabs.ts"

/** The marketing tools that receive the account's purchases. */
export function integrationPages(routes: PageRoutes): void {
  routes.page(INTEGRATIONS_PATH, async (request) => {
    const words = request.words(INTEGRATION_WORDS)
    const page = await pageOfIntegrations(request.mode.database, request.account, pageRequest(request))
    const owns = request.may("owner")
    const button = (path: string, text: string) => buttonLink(request.pathTo(`${INTEGRATIONS_PATH}/${path}`), text)
    const create = owns && html`<p class="actions">${button("new-utmify", words.utmify)} ${button("new", words.create)}</p>`
    const list = page.rows.length > 0 ? listOf(request, page.rows) : emptyList(owns ? words.none : words.noneForReaders)
    return {
      title: words.title,
      body: html`${settingsTabs(request, "/integrations")}<p>${words.intro}</p>${create}${list}${pager(request, page)}`,
    }
  })
  integrationForms(routes)
  integrationPage(routes)
  deactivatePage(routes)
}

function listOf(request: DashboardRequest, rows: IntegrationRow[]): Html {
  const words = request.words(INTEGRATION_WORDS)
  const deactivate = ({ id, active }: IntegrationRow) =>
    active &&
    request.may("owner") &&
    html`<a href="${request.pathTo(`${INTEGRATIONS_PATH}/${id}/deactivate`)}" aria-label="${words.deactivate} ${id}">${words.deactivate}</a>`
  return table({
    caption: words.title,
    columns: [words.url, words.state, words.created, ""],
    rows: rows.map((row) => [
      html`${words.kinds[row.kind]}<br>${shownUrl(row.url)}<br>${idLink(request, row.id)}`,
      row.active ? badge("good", words.active) : badge("calm", words.inactive),
      request.dateTime(row.created),
      deactivate(row) || null,
    ]),
  })
}

function deactivatePage(routes: PageRoutes): void {
  routes.change(`${INTEGRATIONS_PATH}/:id/deactivate`, {
    role: "owner",
    proof: "live",
    find: async (request) => {
      const row = await findIntegration(request.mode.database, request.account, request.pathParameter("id"))
      if (!row) throw new PageNotFound()
      return row
    },
    confirmation: (request, { id, url }) => {
      const words = request.words(INTEGRATION_WORDS)
      return {
        title: words.deactivateTitle,
        text: words.deactivateText(shownUrl(url)),
        button: words.deactivateButton,
        tone: "danger",
        back: request.pathTo(`${INTEGRATIONS_PATH}/${id}`),
      }
    },
    make: async (request, row) => {
      const { id } = row
      await request.runAction(
        { action: "integration.deactivate", target: id },
        async (tx) => (await deactivateIntegration(tx, row)) ?? row,
      )
      return { to: request.pathTo(INTEGRATIONS_PATH), notice: request.words(INTEGRATION_WORDS).deactivated(id) }
    },
  })
}
