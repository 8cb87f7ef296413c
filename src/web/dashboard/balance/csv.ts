import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { type ListedMovement, type MovementKind, pageOfMovements } from "../../../payments/movements.ts"
import { DAY_OFFSET, dateOf } from "../../../payments/totals/day.ts"
import type { At } from "../shell/at.ts"
import { boundedRangeOf, MAX_DAYS } from "./range.ts"
import { WORDS } from "./words.ts"

const ROWS = 500

/** The movements of some days as CSV, oldest last. Read and sent page by page, so that its length does not matter. */
export async function sendMovements(at: At): Promise<void> {
  const { ctx } = at
  const words = at.words(WORDS)
  const range = boundedRangeOf(at)
  if (!range) {
    ctx.status = 400
    ctx.body = `${words.wrongDates(MAX_DAYS)}\n`
    return
  }
  const currency = at.query("currency")
  const { columns } = words
  const header = [
    columns.date,
    columns.kind,
    columns.amount,
    columns.currency,
    columns.payment,
    columns.source,
    columns.description,
  ]
  const rows = Readable.from(lines(at, { ...range, currency }, words.kinds))
  const csv = stringify({ header: true, columns: header, bom: true })
  ctx.type = "text/csv; charset=utf-8"
  ctx.attachment(`${words.balance.toLowerCase()}-${dateOf(range.from)}-${dateOf(range.to)}.csv`)
  // What breaks while it is sent breaks the download, so that nobody takes a part for the whole.
  rows.on("error", (error) => csv.destroy(error))
  csv.on("close", () => rows.destroy())
  ctx.body = rows.pipe(csv)
}

type Wanted = { from: number; to: number; currency: string }

async function* lines(at: At, wanted: Wanted, kinds: Record<MovementKind, string>): AsyncGenerator<(string | number)[]> {
  let cursor: { starting_after?: string } = {}
  for (;;) {
    const { rows, has_more } = await pageOfMovements(at.mode.database, at.account, { limit: ROWS, ...cursor }, wanted)
    for (const row of rows) yield lineOf(row, kinds)
    if (!has_more) return
    cursor = { starting_after: rows.at(-1)!.id }
  }
}

function lineOf(row: ListedMovement, kinds: Record<MovementKind, string>): string[] {
  const { at, kind, amount, currency, payment_intent, source, description } = row
  return [localTime(at), kinds[kind], decimal(amount), currency.toUpperCase(), payment_intent, source, inert(description ?? "")]
}

/** In Brasília's time, as its days are: 2026-04-25T09:30:00-03:00. */
function localTime(seconds: number): string {
  return new Date((seconds + DAY_OFFSET) * 1000).toISOString().replace(".000Z", "-03:00")
}

/** A plain number, which no spreadsheet runs. */
function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A spreadsheet would run a text that begins like a formula. */
export function inert(text: string): string {
  return /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
