// Lines that are to be carried out, read back from what was stored of them.
import { integer, json, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { LIMIT } from "../../db/statement.ts"
import { LAYOUT, type RecordType } from "../layout/layout.ts"
import type { Line } from "../matching/sales.ts"
import { cut } from "../reading/cut.ts"
import { type LineRow, statementLines } from "../tables.ts"

/** A line with the order of its file: of two files, the one that the acquirer made later has the higher one. */
export type Stored = LineRow & { processed_on: number }

const NAMES = statementLines.names.map((name) => `it.${name}`).join(", ")
/** Only files that were read whole count. */
const READ = "statement_lines AS it JOIN account_statements AS read ON read.account = it.account AND read.file = it.file"
const ORDER = "ORDER BY read.processed_on, it.file, it.line"

/** Lines that were not looked at yet are many, so they are found in the order of the index. */
const unseen = statementLines.statement(["account", { limit: integer() }], (_, p, k) =>
  k.raw<{ subject: string }>(
    `SELECT DISTINCT it.subject FROM ${READ} WHERE it.account = ? AND it.check_on IS NOT NULL AND it.check_on = 0
     ORDER BY it.subject LIMIT ?`,
    [p.account, LIMIT],
  ),
)
const due = statementLines.statement(["account", { today: integer(), limit: integer() }], (_, p, k) =>
  k.raw<{ subject: string }>(
    `SELECT DISTINCT it.subject FROM ${READ}
     WHERE it.account = ? AND it.check_on IS NOT NULL AND it.check_on > 0 AND it.check_on <= ? ORDER BY it.subject LIMIT ?`,
    [p.account, p.today, LIMIT],
  ),
)
const ofSubject = statementLines.statement(["account", "subject"], (_, p, k) =>
  k.raw<Stored>(`SELECT ${NAMES}, read.processed_on FROM ${READ} WHERE it.account = ? AND it.subject = ? ${ORDER}`, [
    p.account,
    p.subject,
  ]),
)
const PAID = `${READ} WHERE it.account = ? AND it.paid_on = ?
  AND (it.record = 'C' OR it.record = '8' OR it.record = 'D' AND it.file_type = '04')`
const ofPayment = statementLines.statement(["account", { day: integer() }], (_, p, k) =>
  k.raw<Stored>(`SELECT ${NAMES}, read.processed_on FROM ${PAID} ${ORDER}`, [p.account, p.day]),
)
const countPaid = statementLines.statement(["account", { day: integer() }], (_, p, k) =>
  k.raw<{ lines: number }>(`SELECT count(*) AS lines FROM ${PAID}`, [p.account, p.day]),
)
const ofUnit = statementLines.statement(["account", "unit"], (_, p, k) =>
  k.raw<Stored>(
    `SELECT ${NAMES}, read.processed_on FROM ${READ} WHERE it.account = ? AND it.unit = ? AND it.record = 'E' ${ORDER}`,
    [p.account, p.unit],
  ),
)
const negotiatedOf = statementLines.statement(["account", { units: json<readonly string[]>() }], (_, p, k) =>
  k.raw<Stored>(
    `SELECT ${NAMES}, read.processed_on FROM ${READ} WHERE it.account = ? AND ${isOneOf(k, "it.unit")} AND it.record = 'B' ${ORDER}`,
    [p.account, p.units],
  ),
)
const setCheck = statementLines.statement(
  ["account", "subject", { files: json<readonly string[]>(), check_on: integer().nullable() }],
  (_, p, k) =>
    k.raw<void>(`UPDATE statement_lines SET check_on = ? WHERE account = ? AND subject = ? AND ${isOneOf(k, "file")}`, [
      p.check_on,
      p.account,
      p.subject,
      p.files,
    ]),
)
const moveLines = statementLines.update(["account", { subject: "before" }], ["subject", "attempt", "charge", "day", "check_on"])
const nextCheck = statementLines.statement(["account"], (_, p, k) =>
  k.raw<{ check_on: number | null }>(
    `SELECT min(it.check_on) AS check_on FROM ${READ} WHERE it.account = ? AND it.check_on IS NOT NULL`,
    [p.account],
  ),
)
const ofDay = statementLines.statement(["account", "day", { after: text(), limit: integer() }], (_, p, k) =>
  k.raw<Stored>(
    `SELECT ${NAMES}, read.processed_on FROM ${READ} WHERE it.account = ? AND it.day = ? AND it.subject > ?
     ORDER BY it.subject, read.processed_on, it.file, it.line LIMIT ?`,
    [p.account, p.day, p.after, LIMIT],
  ),
)

/** Subjects that are to be looked at, at most `limit`. */
export async function dueSubjects(db: Queries, account: string, today: number, limit: number): Promise<string[]> {
  const first = await db.all(unseen, { account, limit })
  return (first.length > 0 ? first : await db.all(due, { account, today, limit })).map(({ subject }) => subject)
}

/** From which day on a subject is next due. Null: none is. */
export async function nextLineToCheck(db: Queries, account: string): Promise<number | null> {
  return (await db.only(nextCheck, { account })).check_on
}

/** The lines of a subject in the order of their files. Of lines with one key, only the newest. */
export async function linesOfSubject(db: Queries, account: string, subject: string): Promise<Stored[]> {
  return newest(await db.all(ofSubject, { account, subject }))
}

/** A subject, and the files whose lines of it were looked at: those that were read whole by then. */
export type Looked = { subject: string; files: readonly string[] }

/** The same, with the files in which the lines are. */
export async function lookAt(db: Queries, account: string, subject: string): Promise<{ looked: Looked; stored: Stored[] }> {
  const all = await db.all(ofSubject, { account, subject })
  return { looked: { subject, files: [...new Set(all.map(({ file }) => file))] }, stored: newest(all) }
}

/** What is money on its way on a day: all that files say of it, oldest first. */
export function linesOfPayment(db: Queries, account: string, day: number): Promise<Stored[]> {
  return db.all(ofPayment, { account, day })
}

/** How many lines say what is money on its way on a day. No line goes away. */
export async function countOfPayment(db: Queries, account: string, day: number): Promise<number> {
  return (await db.only(countPaid, { account, day })).lines
}

/** The negotiated units (B) that some days have less, by their digests. */
export async function negotiatedUnits(db: Queries, account: string, units: readonly string[]): Promise<Stored[]> {
  return units.length === 0 ? [] : newest(await db.all(negotiatedOf, { account, units }))
}

/** The entries of a receivable unit. */
export async function entriesOfUnit(db: Queries, account: string, unit: string): Promise<Stored[]> {
  return newest(await db.all(ofUnit, { account, unit }))
}

/** Lines of a day's page, by subject. */
export function linesOfDay(db: Queries, account: string, day: number, after: string, limit: number): Promise<Stored[]> {
  return db.all(ofDay, { account, day, after, limit })
}

/**
 * A subject was looked at. `check_on`: from which day on it is looked at again. The lines of a file that is being read meanwhile are still to be looked at.
 */
export function checkedSubject(tx: Transaction, account: string, { subject, files }: Looked, check_on: number | null): void {
  tx.send(setCheck, { account, subject, files, check_on })
}

/** Lines whose charge was found after all. */
export function moveToCharge(
  tx: Transaction,
  account: string,
  before: string,
  { subject, attempt, charge, day }: Pick<LineRow, "subject" | "attempt" | "charge" | "day">,
): void {
  tx.send(moveLines, { account, before, subject, attempt, charge, day, check_on: 0 })
}

function newest(rows: readonly Stored[]): Stored[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()]
}

/** A stored line that can't be read, although it could when it was stored. */
export class UnreadableLine extends Error {}

/** The fields of a stored line. Throws UnreadableLine. */
export function fieldsOf<T extends RecordType>(record: T, raw: string) {
  const { fields } = cut(LAYOUT[record], raw)
  if (!fields) throw new UnreadableLine(`a line of record ${record} that was stored can't be read any more`)
  return fields
}

/** A line of a sale, or of what is about one or about the account. */
export function asLine({ record, key, file_type, paid_on, raw }: Stored): Line | undefined {
  if (record === "E")
    return { type: "E", key, file_type, paid_on: file_type === "04" ? paid_on : null, fields: fieldsOf("E", raw) }
  return record === "8" ? { type: "8", key, file_type, paid_on: null, fields: fieldsOf("8", raw) } : undefined
}
