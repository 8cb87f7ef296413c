// The lines of a day that are money on its way, and what names the deposits of them.
import { must } from "../../base/must.ts"
import type { Deposit, PaidLine } from "../matching/deposits.ts"
import { fieldsOf, type Stored } from "./lines.ts"

/** What names a deposit in every file. */
export function nameOf({ payment_date, receiver, bank, branch, account, record, negotiation }: Deposit): string {
  return [record, payment_date, receiver, bank, branch, account, negotiation].join("|")
}

/** Files count up in the order in which the acquirer made them. */
export function paidLinesOf(stored: readonly Stored[]): PaidLine[] {
  const files = new Map<string, number>()
  for (const { file } of stored) if (!files.has(file)) files.set(file, files.size + 1)
  return stored.flatMap((row): PaidLine[] => {
    const { key, record, raw, paid_on } = row
    const file = must(files.get(row.file), "a file")
    if (record === "D") return [{ type: "D", key, file, fields: fieldsOf("D", raw) }]
    if (record === "8") return [{ type: "8", key, file, fields: fieldsOf("8", raw) }]
    if (record !== "C") return []
    const negotiation = { payment_date: paid_on, holder: "", number: row.subject }
    return [{ type: "C", key, file, fields: fieldsOf("C", raw), negotiation }]
  })
}
