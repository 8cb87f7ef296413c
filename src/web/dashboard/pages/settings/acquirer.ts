import { findAllCredentials } from "../../../../acquirers/credentials.ts"
import { html } from "../../../shared/html.ts"
import { buttonLink, emptyList } from "../../components/basics.ts"
import type { Page } from "../../layout/account-page.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { accountPath } from "../../request/location.ts"
import type { PageRoutes } from "../page-routes.ts"
import { acquirerCard, addCard, routesCard } from "./acquirer-cards.ts"
import { acquirerChanges } from "./acquirer-changes.ts"
import { ACQUIRER_PATH } from "./acquirer-state.ts"
import { WORDS } from "./acquirer-words.ts"
import { settingsTabs } from "./tabs.ts"

/** The acquirers of an account's live mode payments. Test mode always uses the mock. */
export function acquirerPages(routes: PageRoutes): void {
  routes.page(ACQUIRER_PATH, async (request) => (request.mode.livemode ? await livePage(request) : testPage(request)))
  acquirerChanges(routes)
}

function testPage(request: DashboardRequest): Page {
  const words = request.words(WORDS)
  const live =
    request.location.hasLive &&
    buttonLink(accountPath({ account: request.location.account, mode: "live" }, ACQUIRER_PATH), words.toLive, "quiet")
  const body = html`${settingsTabs(request, "/acquirer")}<section class="card"><p>${words.mock}</p>
<p class="actions">${buttonLink(request.pathTo("/test-tools/cards"), words.toCards)} ${live}</p></section>`
  return { title: words.title, body }
}

async function livePage(request: DashboardRequest): Promise<Page> {
  const words = request.words(WORDS)
  const rows = await findAllCredentials(request.mode.database, request.account)
  const owns = request.may("owner")
  const cards = await Promise.all(rows.map((row) => acquirerCard(request, row)))
  const list =
    rows.length > 0
      ? html`<p>${words.intro}</p>${routesCard(request, rows)}${cards}`
      : emptyList(owns ? words.none : words.noneForReaders)
  return { title: words.title, body: html`${settingsTabs(request, "/acquirer")}${list}${owns && addCard(request, rows)}` }
}
