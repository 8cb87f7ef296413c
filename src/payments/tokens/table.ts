import { boolean, id, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

export type TokenType = "card" | "pix" | "boleto" | "pix_automatico" | "wallet"

export const tokens = table(
  "tokens",
  {
    id: id(),
    account: id(),
    created: seconds(),
    type: text<TokenType>(),
    card: id().nullable(),
    used: boolean(),
    /** The attempt that alone can use the token. */
    reserved_by: id().nullable(),
    expires_at: seconds(),
    /** When the token of a card expires. Null once it is used or has expired, and for tokens without a card. */
    due_at: seconds().nullable(),
    /** Set if a browser made the token. */
    publishable_key: id().nullable(),
    payer_address: text().nullable(),
  },
  { of: "account", key: ["account", "id"], references: { card: "cards" } },
)

export type TokenRow = RowOf<typeof tokens>
