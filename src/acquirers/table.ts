import { id, json, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { PaymentType } from "./sale.ts"

/** Who pays the money of charges out: the acquirer to the merchant's bank, or the platform. */
export type Funds = "acquirer" | "platform"

/**
 * The credentials of an account at an acquirer, and what they are used for. What they are never changes, but for its seal under a newer key
 * of the ring. Rows that have ended stay, because attempts refer to them.
 */
export const acquirerCredentials = table(
  "acquirer_credentials",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** The name of the acquirer. */
    acquirer: text(),
    /** The merchant's own number or name at the acquirer. */
    merchant_id: text(),
    /** The members as the acquirer's kind describes them, and the secret of notifications, as JSON. Null if an earlier release has written the row. */
    sealed_members: text().nullable(),
    /** What the release before reads. */
    boleto_provider: text().nullable(),
    sealed_merchant_key: text(),
    sealed_mpi: text().nullable(),
    funds: text<Funds>(),
    /** The payment methods whose new sales go to the acquirer. Null: all that it offers. */
    methods: json<readonly PaymentType[]>().nullable(),
    /** The payment methods whose sales go to the acquirer where the method's own acquirer cannot make them. Null: none. */
    fallback_for: json<readonly PaymentType[]>().nullable(),
    /** When the certificate of the credentials ends. Null if they have none. */
    certificate_ends_at: seconds().nullable(),
    /** Since when the acquirer gets no new sales. Null if it gets them. */
    drained_at: seconds().nullable(),
    /** When the credentials were replaced or removed. Null if new attempts use them. */
    ended_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

export type CredentialsRow = RowOf<typeof acquirerCredentials>
