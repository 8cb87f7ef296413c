import { dayOf, dayOfDate } from "../../../../../base/day.ts"
import { isId } from "../../../../../base/ids.ts"
import type { Pot, Wanted } from "../../../../../ledger/pages.ts"
import { type Funds, TRANSACTION_TYPES } from "../../../../../ledger/parts/kinds.ts"
import { NO_PAYOUT } from "../../../../../ledger/taken.ts"
import { readNet } from "../../../../../ledger/totals/net.ts"
import { readUnpaid } from "../../../../../ledger/totals/unpaid.ts"
import { findPayout } from "../../../../../payouts/store.ts"
import type { PayoutRow } from "../../../../../payouts/tables.ts"
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
    wanted: await withinDays(request, asked),
    pots,
    isFiltered: FILTERS.some((name) => request.queryParameter(name) !== ""),
  }
}

async function withinDays(request: DashboardRequest, wanted: Wanted): Promise<Wanted> {
  if (wanted.payout === NO_PAYOUT) return withoutPaidDays(request, wanted)
  const payout = wanted.payout && (await findPayout(request.mode.database, request.account, wanted.payout))
  return payout ? daysOfPayout(wanted, payout) : wanted
}

/** Its own rows are of the day on which it was made. One that gave all back has few rows, of any days. */
function daysOfPayout(wanted: Wanted, { taken, status, created, currency }: PayoutRow): Wanted {
  if (!taken || status === "failed" || status === "canceled") return wanted
  const [from, to] = [wanted.from ?? taken.from, wanted.to ?? Number.POSITIVE_INFINITY]
  return {
    ...wanted,
    ...{ pots: wanted.pots.filter((pot) => pot.currency === currency && pot.funds === "platform"), by: "available_on" },
    ...{ from: Math.max(from, taken.from), to: Math.min(to, Math.max(taken.to, dayOf(created))), isOfDays: true },
  }
}

/** What is in no payout is of the last days, and what has been paid out since the first payment is not searched for it. */
async function withoutPaidDays(request: DashboardRequest, wanted: Wanted): Promise<Wanted> {
  const dates = (await readUnpaid(request.mode.database, request)).map(({ date }) => date)
  const first = dayOfDate(dates.sort()[0] ?? "") ?? dayOf(request.now) + 1
  const pots = wanted.pots.filter(({ funds }) => funds === "platform")
  return { ...wanted, pots, by: "available_on", from: Math.max(wanted.from ?? first, first) }
}
