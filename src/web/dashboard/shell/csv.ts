import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { decimalsOf } from "../../../payments/currency.ts"
import type { At } from "./at.ts"
import type { Language } from "./language.ts"

/** In the smallest unit of the currency. */
type Amount = { amount: number; currency: string }

export type Cell = string | Amount | null | undefined

type Csv = { name: string; columns: readonly string[]; rows: AsyncIterable<readonly Cell[]> }

/** Where decimals are written with a comma, spreadsheets take semicolons between cells. With commas they show each line as one cell. */
const FORMATS: Record<Language, { delimiter: string; mark: string }> = {
  en: { delimiter: ",", mark: "." },
  pt: { delimiter: ";", mark: "," },
}

/** Sends rows as a CSV file while they are read. An error breaks off the download, so nobody mistakes a part for the whole. */
export function sendCsv({ ctx, language }: At, { name, columns, rows }: Csv): void {
  const source = Readable.from(rows)
  const { delimiter, mark } = FORMATS[language]
  const csv = stringify({
    header: true,
    columns: [...columns],
    delimiter,
    // With a byte order mark, spreadsheets read the file as UTF-8.
    bom: true,
    // A spreadsheet would run a text that begins like a formula. Amounts stay numbers, even with a minus sign.
    escape_formulas: true,
    cast: {
      string: splitSafely,
      object: (cell) => ({ value: decimal(cell as Amount, mark), escape_formulas: false }),
    },
  })
  source.on("error", (error) => csv.destroy(error))
  csv.on("close", () => source.destroy())
  ctx.type = "text/csv; charset=utf-8"
  ctx.attachment(name)
  ctx.body = source.pipe(csv)
}

/**
 * A spreadsheet of another language splits the cells at another character, and at a line break. What follows must not become a cell that
 * begins like a formula.
 */
function splitSafely(text: string): string {
  return text.replace(/([;,\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'")
}

/** Formats an amount exactly, with the decimals of its currency: -49.90 brl, 500 jpy, 12.345 kwd. */
function decimal({ amount, currency }: Amount, mark: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `${mark}${digits.slice(point)}` : ""}`
}
