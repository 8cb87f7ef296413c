import { isAllowedOrigin, isKnownOrigin } from "../accounts/origins.ts"
import { ApiError } from "../base/errors.ts"
import type { Queries } from "../db/database.ts"
import type { Context, Middleware } from "./context.ts"
import { findInModes } from "./find-live.ts"
import type { Modes } from "./mode.ts"

const TOKENS = "/v1/tokens"

const ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, Service-Version, Service-Parent-Origin"
const EXPOSED_HEADERS =
  "Request-Id, Service-Version, Service-Should-Retry, Idempotent-Replayed, Ratelimit-Remaining, Ratelimit-Reset, Retry-After"

/** The origin of the tokenization frame. Undefined if this service does not serve it, so no other program can use that origin. */
type FrameOrigin = string | undefined

/** CORS for tokenization, the only operation that allows it. Responds to preflights, and sets `Vary` on every response of the path. */
export function cors(modes: Modes, frameOrigin: FrameOrigin): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== TOKENS) return next()
    ctx.vary("Origin")
    if (!isPreflight(ctx)) return next()
    const origin = ctx.get("Origin")
    if (origin === frameOrigin || (await isKnownAnywhere(modes, origin))) {
      ctx.set("Access-Control-Allow-Origin", origin)
      ctx.set("Access-Control-Allow-Methods", "POST")
      ctx.set("Access-Control-Allow-Headers", ALLOWED_HEADERS)
      ctx.set("Access-Control-Max-Age", "600")
    }
    ctx.status = 204
  }
}

/**
 * Throws `origin_not_allowed` if a publishable key is used from an origin that its account has not registered (openapi.yaml, createToken).
 * For a request from the tokenization frame, the parent's origin counts. From any other origin, Service-Parent-Origin is ignored.
 */
export function checkOrigin(frameOrigin: FrameOrigin): Middleware {
  return async (ctx, next) => {
    const { caller, mode } = ctx.state
    const origin = ctx.get("Origin")
    if (!caller || !origin) return caller?.kind === "publishable" ? refuseOrigin() : next()
    const parent = origin === frameOrigin ? ctx.get("Service-Parent-Origin") : origin
    const allowed = parent !== "" && (await isAllowedOrigin(mode.database as Queries, caller.account, parent))
    if (allowed && ctx.path === TOKENS) {
      ctx.set("Access-Control-Allow-Origin", origin)
      ctx.set("Access-Control-Expose-Headers", EXPOSED_HEADERS)
    }
    if (!allowed && caller.kind === "publishable") return refuseOrigin()
    return next()
  }
}

/** Always throws origin_not_allowed. */
export function refuseOrigin(): never {
  throw new ApiError(
    "origin_not_allowed",
    "This publishable key cannot be used from this origin. Register the origin with POST /merchant-origins. " +
      // The origin is checked before the permission. So a merchant who uses the key on a server learns at once that an origin would not
      // help.
      "A publishable key can only create tokens. Use a secret key on your server for anything else.",
  )
}

function isPreflight(ctx: Context): boolean {
  return ctx.method === "OPTIONS" && ctx.get("Origin") !== "" && ctx.get("Access-Control-Request-Method") !== ""
}

async function isKnownAnywhere(modes: Modes, origin: string): Promise<boolean> {
  const known = await findInModes(
    modes,
    `origin ${origin}`,
    async (mode) => (await isKnownOrigin(mode.database, origin)) || undefined,
  )
  return known === true
}
