// How a table describes the records of a statement. Parsing, the generator of the tests and the checks all follow from the tables.

/**
 * How sure the layout is of a field. `official`: Cielo's own text or sample. `several`: independent implementations agree. `one`: one
 * implementation says so. `inferred`: taken from the values of real lines. `disputed`: sources contradict each other.
 */
export type Sure = "official" | "several" | "one" | "inferred" | "disputed"

/**
 * How a field is written. Columns count from 1.
 * - `text`: blanks at both ends don't count. Codes and numbers that name something are texts too: a new code must not stop a file.
 * - `money`: a sign and digits, two decimals implied; in cents. `money?` may be blank.
 * - `count`: digits. `count?` may be blank.
 * - `rate`: digits, as they are written; the table says how many decimals are implied. It may be blank.
 * - `ddmmyyyy`, `yyyymmdd`, `yymmdd`: a day, counted from 1970; null for blanks, zeros and 01/01/1001, which mean "no date".
 * - `time`: hours, minutes and seconds in Brasília; in seconds of the day. It may be blank.
 * - `secret`: is never read, and is blank in what is kept.
 */
export type Form =
  | "text"
  | "money"
  | "money?"
  | "count"
  | "count?"
  | "rate"
  | "ddmmyyyy"
  | "yyyymmdd"
  | "yymmdd"
  | "time"
  | "secret"

/** The first and the last column, the form, and how sure it is, if that differs from its table. */
export type Field = readonly [from: number, to: number, form: Form, sure?: Sure]

/** The fields of a record type. Lines may be shorter, with their blanks at the end cut off. What a line has after `length` is kept as it is. */
export type Table = { readonly length: number; readonly sure: Sure; readonly fields: Readonly<Record<string, Field>> }

type Values = {
  text: string
  money: number
  "money?": number | null
  count: number
  "count?": number | null
  rate: number | null
  ddmmyyyy: number | null
  yyyymmdd: number | null
  yymmdd: number | null
  time: number | null
}

/** What reading a line by a table gives. */
export type RecordOf<T extends Table> = {
  -readonly [Name in keyof T["fields"] as T["fields"][Name][2] extends "secret"
    ? never
    : Name]: T["fields"][Name][2] extends keyof Values ? Values[T["fields"][Name][2]] : never
}
