import { readNet } from "../../../../../ledger/totals/net.ts"
import { pageOfPayouts } from "../../../../../payouts/store.ts"
import type { PayoutRow } from "../../../../../payouts/tables.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { emptyList } from "../../../components/basics.ts"
import type { Page } from "../../../layout/account-page.ts"
import { pageRequest, pager } from "../../../lists/pager.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { dayText } from "../shared/day.ts"
import { balanceTabs } from "../shared/tabs.ts"
import { MONEY_WORDS } from "../shared/words.ts"
import { bankAccountCard } from "./bank-account-card.ts"
import { nextPayoutCard } from "./next-card.ts"
import { destinationText, payoutBadge } from "./summary.ts"
import { PAYOUT_WORDS } from "./words.ts"

/** The next payout of each currency, the bank account, and all payouts, newest first. */
export async function payoutList(request: DashboardRequest): Promise<Page> {
  const words = request.words(PAYOUT_WORDS)
  const page = await pageOfPayouts(request.mode.database, request.account, pageRequest(request))
  const currencies = await payoutCurrencies(request)
  const isFirst = !request.queryParameter("before") && !request.queryParameter("after")
  const cards = isFirst && [
    request.mode.livemode && currencies.length === 0 && html`<p>${words.noMoney}</p>`,
    ...(await Promise.all(currencies.map((currency) => nextPayoutCard(request, currency)))),
    await bankAccountCard(request),
  ]
  const body = html`${balanceTabs(request, "payouts")}${cards}
${page.rows.length === 0 ? emptyList(words.none) : payoutTable(request, page.rows)}${pager(request, page)}`
  return { title: request.words(MONEY_WORDS).payouts, body }
}

/** The currencies in which the platform has, or had, money of the account. */
export async function payoutCurrencies(request: DashboardRequest): Promise<string[]> {
  const pots = await readNet(request.mode.database, request)
  return pots.filter(({ funds }) => funds === "platform").map(({ currency }) => currency)
}

function payoutTable(request: DashboardRequest, rows: readonly PayoutRow[]): Html {
  const words = request.words(PAYOUT_WORDS)
  const hasDay = ({ status }: PayoutRow) => status !== "failed" && status !== "canceled"
  return table({
    caption: request.words(MONEY_WORDS).payouts,
    columns: [{ name: words.amount, class: "amount" }, words.status, words.to, words.arrives, words.made],
    rows: rows.map((row) => [
      html`<a href="${request.pathTo(`/balance/payouts/${row.id}`)}">${request.money(row.amount, row.currency)}</a>`,
      payoutBadge(request, row),
      destinationText(request, row.destination),
      hasDay(row) ? dayText(request, row.arrival_date) : "–",
      request.dateTime(row.created),
    ]),
  })
}
