// Lines and charges for tests: each is a plain sale, with what a test changes of it.
import { dayOfDate } from "../../../src/base/day.ts"
import type { Entry } from "../../../src/statements/layout/entry.ts"
import type { Field } from "../../../src/statements/layout/field.ts"
import { type Fields, LAYOUT, type RecordType } from "../../../src/statements/layout/layout.ts"
import type { PixLine } from "../../../src/statements/layout/pix.ts"
import type { Unit } from "../../../src/statements/layout/unit.ts"
import type { Charge } from "../../../src/statements/matching/charge.ts"
import type { Line } from "../../../src/statements/matching/sales.ts"

export const EC = "2000000001"
export const day = (date: string) => dayOfDate(date)!
export const SOLD = day("2026-11-20")
export const DUE = day("2026-12-21")

/** A record with nothing in it. */
export function blank<T extends RecordType>(type: T): Fields<T> {
  const fields = Object.entries<Field>(LAYOUT[type].fields).map(([name, [, , form]]) => [
    name,
    form === "text" ? "" : form === "money" || form === "count" ? 0 : null,
  ])
  return Object.fromEntries(fields) as Fields<T>
}

/** A sale of 100.00 with a fee of 3.00, or a part of it. */
export function saleLine(fields: Partial<Entry> = {}, line: Partial<Pick<Line, "key" | "file_type" | "paid_on">> = {}): Line {
  const entry = {
    ...blank("E"),
    establishment: EC,
    entry_type: "02",
    tid: `${EC}AAAA1`,
    order_reference: "ORDER1",
    nsu: "000101",
    authorization_code: "A1B2C3",
    received_code: "2611200310010000001",
    gross: 10_000,
    commission: -300,
    sale_total: 10_000,
    authorized_on: SOLD,
    captured_on: SOLD,
    due_on: DUE,
    ...fields,
  }
  const { received_code, installment, entry_type } = entry
  const file_type = line.file_type ?? "03"
  const key = line.key ?? `E|${file_type}|${received_code}|${installment}|${entry_type}`
  return {
    type: "E",
    key,
    file_type,
    paid_on: null,
    ...line,
    fields: { ...entry, net: fields.net ?? entry.gross + entry.commission },
  }
}

/** A Pix of 100.00 with a fee of 0.99. */
export function pixLine(fields: Partial<PixLine> = {}): Line {
  const pix = {
    ...blank("8"),
    establishment: EC,
    transaction_type: "01",
    pix_id: "E1",
    gross: 10_000,
    fee: -99,
    payment_date: SOLD,
    made_on: SOLD,
    captured_on: SOLD,
    transfer_status: "05",
    bank: "0999",
    ...fields,
  }
  const net = fields.net ?? pix.gross - Math.abs(pix.fee)
  return { type: "8", key: `8|${pix.pix_id}|${pix.transaction_type}`, file_type: "16", paid_on: null, fields: { ...pix, net } }
}

/** The charge of saleLine(). */
export function charge(members: Partial<Charge> = {}): Charge {
  return {
    id: "ch_1",
    succeeded: true,
    method: "card",
    tid: `${EC}AAAA1`,
    orders: ["ORDER1"],
    nsu: "101",
    authorization_code: "a1b2c3",
    end_to_end_id: null,
    txid: null,
    establishments: [EC],
    amount: 10_000,
    authorized_on: SOLD,
    captured_on: SOLD,
    parts: [{ installment: 1, amount: 10_000, fee: 300, due_on: DUE }],
    ...members,
  }
}

/** The unit that pays saleLine(), sent to the bank. */
export function unit(fields: Partial<Unit> = {}): Unit {
  const all = {
    ...blank("D"),
    establishment: EC,
    holder: "11222333000181",
    receiver: "11222333000181",
    payment_status: "03",
    gross: 10_000,
    fee: -300,
    bank: "0999",
    branch: "01234",
    account: "56789",
    account_digit: "0",
    entries: 1,
    entry_type: "02",
    unit_key: "UR1",
    payment_date: DUE,
    sent_on: DUE - 3,
    ...fields,
  }
  return { ...all, net: fields.net ?? Math.sign(all.gross) * (Math.abs(all.gross) - Math.abs(all.fee)) }
}
