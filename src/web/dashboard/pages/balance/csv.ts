import { DAY_OFFSET, dateOf } from "../../../../base/day.ts"
import { type Cell, sendCsv } from "../../lists/csv.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { type ListedMovement, type MovementKind, pageOfMovements } from "./movements.ts"
import { MAX_DAYS, readBoundedRange } from "./range.ts"
import { WORDS } from "./words.ts"

const ROWS_AT_ONCE = 500

/** Sends the movements of some days as CSV, oldest last. They are read and sent page by page, so any length works. */
export async function sendMovements(request: DashboardRequest): Promise<void> {
  const { ctx } = request
  const words = request.words(WORDS)
  const range = readBoundedRange(request)
  if (!range) {
    ctx.status = 400
    ctx.body = `${words.wrongDates(MAX_DAYS)}\n`
    return
  }
  const { date, kind, amount, currency: inCurrency, payment, source, description } = words.columns
  sendCsv(request, {
    name: `${words.balance.toLowerCase()}-${dateOf(range.from)}-${dateOf(range.to)}.csv`,
    columns: [date, kind, amount, inCurrency, payment, source, description],
    rows: lines(request, { ...range, currency: request.queryParameter("currency") }, words.kinds),
  })
}

type MovementFilter = { from: number; to: number; currency: string }

async function* lines(
  request: DashboardRequest,
  wanted: MovementFilter,
  kinds: Record<MovementKind, string>,
): AsyncGenerator<Cell[]> {
  let cursor: { starting_after?: string } = {}
  for (;;) {
    const { rows, has_more } = await pageOfMovements(
      request.mode.database,
      request.account,
      { limit: ROWS_AT_ONCE, ...cursor },
      wanted,
    )
    for (const row of rows) yield lineOf(row, kinds)
    const last = rows.at(-1)
    if (!has_more || !last) return
    cursor = { starting_after: last.id }
  }
}

function lineOf(row: ListedMovement, kinds: Record<MovementKind, string>): Cell[] {
  const { at, kind, amount, currency, payment_intent, source, description } = row
  return [localTime(at), kinds[kind], { amount, currency }, currency.toUpperCase(), payment_intent, source, description]
}

/** Formats a time in Brasília's time zone, like the days: 2026-04-25T09:30:00-03:00. */
function localTime(seconds: number): string {
  return new Date((seconds + DAY_OFFSET) * 1000).toISOString().replace(".000Z", "-03:00")
}
