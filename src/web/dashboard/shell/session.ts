import { csrfTokenOf, findUserSession, noteRequest, SESSION_LIFE_SECONDS } from "../../../accounts/users/sessions.ts"
import { html } from "../../html.ts"
import type { DashboardContext, DashboardMiddleware, DashboardParts } from "./context.ts"
import { homeOf } from "./context.ts"
import type { Words } from "./language.ts"
import { messagePage } from "./lone-page.ts"
import { goTo, isFromElsewhere, isUpdate, leadingTo, ownPath, sendThenGo } from "./respond.ts"

/** Browsers take a cookie of this prefix only over https, for the whole origin and for no other host. */
const cookieName = (origin: string) => (origin.startsWith("https:") ? "__Host-vintem" : "vintem")

/** Finds out who the request is from. A request without a session goes on without a user. */
export function readSession({ modes, origin }: DashboardParts): DashboardMiddleware {
  const { database, ring } = homeOf(modes)
  return async (ctx, next) => {
    ctx.state.proved = false
    ctx.state.provedNow = false
    const token = ctx.cookies.get(cookieName(origin)) ?? ""
    const session = await findUserSession(database, ring, token)
    if (session) {
      ctx.state.user = session.user
      ctx.state.openedBy = session.openedBy
      ctx.state.proved = session.proved
      ctx.state.provedNow = session.provedNow
      ctx.state.sessionToken = token
      ctx.state.csrf = csrfTokenOf(ring, token)
      // An open page that updates itself does not keep a session from ending.
      if (session.unnoted && !isUpdate(ctx)) await database.transaction((tx) => noteRequest(tx, ring, token))
    }
    await next()
  }
}

/** Leads a visitor without a session to the sign-in, and from there to the page. A request for anything but a page gets 401. */
export const mustBeSignedIn: DashboardMiddleware = async (ctx, next) => {
  if (ctx.state.user) return next()
  if (ctx.method === "GET" && ctx.accepts("html")) {
    const path = ownPath(ctx.url)
    if (!isFromElsewhere(ctx)) return goTo(ctx, leadingTo("/sign-in", path))
    const { opening, goOn } = WORDS[ctx.state.language]
    return sendThenGo(ctx, messagePage(ctx, opening, html`<a href="${path}">${goOn}</a>`), path, 401)
  }
  ctx.status = 401
  ctx.body = "Sign in first.\n"
}

/** Keeps a session's token in the browser, where no script can read it and no other site can send it. */
export function setCookie(ctx: DashboardContext, { origin }: DashboardParts, token: string): void {
  ctx.append("Set-Cookie", cookie(origin, token, SESSION_LIFE_SECONDS))
}

export function clearCookie(ctx: DashboardContext, { origin }: DashboardParts): void {
  ctx.append("Set-Cookie", cookie(origin, "", 0))
}

/** Koa refuses to set Secure on a connection that it does not know to be secure, such as one behind a proxy. */
function cookie(origin: string, value: string, seconds: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : ""
  return `${cookieName(origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}

const en = { opening: "One moment", goOn: "Open the page." }
const pt: typeof en = { opening: "Um momento", goOn: "Abrir a página." }
const WORDS: Words<typeof en> = { en, pt }
