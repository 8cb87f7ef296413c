import { timingSafeEqual } from "node:crypto"
import type { KeyRing } from "./key-ring.ts"

/** An id without its prefix, and 128 bits of its digest. */
const SIGNED = /^([0-9A-Za-z]{25})([0-9A-Za-z_-]{22})$/

/**
 * The last segment of a link to something with this id, which works without a key: nobody can guess it, and no table has to keep it. A link of one
 * purpose is none of another.
 */
export function signId(ring: KeyRing, purpose: string, id: string): string {
  return id.slice(id.indexOf("_") + 1) + proofOf(ring, purpose, id)
}

/** The id that `signId` has signed, with its prefix. Undefined if this mode has not signed it for this purpose. */
export function idOfSigned(ring: KeyRing, purpose: string, prefix: string, signed: string): string | undefined {
  const [, body, proof] = SIGNED.exec(signed) ?? []
  if (body === undefined || proof === undefined) return undefined
  const id = `${prefix}_${body}`
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(ring, purpose, id))) ? id : undefined
}

function proofOf(ring: KeyRing, purpose: string, id: string): string {
  return Buffer.from(ring.digest(`${purpose} ${id}`), "hex")
    .subarray(0, 16)
    .toString("base64url")
}
