import { timingSafeEqual } from "node:crypto"
import type { KeyRing } from "../../vault/key-ring.ts"

/** The members of a mode that make and read the links of pay pages. */
export type PayPageMode = { readonly ring: KeyRing; readonly baseUrl: string }

const PREFIX = "pi_"
/** An id without its prefix, and 128 bits of its digest. */
const LINK = /^([0-9A-Za-z]{25})([0-9A-Za-z_-]{22})$/

type Paged = { id: string; page_of: string | null }

/**
 * The URL of the page on which a payer pays an intent (docs/operations/payers.md). It needs no row, and nobody can guess it: it is made of the
 * intent's id and a keyed digest of it. A successor has the URL of the first intent.
 */
export function payPageUrl(mode: PayPageMode, intent: Paged): string {
  return `${mode.baseUrl}/pay/${payLinkOf(mode, intent)}`
}

/** The last segment of the URL's path. */
export function payLinkOf({ ring }: Pick<PayPageMode, "ring">, { id, page_of }: Paged): string {
  const first = page_of ?? id
  return first.slice(PREFIX.length) + proofOf(ring, first)
}

/** The intent whose link this is: the first one of the page. Undefined if this mode has not made the link. */
export function intentOfPayLink({ ring }: Pick<PayPageMode, "ring">, link: string): string | undefined {
  const [, body, proof] = LINK.exec(link) ?? []
  if (body === undefined || proof === undefined) return undefined
  const id = PREFIX + body
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(ring, id))) ? id : undefined
}

function proofOf(ring: KeyRing, id: string): string {
  return Buffer.from(ring.digest(`pay page ${id}`), "hex")
    .subarray(0, 16)
    .toString("base64url")
}
