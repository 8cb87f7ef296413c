import { csrfTokenOf, findUserSession, noteRequest, SESSION_LIFE_SECONDS } from "../../../accounts/users/sessions.ts"
import { html } from "../../shared/html.ts"
import type { Words } from "../../shared/language.ts"
import { messagePage } from "../layout/page-without-menu.ts"
import type { DashboardContext, DashboardMiddleware, DashboardParts } from "../request/context.ts"
import { usersModeOf } from "../request/context.ts"
import {
  isBackgroundUpdate,
  isCrossSite,
  pathWithReturn,
  redirectTo,
  safePath,
  sendPageThenRedirect,
} from "../request/responses.ts"

/** Browsers accept a cookie with the prefix `__Host-` only over https, for the whole origin and no other host. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-vintem" : "vintem")

/** Finds the user of a request by its session. A request without a session continues without a user. */
export function readSession({ modes, origin }: DashboardParts): DashboardMiddleware {
  const { database, ring } = usersModeOf(modes)
  return async (ctx, next) => {
    ctx.state.proved = false
    ctx.state.provedNow = false
    const token = ctx.cookies.get(cookieName(origin)) ?? ""
    const session = await findUserSession(database, ring, token)
    if (session) {
      ctx.state.user = session.user
      ctx.state.byNewLink = session.byNewLink
      ctx.state.proved = session.proved
      ctx.state.provedNow = session.provedNow
      ctx.state.sessionToken = token
      ctx.state.csrf = csrfTokenOf(ring, token)
      // An open page that updates itself must not keep a session alive.
      if (session.unnoted && !isBackgroundUpdate(ctx)) await database.transaction((tx) => noteRequest(tx, ring, token))
    }
    await next()
  }
}

/** Redirects a visitor without a session to the sign-in, and from there to the page. A request for something other than a page gets 401. */
export const mustBeSignedIn: DashboardMiddleware = async (ctx, next) => {
  if (ctx.state.user) return next()
  if (ctx.method === "GET" && ctx.accepts("html")) {
    const path = safePath(ctx.url)
    if (!isCrossSite(ctx)) return redirectTo(ctx, pathWithReturn("/sign-in", path))
    const { opening, goOn } = WORDS[ctx.state.language]
    return sendPageThenRedirect(ctx, messagePage(ctx, opening, html`<a href="${path}">${goOn}</a>`), path, 401)
  }
  ctx.status = 401
  ctx.body = "Sign in first.\n"
}

/** Stores a session's token in the browser. No script can read the cookie, and no other site can send it. */
export function setCookie(ctx: DashboardContext, { origin }: DashboardParts, token: string): void {
  ctx.append("Set-Cookie", cookie(origin, token, SESSION_LIFE_SECONDS))
}

export function clearCookie(ctx: DashboardContext, { origin }: DashboardParts): void {
  ctx.append("Set-Cookie", cookie(origin, "", 0))
}

/** Writes the header itself: Koa refuses to set Secure on a connection that it does not know to be secure, as behind a proxy. */
function cookie(origin: string, value: string, seconds: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : ""
  return `${cookieName(origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

const en = { opening: "One moment", goOn: "Open the page." }
const pt: typeof en = { opening: "Um momento", goOn: "Abrir a página." }
const WORDS: Words<typeof en> = { en, pt }
