import type { KeyRing } from "../../vault/key-ring.ts"
import { idOfSigned, signId } from "../../vault/signed-ids.ts"

/** The members of a mode that make and read the links of pay pages. */
export type PayPageMode = { readonly ring: KeyRing; readonly baseUrl: string }

const PURPOSE = "pay page"

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
  return signId(ring, PURPOSE, page_of ?? id)
}

/** The intent whose link this is: the first one of the page. Undefined if this mode has not made the link. */
export function intentOfPayLink({ ring }: Pick<PayPageMode, "ring">, link: string): string | undefined {
  return idOfSigned(ring, PURPOSE, "pi", link)
}
