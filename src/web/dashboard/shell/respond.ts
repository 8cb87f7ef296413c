import type { Html } from "../../html.ts"
import type { DashboardContext } from "./context.ts"

/** The pages load nothing from elsewhere, run only the script of this origin, and stand in no frame. */
const POLICY = [
  "default-src 'none'",
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

/** Whether an open page listens for changes or updates itself. Nobody did anything. */
export const isUpdate = (ctx: DashboardContext): boolean =>
  ctx.get("Vintem-Update") !== "" || ctx.get("Accept") === "text/event-stream"

export function sendPage(ctx: DashboardContext, page: Html, status = 200): void {
  ctx.status = status
  ctx.type = "text/html"
  ctx.body = page.text
}

/** Answers a script of the dashboard. */
export function sendJson(ctx: DashboardContext, body: object, status = 200): void {
  ctx.status = status
  ctx.type = "application/json"
  ctx.body = JSON.stringify(body)
}

/** Sends the browser on, with a GET. `path` begins with a slash. */
export function goTo(ctx: DashboardContext, path: string): void {
  ctx.status = 303
  ctx.set("Location", path)
  ctx.body = ""
}

/** The address of a page that leads on to the path `to` when it is done. */
export function leadingTo(page: string, to: string): string {
  return to === "/" ? page : `${page}?${new URLSearchParams({ to })}`
}

/** Sends a page from which the browser goes on to `path` by itself. */
export function sendThenGo(ctx: DashboardContext, page: Html, path: string, status = 200): void {
  ctx.set("Refresh", `0; url=${path}`)
  sendPage(ctx, page, status)
}

/** Whether a link of another site led here, such as one in a mail. The browser then kept the session's cookie back. */
export const isFromElsewhere = (ctx: DashboardContext): boolean => ctx.get("Sec-Fetch-Site") === "cross-site"

/** A parameter of the query, without spaces around it. Empty where it is missing; where it is repeated, the first one. */
export function queryText(ctx: DashboardContext, name: string): string {
  return ([ctx.query[name] ?? ""].flat()[0] ?? "").trim()
}

/** The path that a page leads on to, as its query says (leadingTo). */
export const pathAfter = (ctx: DashboardContext): string => ownPath(String(ctx.query.to ?? ""))

/** A path of the dashboard that a form or a query names, or the first page for anything else. */
export function ownPath(text: string | null | undefined): string {
  return text && /^\/(?![/\\])[\w\-./:?=&%+~]*$/.test(text) ? text : "/"
}
