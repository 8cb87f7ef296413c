// What one tenant or one client can use up, so that the others do not notice. docs/threat-model.md has the reasons.

/** How many of each an account may have at a time, in each mode. One more is `limit_reached`. */
export const MAX_OF_ACCOUNT = { webhook_endpoints: 100, integrations: 32, origins: 100, keys: 100 } as const
