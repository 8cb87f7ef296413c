// The first and the last record of a file of Cielo's Extrato Eletrônico v15.
import type { RecordOf, Table } from "./field.ts"

export const HEADER = {
  length: 250,
  sure: "several",
  fields: {
    establishment: [2, 11, "text"],
    processed_on: [12, 19, "yyyymmdd"],
    period_from: [20, 27, "yyyymmdd"],
    period_to: [28, 35, "yyyymmdd"],
    sequence: [36, 42, "count", "inferred"],
    acquirer: [43, 47, "text"],
    file_type: [48, 49, "text"],
    transmission: [50, 50, "text"],
    mailbox: [51, 70, "text"],
    version: [71, 73, "text"],
    hierarchy: [74, 75, "text", "one"],
    whole_group: [76, 76, "text", "one"],
  },
} as const satisfies Table

export const TRAILER = {
  length: 250,
  sure: "several",
  fields: {
    records: [2, 12, "count", "disputed"],
    net: [13, 30, "money"],
    entries: [31, 41, "count"],
    gross: [42, 59, "money"],
    ceded: [60, 77, "money?"],
    lien: [78, 95, "money?"],
  },
} as const satisfies Table

export type Header = RecordOf<typeof HEADER>
export type Trailer = RecordOf<typeof TRAILER>

/** What the header says of every file. The other files of Cielo have layouts of their own. */
export const ACQUIRER = "CIELO"
/** Stays the same for all of 15.9 to 15.15. */
export const VERSION = "015"

/** The files that are read: sales, settlement, open balance, negotiations, Pix. */
export const FILE_TYPES = ["03", "04", "09", "15", "16"] as const
export type FileType = (typeof FILE_TYPES)[number]

/** A header with this sequence marks a file that Cielo made again. [one] */
export const REPROCESSED = 9_999_999
