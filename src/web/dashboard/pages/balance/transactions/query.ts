import { dayOfDate } from "../../../../../base/day.ts"
import { isId } from "../../../../../base/ids.ts"
import type { Pot, Wanted } from "../../../../../ledger/pages.ts"
import { type Funds, TRANSACTION_TYPES } from "../../../../../ledger/parts/kinds.ts"
import { readNet } from "../../../../../ledger/totals/net.ts"
import { isDay } from "../../../lists/filters.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"

export const DAYS = ["created", "available_on"] as const
const FUNDS: readonly Funds[] = ["platform", "acquirer"]
const FILTERS = ["type", "from", "to", "payment", "currency", "funds"] as const

/** What the query asks for. `pots` are all that the account has. */
export type TransactionRequest = { wanted: Wanted; pots: Pot[]; isFiltered: boolean }

/** Reads the filters of the list. Invalid ones are ignored, and the page names them. */
export async function readTransactionQuery(request: DashboardRequest): Promise<TransactionRequest> {
  const pots = await readNet(request.mode.database, request)
  const currency = request.queryChoice("currency", [...new Set(pots.map((pot) => pot.currency))])
  const funds = request.queryChoice("funds", FUNDS)
  const day = (name: "from" | "to") => dayOfDate(request.validQueryParameter(name, isDay) ?? "")
  const isIn = (pot: Pot) => (currency ?? pot.currency) === pot.currency && (funds ?? pot.funds) === pot.funds
  return {
    wanted: {
      pots: pots.filter(isIn),
      by: request.queryChoice("by", DAYS) ?? "created",
      type: request.queryChoice("type", TRANSACTION_TYPES),
      from: day("from"),
      to: day("to"),
      payment_intent: request.validQueryParameter("payment", isId),
    },
    pots,
    isFiltered: FILTERS.some((name) => request.queryParameter(name) !== ""),
  }
}
