import { findLinkUser, useLoginLink } from "../../../accounts/users/login-links.ts"
import { listPasskeys } from "../../../accounts/users/passkeys.ts"
import { endSession, sessionDigest } from "../../../accounts/users/sessions.ts"
import type { User } from "../../../accounts/users/tables.ts"
import { html } from "../../shared/html.ts"
import { pathParameter } from "../../shared/path-parameter.ts"
import { messagePage, pageWithoutMenu } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, sessionOf, usersModeOf } from "../request/context.ts"
import { pathWithReturn, redirectTo, returnPath, sendPage } from "../request/responses.ts"
import { accountNames } from "./account-names.ts"
import type { Issuer } from "./issuer.ts"
import { issuerRoutes } from "./issuer-routes.ts"
import { auditOwnAction, openSession } from "./open-session.ts"
import { passkeyButton } from "./passkey-button.ts"
import { passkeySignIn } from "./passkeys.ts"
import { proofRoutes } from "./prove-identity.ts"
import { clearCookie, setCookie } from "./session.ts"
import { WORDS } from "./words.ts"

/**
 * Sign-in by passkey, by the OpenID issuer if there is one, and by a one-time link. Also the renewed proof of identity, and the sign-out.
 */
export function signInRoutes(router: DashboardRouter, parts: DashboardParts, issuer: Issuer | undefined): void {
  router.get("/sign-in", (ctx) => sendPage(ctx, signInPage(ctx, issuer)))
  passkeySignIn(router, parts)
  if (issuer) issuerRoutes(router, parts, issuer)
  proofRoutes(router, parts, issuer)
  linkRoutes(router, parts)
  signOutRoute(router, parts)
}

function signInPage(ctx: DashboardContext, issuer: Issuer | undefined) {
  const words = WORDS[ctx.state.language]
  const to = returnPath(ctx)
  const fields = html`<input type="hidden" name="to" value="${to}">`
  const button = passkeyButton(ctx, { does: "get", text: words.withPasskey, path: "/sign-in/passkey", fields })
  return pageWithoutMenu(
    ctx,
    words.signIn,
    html`${button}
${issuer && html`<p><a class="button wide quiet" href="${pathWithReturn("/sign-in/oidc", to)}">${words.withIssuer(issuer.name)}</a></p>`}
<p class="hint">${words.askForLink}</p>`,
  )
}

/** The page of a link asks, and its button uses the link up. So a link that another page or a prefetch opens signs no user in. */
function linkRoutes(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = usersModeOf(parts.modes)
  const signIn = (ctx: DashboardContext, link: string) =>
    database.transaction(async (tx) => {
      const user = await useLoginLink(tx, ring, link)
      if (!user) return undefined
      const isNew = (await listPasskeys(tx, user)).length === 0
      return { token: await openSession(ctx, parts, tx, { user, by: "link", action: "dashboard.sign_in" }), isNew }
    })

  router.get("/sign-in/:token", async (ctx) => {
    const user = await findLinkUser(database, ring, pathParameter(ctx, "token"))
    if (user) sendPage(ctx, linkPage(ctx, user, (await accountNames(parts, [user])).get(user.id)))
    else refuseLink(ctx)
  })

  router.post("/sign-in/:token", async (ctx) => {
    const link = pathParameter(ctx, "token")
    const signedIn = (await findLinkUser(database, ring, link)) && (await signIn(ctx, link))
    if (!signedIn) return refuseLink(ctx)
    setCookie(ctx, parts, signedIn.token)
    redirectTo(ctx, signedIn.isNew ? "/passkeys/new" : "/")
  })
}

function linkPage(ctx: DashboardContext, { email }: User, accountName: string | undefined) {
  const words = WORDS[ctx.state.language]
  const account = accountName ?? words.everyAccount
  const form = html`<form method="post" action="${ctx.path}"><button class="wide">${words.signInAs(email, account)}</button></form>`
  return pageWithoutMenu(ctx, words.signIn, html`<p>${words.onlyIfYou(email, account)}</p>${form}`)
}

function refuseLink(ctx: DashboardContext): void {
  const words = WORDS[ctx.state.language]
  sendPage(ctx, messagePage(ctx, words.linkEnded, words.worksOnce), 410)
}

function signOutRoute(router: DashboardRouter, parts: DashboardParts): void {
  const { database, ring } = usersModeOf(parts.modes)
  router.post("/sign-out", async (ctx) => {
    const { sessionToken, user } = sessionOf(ctx)
    await database.transaction(async (tx) => {
      await endSession(tx, sessionDigest(ring, sessionToken))
      await auditOwnAction(ctx, tx, "dashboard.sign_out", user)
    })
    clearCookie(ctx, parts)
    redirectTo(ctx, "/sign-in")
  })
}
