import { listTerms } from "../../../../../ledger/terms/store.ts"
import type { TermsRow } from "../../../../../ledger/terms/table.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { emptyList } from "../../../components/basics.ts"
import type { Page } from "../../../layout/account-page.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { otherFees, priceTable } from "./prices.ts"
import { TERMS_WORDS } from "./words.ts"

/** The terms of each currency, and those that it had before. */
export async function termsPage(request: DashboardRequest): Promise<Page> {
  const words = request.words(TERMS_WORDS)
  const rows = await listTerms(request.mode.database, request.account)
  const currencies = [...Map.groupBy(rows, ({ currency }) => currency).values()]
  const body = html`${balanceTabs(request, "terms")}<p>${words.intro}</p>
${currencies.length === 0 ? emptyList(words.none) : currencies.map((versions) => ofCurrency(request, versions))}`
  return { title: words.terms, body }
}

/** `versions` are those of one currency, the newest first. */
function ofCurrency(request: DashboardRequest, versions: readonly TermsRow[]): Html {
  const words = request.words(TERMS_WORDS)
  const [current, ...earlier] = versions
  if (!current) return html``
  const history = earlier.map((row, i) => {
    const until = versions[i]?.created ?? row.created
    return html`<details><summary>${words.version} ${row.version}: ${request.dateTime(row.created)} – ${request.dateTime(until)}</summary>${contentOf(request, row)}</details>`
  })
  return html`<section class="card"><h2>${words.ofCurrency(current.currency.toUpperCase())}</h2>
<p class="hint">${words.version} ${current.version}. ${words.since} ${request.dateTime(current.created)}.</p>${contentOf(request, current)}
<p class="hint">${words.nextBankingDay}</p>${history.length > 0 && html`<h3>${words.history}</h3>${history}`}</section>`
}

function contentOf(request: DashboardRequest, { terms, version }: TermsRow): Html {
  return html`${priceTable(request, terms, version)}${otherFees(request, terms)}`
}
