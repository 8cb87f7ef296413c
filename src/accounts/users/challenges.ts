import { randomBase62 } from "../../base/ids.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import type { RowOf } from "../../db/table.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { type ChallengeKind, challenges } from "./tables.ts"

/** 256 random bits. */
const CHALLENGE_LENGTH = 43
const LIFE_MS = 5 * 60_000

const insertChallenge = challenges.statement(
  ["digest", "kind", "bound_to", "details", { life_ms: milliseconds() }],
  (rows, p, k) => rows.insert({ ...pick(p, ["digest", "kind", "bound_to", "details"]), expires_at_ms: msFromNow(k, p.life_ms) }),
)
const takeOne = challenges.statement(["digest", "kind", "bound_to"], (_, p, k) =>
  k.raw<Pick<RowOf<typeof challenges>, "details">>(
    "DELETE FROM sign_in_challenges WHERE digest = ? AND kind = ? AND bound_to = ? AND expires_at_ms > ? RETURNING details",
    [p.digest, p.kind, p.bound_to, nowMs(k)],
  ),
)
const deleteOld = challenges.statement([{ limit: integer() }], (_, p, k) =>
  k.raw<{ digest: string }>(
    `DELETE FROM sign_in_challenges WHERE digest IN
     (SELECT digest FROM sign_in_challenges WHERE expires_at_ms < ? LIMIT ?) RETURNING digest`,
    [nowMs(k), p.limit],
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
  await tx.run(insertChallenge, { ...digests, kind, details, life_ms: LIFE_MS })
}

/**
 * Uses up a challenge. Returns undefined if the challenge was used before, has expired, was for another purpose, or was requested by
 * another browser.
 */
export function takeChallenge(
  tx: Transaction,
  ring: KeyRing,
  { challenge, kind, cookie }: ChallengeOf,
): Promise<{ details: unknown } | undefined> {
  return tx.one(takeOne, { digest: digestOf(ring, challenge), kind, bound_to: boundTo(ring, cookie) })
}

/** Deletes challenges that were not answered in time, at most `limit`. Returns their number. */
export async function deleteOldChallenges(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { limit })).length
}
