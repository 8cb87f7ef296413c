import type { Sum } from "../../../../../ledger/pages.ts"
import type { TransactionType } from "../../../../../ledger/parts/kinds.ts"
import { type Html, html } from "../../../../shared/html.ts"
import { table } from "../../../lists/table.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { TRANSACTION_WORDS } from "./words.ts"

type SumTable = {
  caption: string
  currency: string
  sums: readonly Sum[]
  /** Leads from a type to its transactions. */
  link?: (type: TransactionType) => string | false
  /** Lines below the types, with what they add, in cents. */
  others?: readonly { name: string; cents: number }[]
  /** Whether the total is shown for one line, too. */
  hasTotal?: boolean
}

/** What transactions of each type add up to, and all of them. A fee is shown as what it takes. */
export function sumTable(
  request: DashboardRequest,
  { caption, currency, sums, link, others = [], hasTotal = false }: SumTable,
): Html {
  const words = request.words(TRANSACTION_WORDS)
  const money = (cents: number) => request.money(cents, currency)
  const all = (name: "count" | "amount" | "fee" | "net") => sums.reduce((sum, each) => sum + each[name], 0)
  const number = (name: string) => ({ name, class: "amount" })
  const rows = sums.map(({ type, count, amount, fee, net }) => {
    const href = link?.(type)
    const shown = href ? html`<a href="${href}">${money(net)}</a>` : money(net)
    return [words.types[type], request.number(count), money(amount), money(0 - fee), shown]
  })
  const added = others.filter(({ cents }) => cents !== 0)
  const lines = [...rows, ...added.map(({ name, cents }) => [name, "", "", "", money(cents)])]
  const net = added.reduce((sum, { cents }) => sum + cents, all("net"))
  const total = [words.total, request.number(all("count")), money(all("amount")), money(0 - all("fee")), money(net)]
  return table({
    caption,
    columns: [words.type, number(words.count), number(words.amount), number(words.fee), number(words.net)],
    rows: hasTotal || lines.length > 1 ? [...lines, total] : lines,
  })
}
