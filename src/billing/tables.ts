import type { Metadata } from "../accounts/metadata.ts"
import { boolean, cents, id, integer, json, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { Interval } from "./calendar.ts"

export type ProductStatus = "ACTIVE" | "INACTIVE"

export const products = table(
  "products",
  {
    id: id(),
    account: id(),
    created: seconds(),
    name: text(),
    description: text().nullable(),
    status: text<ProductStatus>(),
    /** Whether the product has an active plan. */
    recurring: boolean(),
    metadata: json<Metadata>(),
  },
  { of: "account", key: ["account", "id"] },
)

export type ProductRow = RowOf<typeof products>

/** Every price that a product has had. */
export const productPrices = table(
  "product_prices",
  {
    id: id(),
    account: id(),
    created: seconds(),
    product: id(),
    amount: cents(),
    currency: text(),
    /** Orders the prices of a product. The ids of hosts whose clocks differ cannot. */
    position: integer(),
  },
  { of: "account", key: ["account", "id"], references: { product: "products" } },
)

export type PriceRow = Omit<RowOf<typeof productPrices>, "position">

/** The billing interval and trial of a product. Subscriptions copy them, so later changes affect new subscriptions only. */
export const plans = table(
  "plans",
  {
    id: id(),
    account: id(),
    created: seconds(),
    product: id(),
    name: text(),
    interval: text<Interval>(),
    interval_count: integer(),
    /** 0 means no trial. */
    trial_days: integer(),
    /** How many days before a period its PIX or boleto is made, so that it can be paid ahead. */
    days_ahead: integer(),
    is_active: boolean(),
  },
  { of: "account", key: ["account", "id"], references: { product: "products" } },
)

export type PlanRow = RowOf<typeof plans>
