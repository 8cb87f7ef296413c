import type { KeyRing } from "../vault/key-ring.ts"
import type { MailRow } from "./tables.ts"

/** How long a link of a mail works. */
export const LINK_SECONDS = 30 * 86_400

/** The path of the page on which a payer stops a kind of mail. Nobody can guess its last part, and it opens nothing else. */
export function stopPath(ring: Pick<KeyRing, "digest">, { account, id }: Pick<MailRow, "account" | "id">): string {
  return `/mail/stop/${account}/${id}/${codeOf(ring, { account, id })}`
}

/** Whether a code is that of a mail. */
export function isStopCode(ring: Pick<KeyRing, "digest">, mail: Pick<MailRow, "account" | "id">, code: string): boolean {
  // Both sides are digests of what the caller cannot choose, so the time of the comparison tells nothing.
  return ring.digest(`stop code ${code}`) === ring.digest(`stop code ${codeOf(ring, mail)}`)
}

function codeOf(ring: Pick<KeyRing, "digest">, { account, id }: Pick<MailRow, "account" | "id">): string {
  return ring.digest(`stop mail ${account} ${id}`)
}

/** The keyed digest by which an address is known without being stored. */
export function digestOfAddress(ring: Pick<KeyRing, "digest">, address: string): string {
  return ring.digest(`mail address ${address.toLowerCase()}`)
}
