import { MOCK_CARDS } from "../../../../acquirers/mock/cards.ts"
import { html } from "../../../shared/html.ts"
import { titledCard } from "../../components/basics.ts"
import { copyable } from "../../components/copyable.ts"
import { table } from "../../lists/table.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { CARD_WORDS } from "./card-words.ts"
import { mustBeTestMode, toolTabs } from "./tabs.ts"

/** The test cards, and the behavior of each. */
export function cardPages(routes: PageRoutes): void {
  routes.page("/test-tools/cards", async (request) => {
    mustBeTestMode(request)
    const words = request.words(CARD_WORDS)
    const cards = table({
      caption: words.title,
      columns: [words.number, words.outcome],
      rows: MOCK_CARDS.map(({ name, number }) => [copyable(grouped(number)), words.outcomes[name]]),
    })
    const body = html`${toolTabs(request, "cards")}<p>${words.intro}</p>${cards}<p class="hint">${words.any}</p>
${titledCard(words.rest, html`<p>${words.restText}</p>`)}${titledCard(words.faults, html`<p>${words.faultsText}</p>${faultsOf(request)}`)}`
    return { title: words.title, body }
  })
}

/** The faults of this account, and those that apply to all accounts. Faults of other accounts are private. */
function faultsOf(request: DashboardRequest) {
  const own = Object.entries(request.mode.config.mockFaults).flatMap(([where, fault]) => {
    const [, account, operation = where] = /^(?:account:([^/]+)\/)?(.+)$/.exec(where) ?? []
    return account === undefined || account === request.account ? [`${operation}=${fault}`] : []
  })
  return own.length > 0 && html`<p>${request.words(CARD_WORDS).faultsOfNow} ${own.map((each) => html`<code>${each}</code> `)}</p>`
}

/** Groups a card number as on a card. Amex groups its digits by 4, 6 and 5. */
function grouped(number: string): string {
  return number.replace(number.length === 15 ? /^(.{4})(.{6})(.{5})$/ : /^(.{4})(.{4})(.{4})(.{4})$/, (_, ...parts) =>
    parts.slice(0, -2).join(" "),
  )
}
