import { isChallenge, newChallenge } from "../../../accounts/users/challenges.ts"
import type { DashboardContext } from "../request/context.ts"

const LIFE_SECONDS = 300

/**
 * These cookies bind a sign-in to the browser that began it. The cookie for an issuer must be sent when the issuer redirects the browser
 * back.
 */
const SAME_SITE = { passkey: "Strict", oidc: "Lax", choose: "Strict" } as const

type Flow = keyof typeof SAME_SITE

/** Begins a sign-in in this browser. Returns the secret in its cookie. */
export function beginFlow(ctx: DashboardContext, origin: string, flow: Flow): string {
  const secret = newChallenge()
  setFlowCookie(ctx, origin, flow, secret, LIFE_SECONDS)
  return secret
}

/** Returns the secret of the sign-in that this browser has begun, if any. Deletes the cookie. */
export function endFlow(ctx: DashboardContext, origin: string, flow: Flow): string | undefined {
  const secret = ctx.cookies.get(nameOf(origin, flow))
  if (!isChallenge(secret)) return undefined
  setFlowCookie(ctx, origin, flow, "", 0)
  return secret
}

const nameOf = (origin: string, flow: Flow) => `${origin.startsWith("https:") ? "__Host-" : ""}vintem_${flow}`

function setFlowCookie(ctx: DashboardContext, origin: string, flow: Flow, value: string, seconds: number): void {
  const secure = origin.startsWith("https:") ? "; Secure" : ""
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${SAME_SITE[flow]}${secure}`
  ctx.append("Set-Cookie", `${nameOf(origin, flow)}=${value}; ${attributes}`)
}
