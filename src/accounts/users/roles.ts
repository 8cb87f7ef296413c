/** What a user may do, from the least to the most. Each role may do what those before it may. The dashboard only reads so far. */
export const ROLES = ["viewer", "operator", "owner"] as const

/**
 * `viewer` reads. `operator` is to act on payments, deliveries, disputes, the clock and what waits for a person, and `owner` to manage
 * keys, origins, endpoints, integrations, plans, acquirers and users.
 */
export type Role = (typeof ROLES)[number]
