import type { Metadata } from "../../accounts/metadata.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { boolean, id, integer, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

/** Links to a page on which anybody can buy a product. */
export const paymentLinks = table(
  "payment_links",
  {
    id: id(),
    account: id(),
    created: seconds(),
    product: id(),
    payment_method_types: json<readonly MethodType[]>(),
    max_installments: integer().nullable(),
    /** How many payments may succeed or wait at a time. Null: any number. */
    max_payments: integer().nullable(),
    /** From then on, nobody can begin a payment. */
    expires_at: seconds().nullable(),
    active: boolean(),
    metadata: json<Metadata>(),
    after_payment_url: text().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    // The path of the page names no account.
    uniqueOverAll: [["id"]],
    references: { product: "products" },
  },
)

export type PaymentLinkRow = RowOf<typeof paymentLinks>

/** The places that payers have at links whose payments are limited: from the confirm on, until the payment intent is canceled. */
export const paymentLinkPlaces = table(
  "payment_link_places",
  {
    account: id(),
    payment_intent: id(),
    payment_link: id(),
  },
  {
    of: "account",
    key: ["account", "payment_intent"],
    references: { payment_intent: "payment_intents", payment_link: "payment_links" },
  },
)
