// Fields at fixed places of a line, and what writes them. Places count from 1 and include both ends, as in Cielo's manual.

/** A field of a record. `write` returns exactly `to - from + 1` characters, and throws RangeError for what does not fit. */
export type Field<T> = { from: number; to: number; write(value: T | undefined): string }

/** A day as `yyyy-mm-dd`. Null is written as the field's "no date". */
export type Day = string

type Fields = Record<string, Field<never>>
/** What a record's fields take. A field that is left out is written empty: blanks for texts, zeros for all others. */
export type Values<F> = { [Name in keyof F]?: F[Name] extends Field<infer T> ? T : never }

export type RecordType<F> = { type: string; length: number; fields: F; inOrder: [string, Field<never>][] }

/** A record whose first character is its type. Throws RangeError where two fields overlap or one ends after the line. */
export function record<F extends Fields>(type: string, length: number, fields: F): RecordType<F> {
  let end = 1
  for (const [name, { from, to }] of Object.entries(fields)) {
    if (from <= end || to < from || to > length)
      throw new RangeError(`${type}.${name} is at ${from}–${to}, after a field that ends at ${end}`)
    end = to
  }
  return { type, length, fields, inOrder: Object.entries(fields) }
}

/** A line of a record, without its line end. Throws RangeError, with the field's name, for a value that does not fit. */
export function write<F extends Fields>({ type, length, inOrder }: RecordType<F>, values: Values<F>): string {
  let line = type
  for (const [name, field] of inOrder) {
    const value = (values as Record<string, never>)[name]
    try {
      line = line.padEnd(field.from - 1) + field.write(value)
    } catch (error) {
      throw new RangeError(`${type}.${name}: ${(error as Error).message}`)
    }
  }
  return line.padEnd(length)
}

/** The texts of a line's fields, as they stand there. For tests that look at what was written. */
export function cut<F extends Fields>({ fields }: RecordType<F>, line: string): { [Name in keyof F]: string } {
  const texts = Object.entries(fields).map(([name, { from, to }]) => [name, line.slice(from - 1, to)])
  return Object.fromEntries(texts) as { [Name in keyof F]: string }
}

/** A number that is filled with zeros on its left. */
export function digits(from: number, to: number): Field<number | string> {
  return field(from, to, (value: number | string | undefined, size) => {
    if (!/^[0-9]*$/.test(String(value ?? ""))) throw new RangeError(`${value} is not a number without a sign`)
    return String(value ?? "").padStart(size, "0")
  })
}

/** A text that begins at the left. */
export function text(from: number, to: number): Field<string> {
  return field(from, to, (value: string | undefined, size) => latin1(value ?? "").padEnd(size))
}

/** A text that ends at the right. */
export function right(from: number, to: number): Field<string> {
  return field(from, to, (value: string | undefined, size) => latin1(value ?? "").padStart(size))
}

/** Cents: a sign, then digits. -0 is written with `-`, as Cielo does at times. */
export function money(from: number, to: number): Field<number> {
  return field(from, to, (value: number | undefined, size) => {
    const cents = value ?? 0
    if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a whole number of cents`)
    const sign = cents < 0 || Object.is(cents, -0) ? "-" : "+"
    return sign + String(Math.abs(cents)).padStart(size - 1, "0")
  })
}

/** A day as DDMMAAAA. `none` stands for no day. */
export function dayFirst(from: number, to: number, none = "00000000"): Field<Day | null> {
  return field(from, to, (value: Day | null | undefined) => (value ? value.split("-").reverse().join("") : none))
}

/** A day as AAAAMMDD. */
export function yearFirst(from: number, to: number): Field<Day | null> {
  return field(from, to, (value: Day | null | undefined) => (value ? value.replaceAll("-", "") : "00000000"))
}

/** A day as AAMMDD. */
export function shortDay(from: number, to: number): Field<Day | null> {
  return field(from, to, (value: Day | null | undefined) => (value ? value.replaceAll("-", "").slice(2) : "000000"))
}

/** The same in every line. */
export function always(from: number, to: number, what: string): Field<undefined> {
  return field(from, to, () => what)
}

function field<T>(from: number, to: number, form: (value: T | undefined, size: number) => string): Field<T> {
  const size = to - from + 1
  return {
    from,
    to,
    write(value) {
      const written = form(value, size)
      if (written.length !== size) throw new RangeError(`${JSON.stringify(value)} does not fit into ${size} characters`)
      return written
    },
  }
}

function latin1(value: string): string {
  if (/[^ -~\u00a0-\u00ff]/.test(value)) throw new RangeError(`${JSON.stringify(value)} is not Latin-1`)
  return value
}
