// Cuts a line into its fields, by a table.
import { dayOfDate } from "../../base/day.ts"
import { isKnownCode } from "../layout/codes.ts"
import type { Field, Form, RecordOf, Table } from "../layout/field.ts"

/** A place that can't be read. Columns count from 1. */
export type Misread = { column: number; expected: string; found: string }

/** A code that we don't know. It is kept as it is. */
export type UnknownCode = { column: number; field: string; code: string }

export type Cut<T extends Table> = {
  /** Undefined if a field can't be read. */
  fields: RecordOf<T> | undefined
  misread: Misread[]
  unknown: UnknownCode[]
}

export function cut<T extends Table>(table: T, line: string): Cut<T> {
  const padded = line.padEnd(table.length)
  const fields: Record<string, unknown> = {}
  const misread: Misread[] = []
  const unknown: UnknownCode[] = []
  for (const [name, field] of fieldsOf(table)) {
    const [from, to, form] = field
    if (form === "secret") continue
    const found = padded.slice(from - 1, to)
    const value = READERS[form](found)
    if (value === undefined) misread.push({ column: from, expected: `${name}: ${expectedOf(field)}`, found })
    else if (typeof value === "string" && !isKnownCode(name, value)) unknown.push({ column: from, field: name, code: value })
    fields[name] = value
  }
  // Each reader returns what RecordOf says of its form.
  return { fields: misread.length > 0 ? undefined : (fields as RecordOf<T>), misread, unknown }
}

const lists = new Map<Table, [string, Field][]>()

function fieldsOf(table: Table): [string, Field][] {
  const known = lists.get(table) ?? Object.entries(table.fields)
  lists.set(table, known)
  return known
}

/** A line without what is secret in it: blanks stand there. */
export function withoutSecrets(table: Table, line: string): string {
  let kept = line
  for (const [, [from, to, form]] of fieldsOf(table)) {
    if (form !== "secret" || kept.length < from) continue
    kept = `${kept.slice(0, from - 1).padEnd(Math.min(to, kept.length))}${kept.slice(to)}`
  }
  return kept
}

type Reader = (found: string) => string | number | null | undefined

const READERS: Record<Exclude<Form, "secret">, Reader> = {
  text: (found) => found.trim(),
  money: centsOf,
  "money?": (found) => (isBlank(found) ? null : centsOf(found)),
  count: numberOf,
  "count?": (found) => (isBlank(found) ? null : numberOf(found)),
  rate: (found) => (isBlank(found) ? null : numberOf(found)),
  ddmmyyyy: (found) => dayIn(found, `${found.slice(4)}-${found.slice(2, 4)}-${found.slice(0, 2)}`),
  yyyymmdd: (found) => dayIn(found, `${found.slice(0, 4)}-${found.slice(4, 6)}-${found.slice(6)}`),
  yymmdd: (found) => dayIn(found, `20${found.slice(0, 2)}-${found.slice(2, 4)}-${found.slice(4)}`),
  time: secondsOf,
}

function expectedOf([from, to, form]: Field): string {
  const length = to - from + 1
  const written: Record<Form, string> = {
    text: "text",
    money: `a sign and ${length - 1} digits`,
    "money?": `a sign and ${length - 1} digits, or blanks`,
    count: `${length} digits`,
    "count?": `${length} digits, or blanks`,
    rate: `${length} digits, or blanks`,
    ddmmyyyy: "a date as DDMMAAAA",
    yyyymmdd: "a date as AAAAMMDD",
    yymmdd: "a date as AAMMDD",
    time: "a time as HHMMSS",
    secret: "text",
  }
  return written[form]
}

/** Cents, from a sign and digits. A number that JavaScript can't hold exactly is not read. A minus before zero is zero. */
function centsOf(found: string): number | undefined {
  if (found[0] !== "+" && found[0] !== "-") return undefined
  const cents = numberOf(found.slice(1))
  if (cents === undefined) return undefined
  return found[0] === "-" ? 0 - cents : cents
}

function numberOf(found: string): number | undefined {
  if (!/^[0-9]+$/.test(found)) return undefined
  const value = Number(found)
  return Number.isSafeInteger(value) ? value : undefined
}

function dayIn(found: string, date: string): number | null | undefined {
  if (isBlank(found) || /^0+$/.test(found) || found === NO_DATE) return null
  const known = days.get(date)
  if (known !== undefined) return known
  // A line that lacks a character has digits of two dates in one, which often are a day of another century.
  const day = CENTURY.test(date) ? dayOfDate(date) : undefined
  if (days.size >= MAX_DAYS) days.clear()
  if (day !== undefined) days.set(date, day)
  return day
}

/** A file has few days, many times each. */
const days = new Map<string, number>()
const MAX_DAYS = 1000

/** How Cielo writes "no date", beside blanks and zeros. */
const NO_DATE = "01011001"
const CENTURY = /^20/

function secondsOf(found: string): number | null | undefined {
  if (isBlank(found)) return null
  if (!/^(?:[01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]$/.test(found)) return undefined
  return Number(found.slice(0, 2)) * 3600 + Number(found.slice(2, 4)) * 60 + Number(found.slice(4))
}

function isBlank(found: string): boolean {
  return found.trim() === ""
}
