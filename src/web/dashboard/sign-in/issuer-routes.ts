import { keepChallenge, newChallenge, takeChallenge } from "../../../accounts/users/challenges.ts"
import { SESSION_LIFE_SECONDS, sessionDigest } from "../../../accounts/users/sessions.ts"
import type { User } from "../../../accounts/users/tables.ts"
import { usersWithEmail } from "../../../accounts/users/users.ts"
import { databaseNow } from "../../../db/now.ts"
import { html } from "../../shared/html.ts"
import { messagePage } from "../layout/page-without-menu.ts"
import { type DashboardContext, type DashboardParts, type DashboardRouter, usersModeOf } from "../request/context.ts"
import { returnPath, sendPage } from "../request/responses.ts"
import { askForAccount, signInToChosenAccount } from "./choose-account.ts"
import { beginFlow, endFlow } from "./flow-cookies.ts"
import { type Identity, type Issuer, IssuerDown, IssuerRefused } from "./issuer.ts"
import { openSession, redirectAfterSignIn } from "./open-session.ts"
import { setCookie } from "./session.ts"
import { WORDS } from "./words.ts"

/** The largest accepted difference between the clocks of the issuer and of the database. */
const SKEW_SECONDS = 30

/** The purpose of a sign-in at the issuer: the page that follows, and the session to prove, if any. */
type PendingSignIn = { to: string; beganMs: number; proves: { user: string; session: string } | null }

/** Sign-in and proof of identity at an OpenID issuer. */
export function issuerRoutes(router: DashboardRouter, parts: DashboardParts, issuer: Issuer): void {
  const step = (work: () => Promise<void>, ctx: DashboardContext) =>
    work().catch((error) => sendFailure(ctx, parts, issuer, error))
  router.get("/sign-in/oidc", (ctx) => step(() => begin(ctx, parts, issuer), ctx))
  router.get("/sign-in/oidc/callback", (ctx) => step(() => finish(ctx, parts, issuer), ctx))
  router.post("/sign-in/oidc/choose", (ctx) => step(() => signInToChosenAccount(ctx, parts), ctx))
}

async function begin(ctx: DashboardContext, { modes, origin }: DashboardParts, issuer: Issuer): Promise<void> {
  const { database, ring } = usersModeOf(modes)
  const { user, sessionToken } = ctx.state
  const proves = user && sessionToken ? { user: user.id, session: sessionDigest(ring, sessionToken) } : null
  const begun: PendingSignIn = { to: returnPath(ctx), beganMs: await databaseNow(database), proves }
  const state = newChallenge()
  const cookie = beginFlow(ctx, origin, "oidc")
  const url = await issuer.signInUrl({ state, ...secretsOf(ring, cookie), anew: proves !== null })
  await database.transaction((tx) => keepChallenge(tx, ring, { challenge: state, kind: "oidc", cookie }, begun))
  ctx.status = 303
  ctx.set("Location", url.href)
  ctx.body = ""
}

/** Derives secrets that only the browser that began the sign-in can present. The database stores none of them. */
function secretsOf(ring: { digest(text: string): string }, cookie: string): { verifier: string; nonce: string } {
  return { verifier: ring.digest(`verifier of the sign-in: ${cookie}`), nonce: ring.digest(`nonce of the sign-in: ${cookie}`) }
}

/** The reason why a person whom the issuer knows may not continue. */
class IdentityRefused extends Error {
  readonly reason: "unknownEmail" | "unverifiedEmail" | "otherUser" | "tooOld" | "signedInLongAgo"
  readonly email: string
  constructor(reason: IdentityRefused["reason"], email = "") {
    super(reason)
    this.reason = reason
    this.email = email
  }
}

async function finish(ctx: DashboardContext, parts: DashboardParts, issuer: Issuer): Promise<void> {
  const { database, ring } = usersModeOf(parts.modes)
  const cookie = endFlow(ctx, parts.origin, "oidc")
  const state = String(ctx.query.state ?? "")
  const taken =
    cookie && (await database.transaction((tx) => takeChallenge(tx, ring, { challenge: state, kind: "oidc", cookie })))
  if (!taken) throw new IssuerRefused("no_such_sign_in")
  const { to, beganMs, proves } = taken.details as PendingSignIn
  const { verifier, nonce } = secretsOf(ring, cookie)
  const checks = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state }
  const identity = await issuer.identityOf(ctx.search, checks)
  const [user, ...others] = (await usersOf(parts, identity)).filter(({ id }) => !proves || id === proves.user)
  if (!user) throw new IdentityRefused("otherUser")
  const signedInMs = (identity.signedInAt ?? 0) * 1000
  const oldestMs = proves ? beganMs : beganMs - SESSION_LIFE_SECONDS * 1000
  if (signedInMs < oldestMs - SKEW_SECONDS * 1000) throw new IdentityRefused(proves ? "tooOld" : "signedInLongAgo")
  const action = proves ? "dashboard.prove" : "dashboard.sign_in"
  // The issuer did not ask a user who was already signed in there. So their proof is as old as that sign-in.
  const provedMs = proves ? undefined : Math.min(signedInMs, await databaseNow(database))
  if (others.length > 0 && provedMs !== undefined)
    return askForAccount(ctx, parts, [user, ...others], { email: user.email, to, provedMs })
  const opening = { user, by: "oidc", action, replaces: proves?.session, provedMs } as const
  setCookie(ctx, parts, await database.transaction((tx) => openSession(ctx, parts, tx, opening)))
  redirectAfterSignIn(ctx, to)
}

/** Finds the users with an e-mail that the issuer has verified. */
async function usersOf({ modes }: DashboardParts, { email, verified }: Identity): Promise<User[]> {
  if (!email || !verified) throw new IdentityRefused("unverifiedEmail")
  const users = await usersWithEmail(usersModeOf(modes).database, email)
  if (users.length === 0) throw new IdentityRefused("unknownEmail", email)
  return users
}

function sendFailure(ctx: DashboardContext, { log }: DashboardParts, issuer: Issuer, error: unknown): void {
  const [status, title, text] = failureOf(ctx, log, issuer, error)
  const path = ctx.state.user ? "/" : "/sign-in"
  const again = html`<a href="${path}">${WORDS[ctx.state.language].again}</a>`
  sendPage(ctx, messagePage(ctx, title, html`${text}</p><p>${again}`), status)
}

type Failure = readonly [status: number, title: string, text: string]

/** Returns the error page. Rethrows errors that do not concern the issuer. */
function failureOf(ctx: DashboardContext, log: DashboardParts["log"], issuer: Issuer, error: unknown): Failure {
  const words = WORDS[ctx.state.language]
  const { name } = issuer
  if (error instanceof IssuerDown) {
    log.warn({ err: error.cause, issuer: name }, "the OpenID issuer does not answer")
    return [503, words.issuerDown(name), words.issuerDownText]
  }
  if (!(error instanceof IdentityRefused)) {
    if (!(error instanceof IssuerRefused)) throw error
    log.warn({ code: error.code, issuer: name }, "a sign-in at the OpenID issuer was refused")
    return [400, words.issuerRefused, words.issuerRefusedText]
  }
  const texts = {
    unknownEmail: [words.unknownEmail, words.unknownEmailText(error.email)],
    unverifiedEmail: [words.unverifiedEmail, words.unverifiedEmailText(name)],
    otherUser: [words.otherUser, words.otherUserText],
    tooOld: [words.tooOld, words.tooOldText(name)],
    signedInLongAgo: [words.signedInLongAgo, words.signedInLongAgoText(name)],
  } as const
  return [403, ...texts[error.reason]]
}
