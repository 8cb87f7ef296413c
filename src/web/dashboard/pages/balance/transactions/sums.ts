import { type Sum, sumTransactions, type Wanted } from "../../../../../ledger/pages.ts"
import { NO_PAYOUT } from "../../../../../ledger/taken.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { titledCard } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { sumTable } from "./sum-table.ts"
import { TRANSACTION_WORDS } from "./words.ts"

/** What the chosen days brought, by type, in each currency. Nothing without days. */
export async function transactionSums(request: DashboardRequest, wanted: Wanted): Promise<Html | false> {
  const isOfOne = wanted.payment_intent !== undefined || (wanted.payout !== undefined && wanted.payout !== NO_PAYOUT)
  if (isOfOne || (wanted.from === undefined && wanted.to === undefined)) return false
  const words = request.words(TRANSACTION_WORDS)
  const sums = await sumTransactions(request.mode.database, request.account, wanted)
  if (!sums) return titledCard(words.sum, html`<p class="hint">${words.tooMany}</p>`)
  const cards = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => cardOf(request, currency, own))
  return html`${cards}`
}

function cardOf(request: DashboardRequest, currency: string, sums: readonly Sum[]): Html {
  const { sum } = request.words(TRANSACTION_WORDS)
  const net = sums.reduce((all, each) => all + each.net, 0)
  return titledCard(
    sum,
    html`<p class="figure">${request.money(net, currency)}</p>${sumTable(request, { caption: sum, currency, sums })}`,
  )
}
