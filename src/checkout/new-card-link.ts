import { DAY_SECONDS } from "../base/day.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { idOfSigned, signId } from "../vault/signed-ids.ts"

/** How long a link works. */
const LIFETIME_SECONDS = 30 * DAY_SECONDS
const LINK = /^([0-9A-Za-z]{25})(.{47})-([0-9]{1,9})-([0-9]{10,11})$/
const PREFIX = "acct_"

/** The page of a new card: the subscription, and the period that was not paid. */
export type CardPage = { account: string; subscription: string; period: number }

/**
 * The URL of the page on which a payer saves another card for a subscription, and may pay its unpaid period. Nobody can guess it, it works for 30 days
 * from `now` (Unix seconds of the account's time), and it opens nothing else.
 */
export function newCardUrl(
  { ring, baseUrl }: { ring: KeyRing; baseUrl: string },
  { account, id, period }: { account: string; id: string; period: number },
  now: number,
): string {
  const expires = String(now + LIFETIME_SECONDS)
  const signed = signId(ring, purposeOf(account, String(period), expires), id)
  return `${baseUrl}/pay/card/${account.slice(PREFIX.length)}${signed}-${period}-${expires}`
}

/** Reads the last segment of the URL's path. Undefined if this mode has not made it. `expires_at` is account time. */
export function readNewCardLink(ring: KeyRing, link: string): (CardPage & { expires_at: number }) | undefined {
  const [, body, signed, period, expires] = LINK.exec(link) ?? []
  if (signed === undefined || period === undefined || expires === undefined) return undefined
  const account = `${PREFIX}${body}`
  const subscription = idOfSigned(ring, purposeOf(account, period, expires), "csub", signed)
  return subscription === undefined ? undefined : { account, subscription, period: Number(period), expires_at: Number(expires) }
}

function purposeOf(account: string, period: string, expires: string): string {
  return `new card at ${account} for period ${period} until ${expires} of`
}
