// The sales that lines tell of. A sale in installments has a line for each, in 03 and again in 04.
import { PIX_RECEIVED, SALES } from "../layout/codes.ts"
import type { Entry } from "../layout/entry.ts"
import type { PixLine } from "../layout/pix.ts"
import { isBlankNumber } from "../reading/keys.ts"

/** A line that was read. `paid_on` is the payment date of its unit (D) in a 04, null if none says it. */
export type Line = { key: string; file_type: string; paid_on: number | null } & (
  | { type: "E"; fields: Entry }
  | { type: "8"; fields: PixLine }
)

/** What names the sale of a line. A text that is empty, or all zeros, is none. */
export type Names = {
  tid: string
  order: string
  nsu: string
  authorization_code: string
  end_to_end_id: string
  txid: string
  /** The received code of the sale. A refund or chargeback has it as the number of the processed transaction. */
  received_code: string
  establishment: string
  authorized_on: number | null
  total: number | null
}

/** A part of a sale, as the acquirer says. The fee is what it keeps. */
export type PaidPart = { installment: number; amount: number; fee: number; due_on: number | null; key: string }

export type Sale = { names: Names; installments: number; rejected: boolean; parts: PaidPart[]; keys: string[] }

export function isSale(line: Line): boolean {
  return line.type === "E" ? SALES.has(line.fields.entry_type) : line.fields.transaction_type === PIX_RECEIVED
}

/** The names of the sale that a line tells of, or is about. */
export function namesOf(line: Line): Names {
  if (line.type === "8") {
    const { pix_id, original_pix_id, txid, establishment, gross } = line.fields
    const end_to_end_id = isSale(line) ? pix_id : original_pix_id
    return { ...NONE, end_to_end_id, txid, establishment, received_code: end_to_end_id, total: isSale(line) ? gross : null }
  }
  const { tid, order_reference: order, nsu, authorization_code, establishment, authorized_on, sale_total: total } = line.fields
  const received_code = isSale(line) ? line.fields.received_code : line.fields.processed_code
  return { ...NONE, tid, order, nsu, authorization_code, establishment, authorized_on, total, received_code }
}

const NONE = { tid: "", order: "", nsu: "", authorization_code: "", end_to_end_id: "", txid: "", authorized_on: null }

/** The sales of lines, in the order of their first lines. Of two lines with one key the later counts; a 04 counts before a 03. */
export function salesOf(lines: readonly Line[]): Sale[] {
  const groups = new Map<string, Line[]>()
  for (const line of new Map(lines.map((each) => [each.key, each])).values()) {
    if (!isSale(line)) continue
    const { received_code } = namesOf(line)
    const group = isBlankNumber(received_code) ? line.key : plain(received_code)
    groups.set(group, [...(groups.get(group) ?? []), line])
  }
  return [...groups.values()].map(saleOf)
}

function saleOf(lines: Line[]): Sale {
  const parts = new Map<number, PaidPart>()
  const inOrder = lines.toSorted((a, b) => (a.file_type < b.file_type ? -1 : a.file_type > b.file_type ? 1 : 0))
  for (const line of inOrder) parts.set(partOf(line).installment, partOf(line))
  const [first] = inOrder
  if (!first) throw new Error("A sale has a line")
  return {
    names: namesOf(first),
    installments: (first.type === "E" && first.fields.installments) || 1,
    rejected: lines.some((line) => line.type === "E" && line.fields.rejected === "S"),
    parts: [...parts.values()].sort((a, b) => a.installment - b.installment),
    keys: lines.map(({ key }) => key),
  }
}

function partOf({ key, paid_on, ...line }: Line): PaidPart {
  if (line.type === "8") {
    const { gross, fee, payment_date } = line.fields
    return { installment: 1, amount: gross, fee: Math.abs(fee), due_on: payment_date, key }
  }
  const { installment, gross, commission, due_on } = line.fields
  return { installment: installment || 1, amount: gross, fee: 0 - commission, due_on: paid_on ?? due_on, key }
}

/** A number without the blanks and zeros that pad it. */
export function plain(number: string): string {
  return number.trim().replace(/^0+/, "")
}
