// What one tenant or one client can use up, so that the others do not notice. docs/threat-model.md has the reasons.

/** How many of each an account may have at a time, in each mode. One more is `limit_reached`. */
export const MAX_OF_ACCOUNT = { webhook_endpoints: 100, integrations: 32, origins: 100, keys: 100 } as const

/** How many client addresses a process remembers for its limits. Each takes about 200 bytes. */
export const MAX_ADDRESSES = 100_000
