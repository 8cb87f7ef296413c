import { timingSafeEqual } from "node:crypto"
import rawBody from "raw-body"
import type { DashboardContext, DashboardMiddleware, DashboardParts } from "./context.ts"
import { messagePage } from "./layout.ts"
import { sendPage } from "./respond.ts"

const MAX_FORM_BYTES = 64 * 1024

/**
 * Reads the form of a POST. Refuses with 403 one that another site sent, or that does not carry its session's token, whatever it is
 * for.
 */
export function readForm({ origin }: DashboardParts): DashboardMiddleware {
  return async (ctx, next) => {
    ctx.state.form = new URLSearchParams()
    if (ctx.method === "GET" || ctx.method === "HEAD") return next()
    if (ctx.is("application/x-www-form-urlencoded")) {
      const text = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: "utf8" }).catch(() => "")
      ctx.state.form = new URLSearchParams(text)
    }
    const from = ctx.get("Origin")
    if ((from && from !== origin) || !isSame(ctx.state.form.get("csrf"), ctx.state.csrf)) return refuse(ctx)
    await next()
  }
}

function refuse(ctx: DashboardContext): void {
  const text = "This form is not one of this session. Go back, load the page again, and repeat what you did."
  sendPage(ctx, messagePage("Form refused", text), 403)
}

function isSame(sent: string | null, expected: string | undefined): boolean {
  if (!sent || !expected || sent.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected))
}
