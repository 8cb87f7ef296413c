// What one tenant or one client can use up, so that the others do not notice. docs/threat-model.md has the reasons.

/** How many of each an account may have at a time, in each mode. One more is `limit_reached`. */
export const MAX_OF_ACCOUNT = { webhook_endpoints: 100, integrations: 32, origins: 100, keys: 100 } as const

/** Delivery attempts that may be under way at a time: of one endpoint or integration, of one account and mode, to one host, in one process. */
export const MAX_ATTEMPTS_UNDER_WAY = { target: 16, account: 64, host: 32, process: 512 } as const

/**
 * What of an account may wait: requests for a key or a payment intent, and drawings for payers, both in one process; advances of its
 * test clock, in all processes. One more is refused at once.
 */
export const MAX_WAITING = { requests: 200, drawings: 200, advances: 20 } as const

/** Hosted pages and pictures for payers, of one client address in one process. More wait, and what would wait for too long is 429. */
export const VISITS = { perSecond: 100, atOnce: 20, maxWaitMs: 5000 } as const

/** Notifications of acquirers that are looked up at a time in one process, and how many more wait. One more is 503, and the acquirer sends it again. */
export const NOTIFICATIONS = { atOnce: 4, maxWaiting: 100 } as const

/** Sign-ins to the dashboard that may be begun in a minute, by a client address and in one process. One more is 429. */
export const SIGN_INS_PER_MINUTE = 120

/** How many client addresses a process remembers for its limits. Each takes about 200 bytes. */
export const MAX_ADDRESSES = 100_000

/** Time limits of connections to the API, in milliseconds. */
export type ConnectionLimits = {
  /** For a request to arrive, with its headers and its body. */
  receiveMs: number
  /** A client that has read nothing of its response for so long is cut off. Node notices it at the second time. */
  stalledMs: number
  /** How often requests that are arriving are checked. */
  checkMs: number
}

/** A slow request ends after 27 seconds, and an unread response after 30. */
export const CONNECTION_LIMITS: ConnectionLimits = { receiveMs: 25_000, stalledMs: 15_000, checkMs: 2000 }
