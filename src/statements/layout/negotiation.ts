// Records A, B and C, an anticipation or a cession of receivables. Only their order says which belong together: an A, its B, its C.
import type { RecordOf, Table } from "./field.ts"

/** Decimals of the rates in A and B. Those of A don't follow from its B in the official sample, so only amounts are checked. */
export const NEGOTIATION_RATE_DECIMALS = 3

export const NEGOTIATION = {
  length: 250,
  sure: "several",
  fields: {
    negotiated_on: [2, 7, "yymmdd"],
    payment_date: [8, 13, "yymmdd"],
    holder: [14, 27, "text"],
    average_days: [28, 30, "count?"],
    nominal_rate: [31, 35, "rate"],
    gross: [36, 49, "money"],
    net: [50, 63, "money"],
    number: [64, 83, "text"],
    form_of_payment: [84, 86, "text", "inferred"],
    effective_rate: [87, 91, "rate", "disputed"],
  },
} as const satisfies Table

export const NEGOTIATED_UNIT = {
  length: 250,
  sure: "several",
  fields: {
    negotiated_on: [2, 7, "yymmdd"],
    original_due_on: [8, 13, "yymmdd"],
    holder: [14, 27, "text"],
    brand: [28, 30, "text"],
    settlement_type: [31, 33, "text"],
    gross: [34, 47, "money"],
    net: [48, 61, "money"],
    effective_rate: [62, 66, "rate"],
    institution: [67, 116, "text"],
    establishment: [117, 126, "text"],
    discount: [127, 140, "money?"],
  },
} as const satisfies Table

export const NEGOTIATION_DEPOSIT = {
  length: 250,
  sure: "several",
  fields: {
    bank: [2, 5, "text"],
    branch: [6, 10, "text"],
    account: [11, 30, "text"],
    deposited: [31, 44, "money"],
  },
} as const satisfies Table

export type Negotiation = RecordOf<typeof NEGOTIATION>
export type NegotiatedUnit = RecordOf<typeof NEGOTIATED_UNIT>
export type NegotiationDeposit = RecordOf<typeof NEGOTIATION_DEPOSIT>
