import type { TransactionType } from "../../ledger/parts/kinds.ts"
import type { TransactionRow } from "../../ledger/table.ts"

/**
 * What a payment, refund or dispute has in its balance transactions, and what it should have. `row` is the first row that is wrong, or null if
 * there is none at all. Amounts and fees are in cents, and `available_on` in Unix seconds. What is null was not compared.
 */
export type WrongRow = {
  type: TransactionType
  source: string
  row: string | null
  amount: number
  expected_amount: number
  fee: number | null
  expected_fee: number | null
  available_on: number | null
  expected_available_on: number | null
}

/** How many wrong rows are shown. The first says what went wrong. */
export const SHOWN = 20

export type Sum = Pick<WrongRow, "type" | "source" | "row" | "amount" | "expected_amount">

/**
 * The SQL that compares what rows of each source and type add up to. `expected`: selects of source, type and amount. `kept`: a select of source,
 * type, id and amount.
 */
export function sumsThatDiffer(expected: readonly string[], kept: string): string {
  return `WITH expected (source, type, amount) AS (${expected.join(" UNION ALL ")}), kept AS (${kept})
     SELECT type, source, min(id) AS row, sum(amount) AS amount, sum(expected_amount) AS expected_amount FROM (
       SELECT source, type, NULL AS id, 0 AS amount, amount AS expected_amount FROM expected
       UNION ALL SELECT source, type, id, amount, 0 FROM kept
     ) AS lines GROUP BY type, source HAVING sum(amount) <> sum(expected_amount)
     ORDER BY min(id) IS NULL, min(id), source LIMIT ${SHOWN}`
}

type Compared = Pick<TransactionRow, "amount" | "fee" | "available_on">

/** A row that is wrong, and what it should be. */
export function compare({ id, type, source, ...is }: TransactionRow, expected: Compared): WrongRow {
  const { amount, fee, available_on } = is
  return {
    ...{ type, source, row: id, amount, expected_amount: expected.amount, fee, expected_fee: expected.fee },
    ...{ available_on, expected_available_on: expected.available_on },
  }
}

/** Compares the rows of a type of a source, which are in the order of their parts, with what they should be. Returns the first that is wrong. */
export function firstWrong(rows: readonly TransactionRow[], expected: readonly Compared[]): WrongRow | undefined {
  const [first] = rows
  if (!first) return undefined
  for (const [part, line] of expected.entries()) {
    const row = rows[part]
    if (!row) return compare({ ...first, amount: 0, fee: 0 }, line)
    if (row.amount !== line.amount || row.fee !== line.fee || row.available_on !== line.available_on) return compare(row, line)
  }
  const more = rows[expected.length]
  return more && compare(more, { amount: 0, fee: 0, available_on: more.available_on })
}
