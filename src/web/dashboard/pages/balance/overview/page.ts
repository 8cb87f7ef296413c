import { dayOf } from "../../../../../base/day.ts"
import { balanceOf } from "../../../../../ledger/balance.ts"
import { type Net, readNet } from "../../../../../ledger/totals/net.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { emptyList, facts } from "../../../components/basics.ts"
import type { Page } from "../../../layout/account-page.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { nextPayoutCard } from "../payouts/next-card.ts"
import { transactionsPath } from "../shared/path.ts"
import { balanceTabs, currencyTabs } from "../shared/tabs.ts"
import { MONEY_WORDS } from "../shared/words.ts"
import { calendar } from "./calendar.ts"
import { OVERVIEW_WORDS } from "./words.ts"

/** What is available, what is on its way, and what comes when. */
export async function balancePage(request: DashboardRequest): Promise<Page> {
  const words = request.words(OVERVIEW_WORDS)
  const { database } = request.mode
  const [{ available, pending }, nets] = await Promise.all([balanceOf(database, request), readNet(database, request)])
  const currencies = available.map(({ currency }) => currency)
  const currency = request.queryChoice("currency", currencies) ?? usualCurrency(currencies)
  if (currency === undefined)
    return { title: request.words(MONEY_WORDS).balance, body: html`${balanceTabs(request, "balance")}${emptyList(words.empty)}` }
  const amountIn = (list: typeof available) => list.find((each) => each.currency === currency)?.amount ?? 0
  const pots = nets.filter((net) => net.currency === currency)
  const body = html`${balanceTabs(request, "balance")}${currencyTabs(request, currencies, currency)}
<div class="tiles">${availableTile(request, currency, amountIn(available))}${pendingTile(request, currency, amountIn(pending), pots)}</div>
${pots.some(({ funds }) => funds === "platform") && (await nextPayoutCard(request, currency))}
${pots.length > 1 && byFunds(request, currency, pots)}${calendar(request, currency, pots)}`
  return { title: request.words(MONEY_WORDS).balance, body }
}

/** Real first, because most accounts have it, and the others in their order. */
function usualCurrency(currencies: readonly string[]): string | undefined {
  return currencies.includes("brl") ? "brl" : currencies[0]
}

function availableTile(request: DashboardRequest, currency: string, amount: number): Html {
  const words = request.words(OVERVIEW_WORDS)
  const link = transactionsPath(request, { currency, by: "available_on", to: dayOf(request.now) })
  return html`<section class="card tile"><h2>${words.available}</h2><p class="figure"><a href="${link}">${request.money(amount, currency)}</a></p>
<p class="hint">${words.availableText}</p></section>`
}

/** What is to come has a day. What is processing may still fail. */
function pendingTile(request: DashboardRequest, currency: string, amount: number, pots: readonly Net[]): Html {
  const words = request.words(OVERVIEW_WORDS)
  const toCome = pots.reduce((sum, { to_come }) => sum + to_come, 0)
  const link = transactionsPath(request, { currency, by: "available_on", from: dayOf(request.now) + 1 })
  const processing = html`<a href="${request.pathTo("/payments?status=processing")}">${request.money(amount - toCome, currency)}</a>`
  return html`<section class="card tile"><h2>${words.pending}</h2><p class="figure"><a href="${link}">${request.money(amount, currency)}</a></p>
<p class="hint">${words.pendingText}</p>${
    amount !== toCome &&
    facts([
      [words.toCome, html`<a href="${link}">${request.money(toCome, currency)}</a>`],
      [words.processing, processing],
    ])
  }</section>`
}

function byFunds(request: DashboardRequest, currency: string, pots: readonly Net[]): Html {
  const words = request.words(OVERVIEW_WORDS)
  const today = dayOf(request.now)
  const link = (path: string, amount: number) => html`<a href="${path}">${request.money(amount, currency)}</a>`
  return table({
    caption: request.words(MONEY_WORDS).fundsName,
    columns: [
      request.words(MONEY_WORDS).fundsName,
      { name: words.available, class: "amount" },
      { name: words.toCome, class: "amount" },
    ],
    rows: pots.map(({ funds, available, to_come }) => [
      request.words(MONEY_WORDS).funds[funds],
      link(transactionsPath(request, { currency, funds, by: "available_on", to: today }), available),
      link(transactionsPath(request, { currency, funds, by: "available_on", from: today + 1 }), to_come),
    ]),
  })
}
