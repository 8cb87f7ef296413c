import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import type { At } from "./at.ts"

/** A number is an amount in cents. */
export type Cell = string | number | null | undefined

type Csv = { name: string; columns: readonly string[]; rows: AsyncIterable<readonly Cell[]> }

/** Sends rows as a CSV file while they are read. What breaks meanwhile breaks the download, so that nobody takes a part for the whole. */
export function sendCsv({ ctx }: At, { name, columns, rows }: Csv): void {
  const source = Readable.from(rows)
  const csv = stringify({
    header: true,
    columns: [...columns],
    // With this mark at its start, spreadsheets read the file as UTF-8.
    bom: true,
    // A spreadsheet would run a text that begins like a formula. Amounts stay numbers.
    escape_formulas: true,
    cast: { number: decimal },
  })
  source.on("error", (error) => csv.destroy(error))
  csv.on("close", () => source.destroy())
  ctx.type = "text/csv; charset=utf-8"
  ctx.attachment(name)
  ctx.body = source.pipe(csv)
}

function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
