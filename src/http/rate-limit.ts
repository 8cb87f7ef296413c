import { ApiError, RetryLater } from "../base/errors.ts"
import type { Context, Middleware } from "./context.ts"
import type { Bucket, Limiter } from "./limiter.ts"
import type { HttpMode } from "./mode.ts"
import type { Quota } from "./quota-leases.ts"

export type Limiters = { of(mode: HttpMode): Promise<Limiter> }

/** Takes one request from the key's quota (openapi.yaml, Limits). Throws `rate_limit_exceeded` when none is left. */
export function takeQuota(limiters: Limiters): Middleware {
  return async (ctx, next) => {
    if (!ctx.state.caller) return next()
    const quota = await (await limiters.of(ctx.state.mode)).take(bucketOf(ctx), ctx.state.caller.key, addressOf(ctx))
    setQuotaHeaders(ctx, quota)
    if (!quota.allowed) {
      throw new RetryLater(
        "Too many requests with this key. Retry after the number of seconds in Retry-After.",
        secondsUntil(quota.resetMs),
      )
    }
    await next()
  }
}

/** Reports the quota to a caller whose origin is refused. Such a request costs no quota. */
export function reportQuota(limiters: Limiters): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (error instanceof ApiError && error.code === "origin_not_allowed") {
        setQuotaHeaders(ctx, await (await limiters.of(ctx.state.mode)).look(bucketOf(ctx), ctx.state.caller.key, addressOf(ctx)))
      }
      throw error
    }
  }
}

/** A keyed digest, so the counts name no payer. An unknown address, as behind a proxy that is not trusted, counts as one. */
function addressOf(ctx: Context): string {
  const { mode, network } = ctx.state
  return bucketOf(ctx) === "tokens" ? mode.ring.digest(`payer: ${network}`).slice(0, 32) : ""
}

function bucketOf({ state: { caller, operation } }: Context): Bucket {
  return caller.kind === "publishable" && operation["x-publishable"] ? "tokens" : "requests"
}

/** For Retry-After: returns the seconds until `resetMs`, which is in milliseconds since 1970. */
export function secondsUntil(resetMs: number): number {
  return Math.max(1, Math.ceil((resetMs - Date.now()) / 1000))
}

export function setQuotaHeaders(ctx: Context, { remaining, resetMs }: Omit<Quota, "allowed">): void {
  ctx.set("Ratelimit-Remaining", String(remaining))
  ctx.set("Ratelimit-Reset", String(Math.ceil(resetMs / 1000)))
}
