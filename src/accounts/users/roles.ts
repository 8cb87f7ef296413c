/** The roles, from the least to the most powerful. Each role may do everything that the roles before it may do. */
export const ROLES = ["viewer", "operator", "owner"] as const

/**
 * `viewer` reads. `operator` also acts on payments, deliveries, disputes, the clock and whatever waits for a person. `owner` also manages
 * keys, origins, endpoints, integrations, plans, acquirers and users.
 */
export type Role = (typeof ROLES)[number]

/** Whether a role may do what needs the role `needed`. */
export function mayAs(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}
