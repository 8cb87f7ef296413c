import { timingSafeEqual } from "node:crypto"
import type { KeyRing } from "../vault/key-ring.ts"

/** How long a page can tokenize cards after it was loaded. */
const LIFETIME_SECONDS = 2 * 3600
const PREFIX = "ps"
const SESSION = /^ps_([0-9A-Za-z]{25})_([0-9]{10})_([0-9a-f]{32})$/

/**
 * A session of the pay page: with it, the card frame makes tokens for the page's account and has no key. It names the page's first intent, and
 * not its link. `now` is real time in Unix seconds.
 */
export function newPageSession(ring: KeyRing, paymentIntent: string, now: number): string {
  const body = paymentIntent.slice(3)
  const expires = String(now + LIFETIME_SECONDS)
  return [PREFIX, body, expires, proofOf(ring, body, expires)].join("_")
}

/** Whether a text may be a session rather than a key. */
export function isPageSession(text: string): boolean {
  return text.startsWith(`${PREFIX}_`)
}

/** The page's first intent. Undefined if this mode has not made the session, or if it has expired. */
export function intentOfSession(ring: KeyRing, session: string, now: number): string | undefined {
  const [, body, expires, proof] = SESSION.exec(session) ?? []
  if (body === undefined || expires === undefined || proof === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(ring, body, expires)))
  return isOurs && now < Number(expires) ? `pi_${body}` : undefined
}

function proofOf(ring: KeyRing, body: string, expires: string): string {
  return ring.digest(`session of pay page ${body} until ${expires}`).slice(0, 32)
}
