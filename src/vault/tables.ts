import { id, integer, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/** What a card is used as. Of a card with both functions, the payer chooses one. */
export type Funding = "credit" | "debit"

/** The keys of the ring of one mode, wrapped by its master key. */
export const encryptionKeys = table(
  "encryption_keys",
  {
    id: id(),
    purpose: text<"digest" | "seal">(),
    wrapped: text(),
    /** The purpose of the first key of each purpose, so that two processes that start at once make only one. Else null. */
    only_one: text<"digest" | "seal">().nullable(),
    /** Rises from each sealing key to the next. */
    created: seconds(),
  },
  { of: "platform", key: ["id"], unique: [["only_one"]] },
)

export type RingKeyRow = RowOf<typeof encryptionKeys>

/** The cards of tokens and of saved cards. */
export const cards = table(
  "cards",
  {
    id: id(),
    account: id(),
    created: seconds(),
    brand: text(),
    last4: text(),
    funding: text<Funding>(),
    exp_month: integer(),
    exp_year: integer(),
    holder_name: text().nullable(),
    /** Null once it is erased, like the number. */
    sealed_cvc: text().nullable(),
    sealed_number: text().nullable(),
    /** Set when the number may be erased, in the time of the database. Null once it is erased, or if the card turns out to be saved. */
    erase_after_ms: milliseconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

/** A card with its sealed number and CVC. */
export type SealedCard = RowOf<typeof cards>

/** The columns of a card that are no secret. */
export const PLAIN_COLUMNS = [
  "id",
  "account",
  "created",
  "brand",
  "last4",
  "funding",
  "exp_month",
  "exp_year",
  "holder_name",
] as const

/** The data of a card that is no secret. */
export type CardRow = Pick<SealedCard, (typeof PLAIN_COLUMNS)[number]>

/** The keys that seal new cards, wrapped by the ring. The table is an unlogged one (Database.unlogged). */
export const shortLivedKeys = table(
  "short_lived_keys",
  { id: id(), sealed: text(), made_ms: milliseconds() },
  { of: "platform", key: ["id"] },
)
