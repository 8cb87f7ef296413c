/** What a user may do, from the least to the most. Each role may do what those before it may. */
export const ROLES = ["viewer", "operator", "owner"] as const

/**
 * `viewer` reads. `operator` also acts on payments, deliveries, disputes, the clock and what waits for a person, and `owner` manages
 * keys, origins, endpoints, integrations, plans, acquirers and users.
 */
export type Role = (typeof ROLES)[number]

/** Whether a role may do what asks for another one. */
export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
