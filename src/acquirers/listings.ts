// When the payments that an acquirer lists are compared with what is booked.
import { newId } from "../base/ids.ts"
import { id, integer, milliseconds, seconds, text } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { type RowOf, table } from "../db/table.ts"

/** One row for each acquirer of an account that lists payments, also after it was removed. */
export const acquirerListings = table(
  "acquirer_listings",
  {
    id: id(),
    account: id(),
    acquirer: text(),
    /** When the list is read next. Null if the account does not use the acquirer. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
    /** When it was last read and compared. Null if it never was. */
    listed_at: seconds().nullable(),
    /** How many payments of the last one name no sale of the account. */
    strangers: integer().nullable(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "acquirer"]] },
)

export type ListingRow = RowOf<typeof acquirerListings>
type Which = Pick<ListingRow, "account" | "acquirer">

const insertRow = acquirerListings.insert(["id", "account", "acquirer", "due_at", "held_until_ms"], (rows) =>
  rows.onConflict(["account", "acquirer"]).merge(["due_at"]),
)
const endRow = acquirerListings.statement(["account", "acquirer"], (rows, p) =>
  rows.where({ account: p.account, acquirer: p.acquirer }).update({ due_at: null }),
)
const findRow = acquirerListings.find(["account", "acquirer"])

/** Has the list read now, and each day from then on. `now` is in Unix seconds. */
export async function beginListing(tx: Transaction, { account, acquirer, now }: Which & { now: number }): Promise<void> {
  await tx.run(insertRow, { id: newId("list"), account, acquirer, due_at: now, held_until_ms: 0 })
}

/** The account no longer uses the acquirer. */
export async function endListing(tx: Transaction, { account, acquirer }: Which): Promise<void> {
  await tx.run(endRow, { account, acquirer })
}

export function findListing(db: Queries, { account, acquirer }: Which): Promise<ListingRow | undefined> {
  return db.one(findRow, { account, acquirer })
}
