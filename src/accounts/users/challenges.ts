import type { Transaction } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import { randomBase62 } from "../../ids.ts"
import type { KeyRing } from "../../vault/key-ring.ts"

/** 256 random bits. */
const CHALLENGE_LENGTH = 43
const LIFE_MS = 5 * 60_000

/** What a challenge can be answered with: a passkey that signs in, one that proves again, a new one, or the answer of an OpenID issuer. */
export type ChallengeKind = "sign_in" | "prove" | "register" | "oidc"

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

/** A new challenge, or the value of a cookie that challenges are bound to. */
export function newChallenge(): string {
  return randomBase62(CHALLENGE_LENGTH)
}

/** Whether a text can be what `newChallenge` made. */
export function isChallenge(text: string | undefined): text is string {
  return text !== undefined && /^[0-9A-Za-z]{43}$/.test(text)
}

/** What a challenge is for, and the secret of the browser that asked for it: the value of one of its cookies. */
export type ChallengeOf = { challenge: string; kind: ChallengeKind; cookie: string }

/** Keeps a challenge for five minutes. Only keyed digests of it and of the cookie are stored; `details` come back when it is taken. */
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
 * Uses a challenge up. Returns undefined where it was used before, has expired, was for something else, or another browser asked
 * for it.
 */
export async function takeChallenge(
  tx: Transaction,
  ring: KeyRing,
  { challenge, kind, cookie }: ChallengeOf,
): Promise<{ details: unknown } | undefined> {
  const taken = await tx.one(takeOne, { digest: digestOf(ring, challenge), kind, bound_to: boundTo(ring, cookie) })
  return taken && { details: taken.details === null ? null : JSON.parse(taken.details) }
}

/** Deletes challenges that nobody answered in time. Returns how many, at most `limit`. */
export async function deleteOldChallenges(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { limit })).length
}
