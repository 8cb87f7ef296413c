// Random records and files, made from the tables of the layout. Their sums are right.
import fc from "fast-check"
import { dayOfDate } from "../../../src/base/day.ts"
import type { Field } from "../../../src/statements/layout/field.ts"
import { FILE_TYPES, type FileType } from "../../../src/statements/layout/frame.ts"
import { type Fields, LAYOUT, type RecordType } from "../../../src/statements/layout/layout.ts"
import type { AnyRecord } from "./write.ts"

/** Lines of types that nobody knows are texts. */
export type RandomFile = { header: Fields<"0">; records: (AnyRecord | string)[] }

const day = fc.integer({ min: dayOfDate("2020-01-01")!, max: dayOfDate("2039-12-31")! })
const cents = fc.integer({ min: 0, max: 99_999_999 })
const letters = [..."ABCZabcz0123456789-./ÇÃÉçãéõ"]

const text = (width: number) => fc.string({ unit: fc.constantFrom(...letters), maxLength: width })
const digits = (width: number) => fc.integer({ min: 0, max: Math.min(10 ** width - 1, Number.MAX_SAFE_INTEGER) })

function anyOf([from, to, form]: Field): fc.Arbitrary<string | number | null> {
  const width = to - from + 1
  switch (form) {
    case "text":
    case "secret":
      return text(width)
    case "money":
      return fc.tuple(cents, fc.boolean()).map(([amount, negative]) => (negative ? 0 - amount : amount))
    case "money?":
      return fc.option(cents)
    case "count":
      return digits(width)
    case "count?":
    case "rate":
      return fc.option(digits(width))
    case "time":
      return fc.option(fc.integer({ min: 0, max: 86_399 }))
    default:
      return fc.option(day, { freq: 9 })
  }
}

function fieldsOf<T extends RecordType>(type: T): fc.Arbitrary<Fields<T>> {
  const fields = Object.entries<Field>(LAYOUT[type].fields).filter(([, field]) => field[2] !== "secret")
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, anyOf(field)]))) as fc.Arbitrary<Fields<T>>
}

const record = <T extends RecordType>(type: T, fix: (fields: Fields<T>) => Partial<Fields<T>> = () => ({})) =>
  fieldsOf(type).map((fields) => ({ type, fields: { ...fields, ...fix(fields) } }) as AnyRecord)

const entry = record("E", ({ gross, commission }) => ({ net: gross + commission }))
const reserve = record("R")
const unit = record("D", ({ gross, fee }) => ({ net: Math.sign(gross) * Math.abs(Math.abs(gross) - Math.abs(fee)) || 0 })).filter(
  ({ fields }) => "fee" in fields && Math.abs(fields.gross) >= Math.abs(fields.fee),
)
const pix = record("8", ({ gross, fee }) => ({ net: gross - Math.abs(fee) }))
const unknown = fc.tuple(fc.constantFrom("X", "F", "1", "é"), text(300)).map(([type, rest]) => type + rest)

const negotiation = fc
  .tuple(fieldsOf("A"), fc.array(fieldsOf("B"), { minLength: 1, maxLength: 3 }), fieldsOf("C"), fc.option(fieldsOf("C")))
  .map(([a, units, c, second]): AnyRecord[] => {
    const bs = units.map((b) => ({ ...b, gross: Math.abs(b.gross), discount: 0 - (b.discount ?? 0) || 0 }))
    const priced = bs.map((b) => ({ ...b, net: b.gross + b.discount }))
    const sum = (member: "gross" | "net") => priced.reduce((total, b) => total + b[member], 0)
    const deposits = second ? [{ ...c }, { ...second, deposited: sum("net") - c.deposited }] : [{ ...c, deposited: sum("net") }]
    return [
      { type: "A", fields: { ...a, gross: sum("gross"), net: sum("net") } },
      ...priced.map((fields) => ({ type: "B" as const, fields })),
      ...deposits.map((fields) => ({ type: "C" as const, fields })),
    ]
  })

const few = <T>(of: fc.Arbitrary<T>, maxLength = 6) => fc.array(of, { maxLength })
const BODIES: Record<FileType, fc.Arbitrary<(AnyRecord | string)[]>> = {
  "03": fc.tuple(few(entry), few(reserve, 2), few(unknown, 1)).map((parts) => parts.flat()),
  "04": few(
    fc.tuple(unit, few(entry, 3)).map(([d, entries]) => [d, ...entries]),
    3,
  ).map((parts) => parts.flat()),
  "09": few(unit),
  "15": fc.tuple(few(negotiation, 3), few(unknown, 1)).map(([parts, rest]) => [...parts.flat(), ...rest]),
  "16": few(pix),
}

export const randomFile: fc.Arbitrary<RandomFile> = fc.constantFrom(...FILE_TYPES).chain((file_type) =>
  fc.record({
    header: fc.tuple(fieldsOf("0"), day).map(([fields, from]) => ({
      ...fields,
      acquirer: "CIELO",
      version: "015",
      file_type,
      processed_on: from + 1,
      period_from: from,
      period_to: from + 1,
    })),
    records: BODIES[file_type],
  }),
)
