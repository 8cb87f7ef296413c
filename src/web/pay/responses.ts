import { findLogo } from "../../accounts/settings.ts"
import type { ApiError } from "../../base/errors.ts"
import type { Context } from "../../http/context.ts"
import { sendError } from "../../http/envelope.ts"
import { statusOf } from "../../http/errors.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { LANGUAGES, type Language } from "./messages.ts"
import { pagePolicy } from "./page.ts"
import { busyPage, notFoundPage, troublePage } from "./pages.ts"

/** When to retry if there are too many visits, or if a page cannot be rendered at the moment. */
export const RETRY_AFTER_SECONDS = 5

export function protectLink(ctx: Context): void {
  ctx.set({
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "Content-Security-Policy": pagePolicy(),
  })
}

export function languageOf(ctx: Context): Language {
  return (ctx.acceptsLanguages(...LANGUAGES) || LANGUAGES[0]) as Language
}

export function sendHtml(ctx: Context, status: number, html: string, policy = pagePolicy()): void {
  ctx.status = status
  ctx.type = "text/html"
  ctx.vary("Accept-Language")
  ctx.set("Content-Security-Policy", policy)
  ctx.body = html
}

/** Leads the payer on after a form. `ctx.redirect` would encode a merchant's query again. */
export function redirect(ctx: Context, location: string): void {
  ctx.status = 303
  ctx.set("Location", location)
}

/** Sends the account's current logo. Responds with 404 if the account has none. */
export async function sendLogo(ctx: Context, { database }: Pick<PaymentsMode, "database">, account: string): Promise<void> {
  const logo = await findLogo(database, account)
  if (!logo) return sendNotFound(ctx)
  ctx.type = logo.type
  ctx.body = logo.content
}

export function sendNotFound(ctx: Context): void {
  sendHtml(ctx, 404, notFoundPage(languageOf(ctx)))
}

/**
 * Sends an error: to a payer as a page in their language, and to every other client in the contract's shape. This includes errors before any
 * page is reached, such as a limit or an unreachable database.
 */
export function sendProblem(ctx: Context, error: ApiError): void {
  const status = statusOf(error)
  const isPayer = ctx.path.startsWith("/pay/") && ctx.accepts("html", "json") === "html"
  if (isPayer) protectLink(ctx)
  if (isPayer && status === 404) sendNotFound(ctx)
  else if (isPayer && (status === 429 || status >= 500)) sendLater(ctx, status)
  else sendError(ctx, error)
}

function sendLater(ctx: Context, status: number): void {
  const language = languageOf(ctx)
  const seconds = Math.max(RETRY_AFTER_SECONDS, Number(ctx.response.get("Retry-After") || 0))
  ctx.set("Retry-After", String(seconds))
  sendHtml(ctx, status, status === 429 ? busyPage(language, seconds) : troublePage(language))
}
