// Writes files of Cielo's Extrato Eletrônico from the tables that the service reads them with.
import { dateOf } from "../../../src/base/day.ts"
import type { Field, Form } from "../../../src/statements/layout/field.ts"
import { type Fields, LAYOUT, type RecordType } from "../../../src/statements/layout/layout.ts"

/** What is written where the service reads nothing: the first digits of a card. */
export const SECRET = "731984"

export type AnyRecord = { [T in RecordType]: { type: T; fields: Fields<T> } }[RecordType]

export function writeRecord({ type, fields }: AnyRecord): string {
  const table = LAYOUT[type]
  const line = Array<string>(table.length).fill(" ")
  line[0] = type
  for (const [name, field] of Object.entries<Field>(table.fields)) {
    const [from, to, form] = field
    const value = form === "secret" ? SECRET : (fields as Record<string, string | number | null>)[name]
    line.splice(from - 1, to - from + 1, ...written(form, value ?? null, to - from + 1))
  }
  return line.join("")
}

/** A file of records, with the trailer that they ask for. Each line has its end, CRLF. */
export function writeFile(
  header: Fields<"0">,
  records: readonly (AnyRecord | string)[],
  trailer = trailerOf(header, records),
): Buffer {
  const lines = [{ type: "0" as const, fields: header }, ...records, { type: "9" as const, fields: trailer }]
  const text = lines.map((line) => `${typeof line === "string" ? line : writeRecord(line)}\r\n`).join("")
  return Buffer.from(text, "latin1")
}

export function trailerOf({ file_type }: Fields<"0">, records: readonly (AnyRecord | string)[]): Fields<"9"> {
  const type = { "03": "E", "04": "D", "09": "D", "16": "8" }[file_type]
  const read = records.filter((record) => typeof record !== "string")
  const sum = (of: string | undefined, member: "gross" | "net") =>
    read.reduce((total, { type, fields }) => total + (type === of ? (fields as Record<string, number>)[member]! : 0), 0)
  return {
    records: records.length,
    net: sum(type, "net"),
    entries: read.filter((record) => record.type === "E").length,
    gross: sum(type, "gross"),
    ceded: 0,
    lien: file_type === "15" ? sum("A", "net") : 0,
  }
}

function written(form: Form, value: string | number | null, width: number): string {
  if (typeof value === "string") return value.padEnd(width)
  if (form === "text" || form === "secret") throw new Error("a text is missing")
  if (form === "money" || form === "money?") {
    return value === null ? " ".repeat(width) : `${value < 0 ? "-" : "+"}${String(Math.abs(value)).padStart(width - 1, "0")}`
  }
  if (form === "ddmmyyyy" || form === "yyyymmdd" || form === "yymmdd") {
    if (value === null) return "0".repeat(width)
    const [year = "", month = "", day = ""] = dateOf(value).split("-")
    return { ddmmyyyy: day + month + year, yyyymmdd: year + month + day, yymmdd: year.slice(2) + month + day }[form]
  }
  if (value === null) return " ".repeat(width)
  const digits = form === "time" ? [value / 3600, (value / 60) % 60, value % 60].map((part) => pad(part, 2)).join("") : value
  return pad(digits, width)
}

function pad(value: string | number, width: number): string {
  return String(typeof value === "number" ? Math.floor(value) : value).padStart(width, "0")
}
