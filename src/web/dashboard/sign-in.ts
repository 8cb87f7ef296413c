import { isLoginLink, useLoginLink } from "../../accounts/users/login-links.ts"
import { beginSession, endSession } from "../../accounts/users/sessions.ts"
import { type ActionName, recordDone } from "../../audit/log.ts"
import type { Transaction } from "../../db/database.ts"
import { html } from "../html.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, homeOf } from "./context.ts"
import { messagePage } from "./layout.ts"
import { goTo, sendPage } from "./respond.ts"
import { clearCookie, setCookie } from "./session.ts"

/** Sign-in by a one-time link, and sign-out. */
export function signInRoutes(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = homeOf(parts.modes)

  router.get("/sign-in", (ctx) => {
    const command = html`<code>vintem dashboard login --user EMAIL</code>`
    sendPage(ctx, messagePage("Sign in", html`Ask for a link: whoever runs this service makes one with ${command}.`))
  })

  const signIn = (ctx: DashboardContext, link: string) =>
    database.transaction(async (tx) => {
      const user = await useLoginLink(tx, ring, link)
      if (!user) return undefined
      await note(tx, ctx, "dashboard.sign_in", user)
      return beginSession(tx, ring, user)
    })

  router.get("/sign-in/:token", async (ctx) => {
    const link = ctx.params.token!
    const token = (await isLoginLink(database, ring, link)) && (await signIn(ctx, link))
    if (!token)
      return sendPage(ctx, messagePage("This link has ended", "It works once, for ten minutes. Ask for another one."), 410)
    setCookie(ctx, parts, token)
    enter(ctx)
  })

  router.post("/sign-out", async (ctx) => {
    const { sessionToken, user } = ctx.state
    await database.transaction(async (tx) => {
      await endSession(tx, ring, sessionToken!)
      await note(tx, ctx, "dashboard.sign_out", user!)
    })
    clearCookie(ctx, parts)
    goTo(ctx, "/sign-in")
  })
}

/** Where the link was on another site, such as in a mail, the browser sends the new cookie only from the next page on. */
function enter(ctx: DashboardContext): void {
  if (ctx.get("Sec-Fetch-Site") === "cross-site") {
    ctx.set("Refresh", "0; url=/")
    sendPage(ctx, messagePage("You are signed in", html`<a href="/">Go on to the dashboard.</a>`))
  } else goTo(ctx, "/")
}

async function note(tx: Transaction, ctx: DashboardContext, action: ActionName, user: { id: string; account: string | null }) {
  await recordDone(
    tx,
    { actor: `user:${user.id}`, source: ctx.state.address },
    { action, account: user.account, target: user.id },
  )
}
