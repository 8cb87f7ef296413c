import { id, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/** Who pays the money of charges out: the acquirer to the merchant's bank, or the platform. */
export type Funds = "acquirer" | "platform"

/**
 * The credentials of an account at an acquirer. A row changes in two ways only: it ends, or its key is sealed again under a newer
 * key of the ring. Rows that have ended stay, because attempts refer to them.
 */
export const acquirerCredentials = table(
  "acquirer_credentials",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** The name of the acquirer. */
    acquirer: text(),
    merchant_id: text(),
    boleto_provider: text().nullable(),
    sealed_merchant_key: text(),
    funds: text<Funds>(),
    /** When the credentials were replaced or removed. Null if new attempts use them. */
    ended_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type CredentialsRow = RowOf<typeof acquirerCredentials>
