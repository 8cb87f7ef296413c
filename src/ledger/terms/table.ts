import { id, integer, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Terms } from "./terms.ts"

/** Every version of the terms of each currency. No column of a payment refers to a row: each payment would lock the row of its version. */
export const balanceTerms = table(
  "balance_terms",
  {
    account: id(),
    currency: text(),
    /** Counts the versions of a currency, from 1. */
    version: integer(),
    created: seconds(),
    terms: json<Terms>(),
  },
  { of: "account", key: ["account", "currency", "version"] },
)

export type TermsRow = RowOf<typeof balanceTerms>
