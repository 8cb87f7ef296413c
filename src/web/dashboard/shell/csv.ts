import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { decimalsOf } from "../../../payments/currency.ts"
import type { At } from "./at.ts"

/** In the smallest unit of the currency. */
type Amount = { amount: number; currency: string }

export type Cell = string | Amount | null | undefined

type Csv = { name: string; columns: readonly string[]; rows: AsyncIterable<readonly Cell[]> }

/** Sends rows as a CSV file while they are read. An error breaks off the download, so nobody mistakes a part for the whole. */
export function sendCsv({ ctx }: At, { name, columns, rows }: Csv): void {
  const source = Readable.from(rows)
  const csv = stringify({
    header: true,
    columns: [...columns],
    // With a byte order mark, spreadsheets read the file as UTF-8.
    bom: true,
    // A spreadsheet would run a text that begins like a formula. Amounts stay numbers, even with a minus sign.
    escape_formulas: true,
    cast: { object: (cell) => ({ value: decimal(cell as Amount), escape_formulas: false }) },
  })
  source.on("error", (error) => csv.destroy(error))
  csv.on("close", () => source.destroy())
  ctx.type = "text/csv; charset=utf-8"
  ctx.attachment(name)
  ctx.body = source.pipe(csv)
}

/** Formats an amount exactly, with the decimals of its currency: -49.90 brl, 500 jpy, 12.345 kwd. */
function decimal({ amount, currency }: Amount): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ""}`
}
