import { randomBase62 } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"

/** 256 random bits. */
const CHALLENGE_LENGTH = 43
const LIFE_MS = 5 * 60_000

/**
 * The answers to a challenge: a passkey that signs in, a passkey that proves again, a new passkey, an OpenID issuer's response, or the
 * choice of an account after it.
 */
export type ChallengeKind = "sign_in" | "prove" | "register" | "oidc" | "choose"

const insertChallenge = statement<void, "digest" | "kind" | "bound_to" | "details" | "life_ms">((k, p) =>
  k("sign_in_challenges").insert({
    digest: p.digest,
    kind: p.kind,
    bound_to: p.bound_to,
    details: p.details,
    expires_at_ms: msFromNow(k, p.life_ms),
  }),
)
const takeOne = statement<{ details: string | null }, "digest" | "kind" | "bound_to">((k, p) =>
  k.raw("DELETE FROM sign_in_challenges WHERE digest = ? AND kind = ? AND bound_to = ? AND expires_at_ms > ? RETURNING details", [
    p.digest,
    p.kind,
    p.bound_to,
    nowMs(k),
  ]),
)
const deleteOld = statement<{ digest: string }, "limit">((k) =>
  k.raw(
    `DELETE FROM sign_in_challenges WHERE digest IN
     (SELECT digest FROM sign_in_challenges WHERE expires_at_ms < ? LIMIT ?) RETURNING digest`,
    [nowMs(k), LIMIT],
  ),
)

const digestOf = (ring: KeyRing, challenge: string) => ring.digest(`challenge: ${challenge}`)
const boundTo = (ring: KeyRing, cookie: string) => ring.digest(`browser of a challenge: ${cookie}`)

/** A new challenge, or a new value of the cookie to which challenges are bound. */
export function newChallenge(): string {
  return randomBase62(CHALLENGE_LENGTH)
}

/** Whether a text has the form of a value of `newChallenge`. */
export function isChallenge(text: string | undefined): text is string {
  return text !== undefined && /^[0-9A-Za-z]{43}$/.test(text)
}

/** A challenge with its purpose, and the secret of the browser that asked for it: the value of one of the browser's cookies. */
export type ChallengeOf = { challenge: string; kind: ChallengeKind; cookie: string }

/** Stores a challenge for five minutes, and only as keyed digests of it and of the cookie. `takeChallenge` returns the `details`. */
export async function keepChallenge(
  tx: Transaction,
  ring: KeyRing,
  { challenge, kind, cookie }: ChallengeOf,
  details: object | null = null,
): Promise<void> {
  const digests = { digest: digestOf(ring, challenge), bound_to: boundTo(ring, cookie) }
  await tx.run(insertChallenge, { ...digests, kind, details: details && JSON.stringify(details), life_ms: LIFE_MS })
}

/**
 * Uses up a challenge. Returns undefined if the challenge was used before, has expired, was for another purpose, or was requested by
 * another browser.
 */
export async function takeChallenge(
  tx: Transaction,
  ring: KeyRing,
  { challenge, kind, cookie }: ChallengeOf,
): Promise<{ details: unknown } | undefined> {
  const taken = await tx.one(takeOne, { digest: digestOf(ring, challenge), kind, bound_to: boundTo(ring, cookie) })
  return taken && { details: taken.details === null ? null : JSON.parse(taken.details) }
}

/** Deletes challenges that nobody answered in time, at most `limit`. Returns their number. */
export async function deleteOldChallenges(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { limit })).length
}
