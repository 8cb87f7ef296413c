import { sumTransactions, type Wanted } from "../../../../../ledger/pages.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { titledCard } from "../../../components/basics.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { TRANSACTION_WORDS } from "./words.ts"

/** What the chosen days brought, by type, in each currency. Nothing without days. */
export async function transactionSums(request: DashboardRequest, wanted: Wanted): Promise<Html | false> {
  if (wanted.payment_intent !== undefined || (wanted.from === undefined && wanted.to === undefined)) return false
  const words = request.words(TRANSACTION_WORDS)
  const sums = await sumTransactions(request.mode.database, request.account, wanted)
  if (!sums) return titledCard(words.sum, html`<p class="hint">${words.tooMany}</p>`)
  const cards = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => cardOf(request, currency, own))
  return html`${cards}`
}

type Sums = NonNullable<Awaited<ReturnType<typeof sumTransactions>>>

function cardOf(request: DashboardRequest, currency: string, sums: Sums): Html {
  const words = request.words(TRANSACTION_WORDS)
  const money = (cents: number) => request.money(cents, currency)
  const all = (name: "count" | "amount" | "fee" | "net") => sums.reduce((sum, each) => sum + each[name], 0)
  const number = (name: string) => ({ name, class: "amount" })
  const rows = sums.map(({ type, count, amount, fee, net }) => [
    words.types[type],
    request.number(count),
    money(amount),
    money(0 - fee),
    money(net),
  ])
  const total = [words.total, request.number(all("count")), money(all("amount")), money(0 - all("fee")), money(all("net"))]
  return titledCard(
    words.sum,
    html`<p class="figure">${money(all("net"))}</p>${table({
      caption: words.sum,
      columns: [words.type, number(words.count), number(words.amount), number(words.fee), number(words.net)],
      rows: rows.length > 1 ? [...rows, total] : rows,
    })}`,
  )
}
