import { dateOf } from "../../../../../base/day.ts"
import type { Day } from "../../../../../ledger/pages.ts"
import type { Funds, TransactionType } from "../../../../../ledger/parts/kinds.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"

/** What a list of transactions is limited to. `from` and `to` are days, both included (src/base/day.ts). */
export type TransactionQuery = {
  currency?: string | undefined
  funds?: Funds | undefined
  type?: TransactionType | undefined
  by?: Day
  from?: number | undefined
  to?: number | undefined
  /** The id of a payout, or NO_PAYOUT. */
  payout?: string | undefined
}

/** The path of the list of transactions with these filters. */
export function transactionsPath(request: DashboardRequest, { from, to, ...rest }: TransactionQuery): string {
  const days = { from: from === undefined ? undefined : dateOf(from), to: to === undefined ? undefined : dateOf(to) }
  const given = Object.entries({ ...rest, ...days }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return request.pathTo(`/balance/transactions?${new URLSearchParams(given)}`)
}
