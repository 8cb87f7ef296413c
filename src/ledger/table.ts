import type { Funds } from "../acquirers/table.ts"
import { cents, id, integer, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { TransactionType } from "./parts/kinds.ts"

/** Each change of an account's money. The database refuses to change a row. */
export const balanceTransactions = table(
  "balance_transactions",
  {
    id: id(),
    account: id(),
    created: seconds(),
    type: text<TransactionType>(),
    /** What has moved the money: a payment intent, a refund, a dispute, a payout. */
    source: id(),
    /** Counts the rows of a type of a source, from 0. */
    part: integer(),
    amount: cents(),
    fee: cents(),
    /** What the account gets: `amount` less `fee`. */
    net: cents(),
    currency: text(),
    payment_intent: id().nullable(),
    /** Which of how many installments. Both are null if the row is not about one. */
    installment: integer().nullable(),
    installments: integer().nullable(),
    /** The version of the payment's terms. Only rows of type `payment` have one. Null: the default. */
    terms: integer().nullable(),
    /** The name of the acquirer that has the money. */
    acquirer: text().nullable(),
    funds: text<Funds>(),
    available_on: seconds(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "source", "type", "part"]],
    references: { payment_intent: "payment_intents" },
  },
)

export type TransactionRow = RowOf<typeof balanceTransactions>
