// Limits for one tenant or one client, so that the others notice nothing. docs/threat-model.md has the reasons.

/** How many of each an account may have at a time, in each mode. Beyond that, the error is `limit_reached`. */
export const MAX_OF_ACCOUNT = { webhook_endpoints: 100, integrations: 32, origins: 100, keys: 100, payment_links: 1000 } as const

/** How many users of the dashboard an account may have at a time. Beyond that, the error is `limit_reached`. */
export const MAX_USERS = 100

/** How many streams of the dashboard's open pages a process holds: of one user, of one account, and of all. More get 503. */
export const MAX_STREAMS = { user: 12, account: 200, process: 1000 } as const

/** The limits on running delivery attempts: to one endpoint or integration, of one account and mode, to one host, in one process. */
export const MAX_ATTEMPTS_UNDER_WAY = { target: 16, account: 64, host: 32, process: 512 } as const

/**
 * How much of an account may wait: requests for a key or a payment intent, and drawings for payers, both in one process, and advances
 * of its test clock, in all processes. Beyond that, requests are refused at once.
 */
export const MAX_WAITING = { requests: 200, drawings: 200, advances: 20 } as const

/** Limits on payers' requests for hosted pages and pictures, by client address and process. More wait, or get 429 after `maxWaitMs`. */
export const VISITS = { perSecond: 100, atOnce: 20, maxWaitMs: 5000 }
export type VisitLimits = typeof VISITS

/** How many notifications of acquirers a process looks up at a time, and how many wait. More get 503, and are sent again later. */
export const NOTIFICATIONS = { atOnce: 4, maxWaiting: 100 } as const

/** How many sign-ins to the dashboard a client address may begin in a minute, in one process. More get 429. */
export const SIGN_INS_PER_MINUTE = 120

/** How many purchases a client address may begin at payment links in a minute, in one process: many phones share one. More get 429. */
export const PURCHASES_PER_MINUTE = 300

/** How many client addresses a process remembers for its limits. Each takes about 200 bytes. */
export const MAX_ADDRESSES = 100_000

/** Limits of the connections to a port. Times are in milliseconds. */
export type ConnectionLimits = {
  /** How long a request may take to arrive, with its headers and its body. */
  receiveMs: number
  /** How long a client may read nothing of its response before it is cut off. Node notices this at the second timeout. */
  stalledMs: number
  /** How long a connection stays open between two requests. */
  keptMs: number
  /** While more connections than this are open, each response closes its connection. */
  maxKept: number
  /** How often requests that are arriving are checked. */
  checkMs: number
}

/**
 * With these, a slow request ends after 27 seconds, and an unread response after 30 seconds. Proxies keep idle connections for 60 seconds. They
 * must be the first to close: a POST that meets a connection which the service has just closed is lost.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  receiveMs: 25_000,
  stalledMs: 15_000,
  keptMs: 75_000,
  maxKept: 2000,
  checkMs: 2000,
}
