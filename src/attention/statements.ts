// What statements of acquirers show that a person must look at.

import { dateOf } from "../base/day.ts"
import { id, integer } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { STATEMENT_CURRENCY } from "../statements/acquirer.ts"
import { type DifferenceRow, type FileRow, statementDifferences, statementFiles, unownedLines } from "../statements/tables.ts"
import type { AttentionKind, Found, Source } from "./item.ts"

/** As the partial indexes have them, so that they are used. */
const OPEN = "ended_at IS NULL AND resolved_at IS NULL"
const REFUSED = "state = 'refused' AND resolved_at IS NULL"
const UNOWNED = "resolved_at IS NULL"

const REQUEST = [{ of: id().nullable(), limit: integer() }] as const
const OF = "(CAST(:of AS text) IS NULL OR account = :of)"

const listOpen = statementDifferences.statement(REQUEST, (_, p, k) =>
  k.raw<DifferenceRow>(
    `SELECT ${statementDifferences.names.join(", ")} FROM statement_differences WHERE ${OPEN} AND ${OF} AND ${isHere(k)} ORDER BY created LIMIT :limit`,
    { of: p.of, limit: LIMIT },
  ),
)
const countOpen = statementDifferences.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ is_unit: number; size: number }>(
    `SELECT is_unit, count(*) AS size FROM (
       SELECT CASE kind WHEN 'unit' THEN 1 ELSE 0 END AS is_unit FROM statement_differences WHERE ${OPEN} AND ${isHere(k)} LIMIT :limit
     ) AS found GROUP BY is_unit`,
    { limit: LIMIT },
  ),
)
const listRefused = statementFiles.statement(REQUEST, (_, p, k) =>
  k.raw<FileRow>(
    `SELECT ${statementFiles.names.join(", ")} FROM statement_files
     WHERE ${REFUSED} AND (CAST(:of AS text) IS NULL OR uploader = :of) ORDER BY created LIMIT :limit`,
    { of: p.of, limit: LIMIT },
  ),
)
const countRefused = statementFiles.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(`SELECT count(*) AS size FROM (SELECT 1 FROM statement_files WHERE ${REFUSED} LIMIT :limit) AS found`, {
    limit: LIMIT,
  }),
)
const listUnowned = unownedLines.statement([{ limit: integer() }], (rows) =>
  rows.whereRaw(UNOWNED).orderBy("created").limit(LIMIT),
)
const countUnowned = unownedLines.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(
    `SELECT count(*) AS size FROM (SELECT 1 FROM unowned_statement_lines WHERE ${UNOWNED} LIMIT :limit) AS found`,
    {
      limit: LIMIT,
    },
  ),
)

/** What differs between statements and what was sold. A unit that its entries don't add up to is about a payout. */
export const statementDifferencesOpen: Source = {
  list: async (db, { account: of, limit }) => (await db.all(listOpen, { of, limit })).map(differenceItem),
  count: async (db, { limit }) =>
    (await db.all(countOpen, { limit })).map(({ is_unit, size }) => ({ kind: kindOf(is_unit === 1), size })),
}

/** Files that can't be read. */
export const refusedStatements: Source = {
  list: async (db, { account: of, limit }) => (await db.all(listRefused, { of, limit })).map(refusedItem),
  count: async (db, { limit }) => {
    const { size } = await db.only(countRefused, { limit })
    return size > 0 ? [{ kind: "statement_refused", size }] : []
  },
}

/** Lines whose establishment several accounts have. They are nobody's. */
export const unownedStatementLines: Source = {
  list: async (db, { account, limit }) => {
    if (account !== null) return []
    const rows = await db.all(listUnowned, { limit })
    return rows.map(({ id, created: since, establishment, amount }) => ({
      ...{ id, kind: "statement_difference" as const, account: "", since, payment_intent: null, refund: null },
      ...{ amount, currency: STATEMENT_CURRENCY },
      message:
        `A line of a statement is of the establishment ${establishment}, which several accounts have, and of no charge. Find out whose it is. ` +
        `Then run 'vintem statements resolve ${id} --reason TEXT'.`,
    }))
  },
  count: async (db, { limit }) => {
    const { size } = await db.only(countUnowned, { limit })
    return size > 0 ? [{ kind: "statement_difference", size }] : []
  },
}

function kindOf(isUnit: boolean): AttentionKind {
  return isUnit ? "payout_unmatched" : "statement_difference"
}

function differenceItem(row: DifferenceRow): Found {
  const { id, kind, account, created: since, payment_intent, amount, day, details } = row
  return {
    ...{ id, kind: kindOf(kind === "unit"), account, since, payment_intent, refund: null, amount, currency: STATEMENT_CURRENCY },
    difference: { kind, day, details },
    message: `${saidOf(row)} Find out why. Then run 'vintem statements resolve ${id} --reason TEXT'.`,
  }
}

function saidOf({ kind, day, details }: DifferenceRow): string {
  const on = day === null ? "" : ` on ${dateOf(day)}`
  switch (kind) {
    case "only_here":
      return `A sale${on} is in no statement.`
    case "only_there":
      return `A statement has a sale${on} that took no money here.`
    case "differs":
      return `A sale${on} differs in the statement: ${details.map(({ what }) => what).join(", ")}.`
    case "entry":
      return `A statement has an entry${on} that needs a person: ${details.map(({ what }) => what.replaceAll("_", " ")).join(", ")}.`
    case "unit":
      return "The entries of a payment in a settlement file don't add up to it."
  }
}

function refusedItem({ id, created: since, uploader: account, name, problems }: FileRow): Found {
  return {
    ...{
      id,
      kind: "statement_refused" as const,
      account,
      since,
      payment_intent: null,
      refund: null,
      amount: null,
      currency: null,
    },
    ...(problems[0] !== undefined && { problem: problems[0] }),
    message:
      `The file ${name} is refused: ${problems[0] ?? "it can't be read"}. Get it again from the acquirer. ` +
      `Then run 'vintem statements resolve ${id} --reason TEXT'.`,
  }
}
