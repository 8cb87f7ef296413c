import { id, seconds, text } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { table } from "../db/table.ts"

/**
 * The words by which customers and payments are found, and the values of metadata (docs/decisions/0028-search-terms.md). A row whose text has
 * none has no term.
 */
export const searchTerms = table(
  "search_terms",
  {
    account: id(),
    /** The kind of the text, and the folded word. */
    term: text(),
    /** When the customer or the payment was created. Of equal terms, the newest are read first. */
    created: seconds(),
    /** The customer or the payment. */
    id: id(),
  },
  { of: "account", key: ["account", "term", "created", "id"] },
)

const KEY = ["account", "term", "created", "id"] as const
const insertTerm = searchTerms.insert(KEY, (rows) => rows.onConflict(KEY).ignore())
const deleteTerm = searchTerms.delete(KEY)

/** A row that is found by terms. */
export type Found = { account: string; created: number; id: string }

/** Writes the terms of a row, each in a statement that Postgres makes one of for many rows. Those that exist stay. */
export function addTerms(tx: Transaction, { account, created, id }: Found, terms: Iterable<string>): void {
  for (const term of terms) tx.send(insertTerm, { account, created, id, term })
}

/** Removes terms that a row no longer has, and adds those that it did not have. */
export function replaceTerms(tx: Transaction, found: Found, before: readonly string[], after: readonly string[]): void {
  const { account, created, id } = found
  for (const term of before) if (!after.includes(term)) tx.send(deleteTerm, { account, created, id, term })
  addTerms(
    tx,
    found,
    after.filter((term) => !before.includes(term)),
  )
}
