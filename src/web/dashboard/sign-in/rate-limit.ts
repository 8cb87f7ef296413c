import { SIGN_INS_PER_MINUTE } from "../../../base/bounds.ts"
import { RefusedRequests } from "../../../http/address-limit.ts"
import { networkOf } from "../../../http/client-address.ts"
import { messagePage } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardMiddleware, type DashboardParts, usersModeOf } from "../request/context.ts"
import { sendPage } from "../request/responses.ts"
import { WORDS } from "./words.ts"

/** The beginnings of sign-ins. Without a session, nothing else writes to the database. */
const SIGN_IN_STARTS = /^\/sign-in\/(passkey\/challenge|oidc)$/
const REFUSALS = new Set([401, 403, 404, 410])

/**
 * Limits the refused requests without a session and the begun sign-ins, for each client address and minute. Above the limit, responds with
 * 429 before any look-up, so guessing does not load the database.
 */
export function limitUnauthenticated({ modes, log }: DashboardParts): DashboardMiddleware {
  const max = usersModeOf(modes).config.rateLimitAddress
  const refused = max > 0 ? new RefusedRequests(max) : undefined
  const begun = max > 0 ? new RefusedRequests(SIGN_INS_PER_MINUTE) : undefined
  return async (ctx, next) => {
    const network = networkOf(ctx.state.address)
    if (refused?.blockedUntil(network)) return refuse(ctx)
    if (begun && SIGN_IN_STARTS.test(ctx.path)) {
      if (begun.blockedUntil(network)) return refuse(ctx)
      begun.count(network)
    }
    const count = () => {
      if (refused?.count(network)) log.warn({ address: network }, "too many refused requests to the dashboard from one address")
    }
    await next().catch((error: unknown) => {
      if (!ctx.state.user) count()
      throw error
    })
    if (isRefusal(ctx)) count()
  }
}

function isRefusal(ctx: DashboardContext): boolean {
  if (ctx.state.user) return false
  return REFUSALS.has(ctx.status) || (ctx.status === 303 && String(ctx.response.get("Location")).startsWith("/sign-in"))
}

function refuse(ctx: DashboardContext): void {
  const { tooMany, tooManyText } = WORDS[ctx.state.language]
  ctx.set("Retry-After", "60")
  sendPage(ctx, messagePage(ctx, tooMany, tooManyText), 429)
}
