import { setTimeout as pause } from "node:timers/promises"
import { MAX_ADDRESSES } from "../base/bounds.ts"
import { ApiError, RetryLater } from "../base/errors.ts"
import type { Logger } from "../base/log.ts"
import { isHealthCheck } from "../contract/routes.ts"
import { clientAddress, isFromProxy, isOwn, networkOf, type TrustProxy } from "./client-address.ts"
import type { Context, Middleware } from "./context.ts"
import { secondsUntil, setQuotaHeaders } from "./rate-limit.ts"

const WINDOW_MS = 60_000

/** Delays each refusal, so a client that retries at once gets only a few a second on each connection. */
const PAUSE_MS = 250

type Window = { refused: number; endsAt: number }

/**
 * Counts the refused requests of each client address in windows of a minute, in this process. The number of addresses is bounded. Beyond
 * it, the address that has been known the longest is forgotten.
 */
export class RefusedRequests {
  readonly #max: number
  readonly #maxAddresses: number
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()

  /** Allows `max` refused requests in a window. `now` returns milliseconds since 1970. */
  constructor(max: number, now: () => number = Date.now, maxAddresses = MAX_ADDRESSES) {
    this.#max = max
    this.#now = now
    this.#maxAddresses = maxAddresses
  }

  get addresses(): number {
    return this.#windows.size
  }

  /** Returns when the address may send again (milliseconds since 1970), or undefined if it may send now. */
  blockedUntil(address: string): number | undefined {
    const window = this.#windows.get(address)
    return window && window.refused >= this.#max && isIn(window, this.#now()) ? window.endsAt : undefined
  }

  /** Counts one refused request. Returns true if this request reaches the limit of the address. */
  count(address: string): boolean {
    const now = this.#now()
    const known = this.#windows.get(address)
    if (known && isIn(known, now)) return ++known.refused === this.#max
    this.#windows.delete(address)
    const [oldest] = this.#windows.keys()
    if (oldest !== undefined && this.#windows.size >= this.#maxAddresses) this.#windows.delete(oldest)
    this.#windows.set(address, { refused: 1, endsAt: now + WINDOW_MS })
    return this.#max === 1
  }
}

/** A clock that was set back does not make a window longer. */
function isIn({ endsAt }: Window, now: number): boolean {
  return now < endsAt && now >= endsAt - WINDOW_MS
}

export type AddressLimit = { refused: RefusedRequests | undefined; trustProxy: TrustProxy; log: Logger }

/**
 * Sets the client's address, and counts its refused requests: 401, and 404 and 405 of routes. Above the limit, throws `rate_limit_exceeded`
 * before any other check, so guessing keys costs no look-up. Health checks are not limited.
 */
export function limitAddress({ refused, trustProxy, log }: AddressLimit): Middleware {
  return async (ctx, next) => {
    ctx.state.address = clientAddress(ctx.req, trustProxy)
    const network = networkOf(ctx.state.address)
    // Behind an untrusted proxy, all clients have the same address. But a client with a direct connection can send this header too.
    const proxied = ctx.get("X-Forwarded-For") !== "" && isOwn(ctx.state.address)
    ctx.state.network = proxied && !isFromProxy(ctx.req, trustProxy) ? null : network
    if (!refused || isHealthCheck(ctx.path)) return next()
    const blockedUntil = refused.blockedUntil(network)
    if (blockedUntil !== undefined) return refuseAddress(ctx, blockedUntil)
    const count = () => {
      const hint = proxied ? "; it seems to be a proxy: name it in TRUST_PROXY, as all its clients count together" : ""
      if (refused.count(network)) log.warn({ address: network }, `too many refused requests from one address${hint}`)
    }
    await next().catch((error: unknown) => {
      if (isRefusal(error)) count()
      throw error
    })
    // The page of an unknown link counts as refused.
    if (ctx.status === 404 && !ctx.state.operation) count()
  }
}

async function refuseAddress(ctx: Context, resetMs: number): Promise<never> {
  await pause(PAUSE_MS, undefined, { ref: false })
  setQuotaHeaders(ctx, { remaining: 0, resetMs })
  throw new RetryLater(
    "Too many requests from this address were refused. Retry after the number of seconds in Retry-After.",
    secondsUntil(resetMs),
  )
}

const REFUSALS = new Set(["api_key_missing", "api_key_invalid", "api_key_expired", "route_not_found", "method_not_allowed"])

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.has(error.code)
}
