import type { Html } from "../../shared/html.ts"
import type { DashboardContext } from "./context.ts"

/** The pages load nothing from other hosts, run only the script of this origin, and cannot be framed. */
const POLICY = [
  "default-src 'none'",
  // The frame of a mail, which is sandboxed and has a policy of its own.
  "frame-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** Headers of every response of the dashboard. With `same-origin`, forms still send their Origin. */
export const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
}

/** Returns whether an open page polls or updates itself, without an action of its user. */
export const isBackgroundUpdate = (ctx: DashboardContext): boolean =>
  ctx.get("Vintem-Update") !== "" || ctx.get("Accept") === "text/event-stream"

export function sendPage(ctx: DashboardContext, page: Html, status = 200): void {
  ctx.status = status
  ctx.type = "text/html"
  ctx.body = page.text
}

/** Responds to a script of the dashboard. */
export function sendJson(ctx: DashboardContext, body: object, status = 200): void {
  ctx.status = status
  ctx.type = "application/json"
  ctx.body = JSON.stringify(body)
}

/** Redirects the browser with a GET. `path` begins with a slash. */
export function redirectTo(ctx: DashboardContext, path: string): void {
  ctx.status = 303
  ctx.set("Location", path)
  ctx.body = ""
}

/** Returns the address of a page that later redirects to the path `to`. */
export function pathWithReturn(page: string, to: string): string {
  return to === "/" ? page : `${page}?${new URLSearchParams({ to })}`
}

/** Sends a page from which the browser continues to `path` by itself. */
export function sendPageThenRedirect(ctx: DashboardContext, page: Html, path: string, status = 200): void {
  ctx.set("Refresh", `0; url=${path}`)
  sendPage(ctx, page, status)
}

/** Returns whether the user followed a link of another site, such as one in a mail. The browser then does not send the session's cookie. */
export const isCrossSite = (ctx: DashboardContext): boolean => ctx.get("Sec-Fetch-Site") === "cross-site"

/** A parameter of the query, trimmed. Empty if missing. If repeated, the first one. */
export function queryParameter(ctx: DashboardContext, name: string): string {
  return ([ctx.query[name] ?? ""].flat()[0] ?? "").trim()
}

/** The path to which a page redirects, from its query (see pathWithReturn). */
export const returnPath = (ctx: DashboardContext): string => safePath(String(ctx.query.to ?? ""))

/** Returns the path if it is a path of the dashboard, or else that of the first page. */
export function safePath(text: string | null | undefined): string {
  return text && /^\/(?![/\\])[\w\-./:?=&%+~]*$/.test(text) ? text : "/"
}
