import type { Metadata } from "../../accounts/metadata.ts"
import type { CardErrorCode } from "../../base/errors.ts"
import { id, integer, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

/** What a customer has agreed to be charged by: a saved card, or a mandate, whose row in `mandates` has the same id. */
export const paymentMethods = table(
  "payment_methods",
  {
    id: id(),
    account: id(),
    created: seconds(),
    /** Null once it is detached, which is permanent. */
    customer: id().nullable(),
    type: text<SavedType>(),
    /** Null for a mandate. */
    card: id().nullable(),
    metadata: json<Metadata>(),
    /** Orders the cards of a customer. The ids of hosts whose clocks differ cannot. */
    position: integer(),
    /**
     * The subscription for which alone the payer saved the card: others do not charge it as the newest one. Of a mandate, the payment intent with which
     * it was made.
     */
    only_for: id().nullable(),
    /** The code with which the issuer refused the card for good. Such a card is not charged again. Null if it can be charged. */
    refused_for_good: text<CardErrorCode | "processing_error">().nullable(),
  },
  { of: "account", key: ["account", "id"], references: { customer: "customers", card: "cards" } },
)

export type SavedType = "card" | "pix_automatico"

export type PaymentMethodRow = RowOf<typeof paymentMethods>
