import { DAY_OFFSET, dateOf } from "../../../base/day.ts"
import { type ListedMovement, type MovementKind, pageOfMovements } from "../../../payments/movements.ts"
import type { At } from "../shell/at.ts"
import { type Cell, sendCsv } from "../shell/csv.ts"
import { boundedRangeOf, MAX_DAYS } from "./range.ts"
import { WORDS } from "./words.ts"

const ROWS = 500

/** Sends the movements of some days as CSV, oldest last. They are read and sent page by page, so any length works. */
export async function sendMovements(at: At): Promise<void> {
  const { ctx } = at
  const words = at.words(WORDS)
  const range = boundedRangeOf(at)
  if (!range) {
    ctx.status = 400
    ctx.body = `${words.wrongDates(MAX_DAYS)}\n`
    return
  }
  const { date, kind, amount, currency: inCurrency, payment, source, description } = words.columns
  sendCsv(at, {
    name: `${words.balance.toLowerCase()}-${dateOf(range.from)}-${dateOf(range.to)}.csv`,
    columns: [date, kind, amount, inCurrency, payment, source, description],
    rows: lines(at, { ...range, currency: at.query("currency") }, words.kinds),
  })
}

type Wanted = { from: number; to: number; currency: string }

async function* lines(at: At, wanted: Wanted, kinds: Record<MovementKind, string>): AsyncGenerator<Cell[]> {
  let cursor: { starting_after?: string } = {}
  for (;;) {
    const { rows, has_more } = await pageOfMovements(at.mode.database, at.account, { limit: ROWS, ...cursor }, wanted)
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
