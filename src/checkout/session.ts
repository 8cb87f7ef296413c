import { timingSafeEqual } from "node:crypto"
import type { KeyRing } from "../vault/key-ring.ts"

/** How long a page can tokenize cards after it was loaded. */
const LIFETIME_SECONDS = 2 * 3600
const PREFIX = "ps"
const SESSION = /^ps_((?:pi|acct)_[0-9A-Za-z]{25})_([0-9]{10})_([0-9a-f]{32})$/

/**
 * A session of a page: with it, the card frame makes tokens for the page's account and has no key. It names the first intent
 * of a pay page, or the account of the page of a new card, and not its link. `now` is real time in Unix seconds.
 */
export function newPageSession(ring: KeyRing, id: string, now: number): string {
  const expires = String(now + LIFETIME_SECONDS)
  return [PREFIX, id, expires, proofOf(ring, id, expires)].join("_")
}

/** Whether a text may be a session rather than a key. */
export function isPageSession(text: string): boolean {
  return text.startsWith(`${PREFIX}_`)
}

/** What the session names. Undefined if this mode has not made the session, or if it has expired. */
export function subjectOfSession(ring: KeyRing, session: string, now: number): string | undefined {
  const [, id, expires, proof] = SESSION.exec(session) ?? []
  if (id === undefined || expires === undefined || proof === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(ring, id, expires)))
  return isOurs && now < Number(expires) ? id : undefined
}

function proofOf(ring: KeyRing, id: string, expires: string): string {
  return ring.digest(`session of pay page ${id} until ${expires}`).slice(0, 32)
}
