// Record D, "UR Agenda": what a receivable unit pays in total on a day. Record R: what Cielo holds back of one.
import type { RecordOf, Table } from "./field.ts"

export const UNIT = {
  length: 400,
  sure: "several",
  fields: {
    establishment: [2, 11, "text"],
    holder: [12, 25, "text"],
    movement_holder: [26, 39, "text"],
    receiver: [40, 53, "text"],
    brand: [54, 56, "text"],
    settlement_type: [57, 59, "text"],
    payment_head: [60, 69, "text"],
    payment_status: [70, 71, "text"],
    gross: [72, 85, "money"],
    // Its sign differs between a real 04 and a real 09. Use the absolute value.
    fee: [86, 99, "money", "disputed"],
    net: [100, 113, "money"],
    bank: [114, 117, "text"],
    branch: [118, 122, "text"],
    account: [123, 142, "text"],
    account_digit: [143, 143, "text"],
    entries: [144, 149, "count"],
    entry_type: [150, 151, "text"],
    unit_key: [152, 251, "text"],
    original_entry_type: [252, 253, "text"],
    payment_date: [268, 275, "ddmmyyyy"],
    sent_on: [276, 283, "ddmmyyyy"],
    original_due_on: [284, 291, "ddmmyyyy"],
    paid_establishment: [292, 301, "text"],
    pending: [302, 302, "text"],
    sent_again: [303, 303, "text"],
    negotiated: [304, 304, "text"],
    negotiator: [305, 318, "text"],
    open_balance: [319, 319, "text", "one"],
  },
} as const satisfies Table

export const RESERVE = {
  length: 250,
  sure: "one",
  fields: {
    establishment: [2, 11, "text"],
    movement_holder: [12, 25, "text"],
    brand: [26, 28, "text"],
    payment_head: [29, 38, "text"],
    reserve: [39, 52, "money"],
    unit_key: [53, 152, "text"],
    original_due_on: [153, 160, "ddmmyyyy"],
    paid_establishment: [161, 170, "text"],
  },
} as const satisfies Table

export type Unit = RecordOf<typeof UNIT>
export type Reserve = RecordOf<typeof RESERVE>
