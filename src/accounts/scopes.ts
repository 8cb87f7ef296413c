const RESOURCES = [
  "tokens",
  "payment_intents",
  "payment_methods",
  "refunds",
  "customers",
  "products",
  "customer_subscriptions",
  "balance",
  "events",
  "webhook_endpoints",
  "merchant_origins",
] as const

/** What a restricted key may do with one resource; `write` does not imply `read`. */
export type AccessScope = `${(typeof RESOURCES)[number]}:${"read" | "write"}`

export const ACCESS_SCOPES: readonly AccessScope[] = RESOURCES.flatMap((name) => [`${name}:read`, `${name}:write`] as const)
