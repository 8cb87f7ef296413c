const RESOURCES = [
  "tokens",
  "payment_intents",
  "payment_methods",
  "refunds",
  "customers",
  "products",
  "payment_links",
  "customer_subscriptions",
  "balance",
  "events",
  "webhook_endpoints",
  "merchant_origins",
] as const

/** A permission of a restricted key. `write` does not include `read`. */
export type AccessScope = `${(typeof RESOURCES)[number]}:${"read" | "write"}`

export const ACCESS_SCOPES: readonly AccessScope[] = RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`] as const)
