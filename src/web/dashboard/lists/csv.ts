import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { decimalsOf } from "../../../base/currency.ts"
import { DAY_OFFSET, DAY_ZONE } from "../../../base/day.ts"
import type { Language } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"

/** In the smallest unit of the currency. */
type Amount = { amount: number; currency: string }

/** In Unix seconds. */
type Time = { time: number | null }

export type Cell = string | Amount | Time | null | undefined

type Csv = { name: string; columns: readonly string[]; rows: AsyncIterable<readonly Cell[]> }

/** Where decimals are written with a comma, spreadsheets take semicolons between cells. With commas they show each line as one cell. */
const FORMATS: Record<Language, { delimiter: string; mark: string }> = {
  en: { delimiter: ",", mark: "." },
  pt: { delimiter: ";", mark: "," },
}

/**
 * Sends rows as a CSV file while they are read, in the one dialect of all files (docs/operations/dashboard.md). An error
 * breaks off the download, so the user does not take a part for the whole file.
 */
export function sendCsv({ ctx, language }: DashboardRequest, { name, columns, rows }: Csv): void {
  const source = Readable.from(rows)
  const { delimiter, mark } = FORMATS[language]
  const csv = stringify({
    header: true,
    columns: [...columns],
    delimiter,
    // With a byte order mark, spreadsheets read the file as UTF-8.
    bom: true,
    // safely() marks texts that begin like a formula. Amounts stay numbers, even with a minus sign.
    cast: {
      string: safely,
      object: (cell) => written(cell as Amount | Time, mark),
    },
  })
  source.on("error", (error) => csv.destroy(error))
  csv.on("close", () => source.destroy())
  ctx.type = "text/csv; charset=utf-8"
  ctx.attachment(name)
  ctx.body = source.pipe(csv)
}

/**
 * A spreadsheet runs a text that begins like a formula, and may leave out blanks and invisible characters before it. One of another language
 * splits the cells at another character, and at a line break. So a formula gets an apostrophe at each of these places.
 */
function safely(text: string): string {
  const split = text.replace(/([;,\t\r\n]["\p{Z}\p{Cf}]*)(?=[=+\-@＝＋－＠])/gu, "$1'")
  return split.replace(/^["\p{Z}\p{Cc}\p{Cf}]*(?=[=+\-@＝＋－＠])/u, "$&'")
}

function written(cell: Amount | Time, mark: string): string {
  return "time" in cell ? brasiliaTime(cell) : decimal(cell, mark)
}

/** Formats an amount exactly, with the decimals of its currency: -49.90 brl, 500 jpy, 12.345 kwd. */
function decimal({ amount, currency }: Amount, mark: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  return `${amount < 0 ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? `${mark}${digits.slice(point)}` : ""}`
}

/** A time in Brasília, where the days are: 2026-04-25T09:30:00-03:00. */
function brasiliaTime({ time }: Time): string {
  return time === null ? "" : new Date((time + DAY_OFFSET) * 1000).toISOString().replace(".000Z", DAY_ZONE)
}
