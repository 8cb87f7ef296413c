import { dayOf, dayOfDate } from "../../../../../base/day.ts"
import { isId } from "../../../../../base/ids.ts"
import type { Pot, Wanted } from "../../../../../ledger/pages.ts"
import { type Funds, TRANSACTION_TYPES } from "../../../../../ledger/parts/kinds.ts"
import { NO_PAYOUT } from "../../../../../ledger/taken.ts"
import { readNet } from "../../../../../ledger/totals/net.ts"
import { readUnpaid } from "../../../../../ledger/totals/unpaid.ts"
import { isDay } from "../../../lists/filters.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"

export const DAYS = ["created", "available_on"] as const
const FUNDS: readonly Funds[] = ["platform", "acquirer"]
const FILTERS = ["type", "from", "to", "payment", "payout", "currency", "funds"] as const

/** What the query asks for. `pots` are all that the account has. */
export type TransactionRequest = { wanted: Wanted; pots: Pot[]; isFiltered: boolean }

/** Reads the filters of the list. Invalid ones are ignored, and the page names them. */
export async function readTransactionQuery(request: DashboardRequest): Promise<TransactionRequest> {
  const pots = await readNet(request.mode.database, request)
  const currency = request.queryChoice("currency", [...new Set(pots.map((pot) => pot.currency))])
  const funds = request.queryChoice("funds", FUNDS)
  const day = (name: "from" | "to") => dayOfDate(request.validQueryParameter(name, isDay) ?? "")
  const isIn = (pot: Pot) => (currency ?? pot.currency) === pot.currency && (funds ?? pot.funds) === pot.funds
  const asked: Wanted = {
    pots: pots.filter(isIn),
    by: request.queryChoice("by", DAYS) ?? "created",
    type: request.queryChoice("type", TRANSACTION_TYPES),
    from: day("from"),
    to: day("to"),
    payment_intent: request.validQueryParameter("payment", isId),
    payout: request.validQueryParameter("payout", (value) => value === NO_PAYOUT || isId(value)),
  }
  return {
    wanted: asked.payout === NO_PAYOUT ? await withoutPaidDays(request, asked) : asked,
    pots,
    isFiltered: FILTERS.some((name) => request.queryParameter(name) !== ""),
  }
}

/** What is in no payout is of the last days, and what has been paid out since the first payment is not searched for it. */
async function withoutPaidDays(request: DashboardRequest, wanted: Wanted): Promise<Wanted> {
  const dates = (await readUnpaid(request.mode.database, request)).map(({ date }) => date)
  const first = dayOfDate(dates.sort()[0] ?? "") ?? dayOf(request.now) + 1
  const pots = wanted.pots.filter(({ funds }) => funds === "platform")
  return { ...wanted, pots, by: "available_on", from: Math.max(wanted.from ?? first, first) }
}
