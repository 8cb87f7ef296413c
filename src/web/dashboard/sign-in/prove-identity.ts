import { keepChallenge, newChallenge } from "../../../accounts/users/challenges.ts"
import { listPasskeys } from "../../../accounts/users/passkeys.ts"
import { proofOptions } from "../../../accounts/users/webauthn.ts"
import { html } from "../../shared/html.ts"
import { pageWithoutMenu } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, sessionOf, usersModeOf } from "../request/context.ts"
import { pathWithReturn, redirectTo, returnPath, safePath, sendJson, sendPage } from "../request/responses.ts"
import type { Issuer } from "./issuer.ts"
import { passkeyButton } from "./passkey-button.ts"
import { openByPasskey, readProof, refuseProof } from "./passkeys.ts"
import { setCookie } from "./session.ts"
import { WORDS } from "./words.ts"

/** The page on which users prove their identity again. It then redirects to `to`. */
export function proofRoutes(router: DashboardRouter, parts: DashboardParts, issuer: Issuer | undefined): void {
  const { database, ring } = usersModeOf(parts.modes)
  const { origin } = parts

  router.get("/prove", async (ctx) => {
    const to = returnPath(ctx)
    if (ctx.state.provedNow) return redirectTo(ctx, to)
    const passkeys = await listPasskeys(database, sessionOf(ctx).user)
    sendPage(ctx, proofPage(ctx, { to, issuer, hasPasskey: passkeys.length > 0 }))
  })

  router.post("/prove/challenge", async (ctx) => {
    const passkeys = await listPasskeys(database, sessionOf(ctx).user)
    const challenge = newChallenge()
    const cookie = sessionOf(ctx).sessionToken
    await database.transaction((tx) => keepChallenge(tx, ring, { challenge, kind: "prove", cookie }))
    sendJson(ctx, await proofOptions(origin, { known: passkeys, challenge }))
  })

  router.post("/prove", async (ctx) => {
    const proof = await readProof(ctx, parts, "prove", sessionOf(ctx).sessionToken)
    const isOwn = proof?.passkey.user_id === sessionOf(ctx).user.id
    const token = proof && isOwn && (await openByPasskey(ctx, parts, proof, "dashboard.prove"))
    if (!token) return refuseProof(ctx)
    setCookie(ctx, parts, token)
    sendJson(ctx, { to: safePath(ctx.state.form.get("to")) })
  })
}

type ProofPage = { to: string; issuer: Issuer | undefined; hasPasskey: boolean }

function proofPage(ctx: DashboardContext, { to, issuer, hasPasskey }: ProofPage) {
  const words = WORDS[ctx.state.language]
  const back = html`<p><a href="/">${words.back}</a></p>`
  const byIssuer =
    issuer &&
    html`<p><a class="button wide ${hasPasskey && "quiet"}" href="${pathWithReturn("/sign-in/oidc", to)}">${words.proveByIssuer(issuer.name)}</a></p>`
  if (hasPasskey) {
    const fields = html`<input type="hidden" name="to" value="${to}">`
    const button = passkeyButton(ctx, { does: "get", text: words.proveByPasskey, path: "/prove", fields })
    return pageWithoutMenu(ctx, words.prove, html`<p>${words.proveWhy}</p>${button}${byIssuer}${back}`)
  }
  const first = ctx.state.byNewLink
    ? html`<p>${words.registerFirst}</p><p><a class="button wide" href="${pathWithReturn("/passkeys/new", to)}">${words.registerPasskey}</a></p>`
    : !issuer && html`<p>${words.linkFirst}</p>`
  return pageWithoutMenu(ctx, words.prove, html`<p>${words.proveWhy}</p>${first}${byIssuer}${back}`)
}
