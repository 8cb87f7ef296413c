import { randomBase62 } from "../../base/ids.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { type Opener, sessions, type User, users } from "./tables.ts"

/** 238 random bits. */
const TOKEN_LENGTH = 40

/** How long a session lasts at most, and how long it lasts without a request. */
export const SESSION_LIFE_SECONDS = 12 * 3600
const LIFE_MS = SESSION_LIFE_SECONDS * 1000
const IDLE_MS = 30 * 60_000
/** A request writes nothing if it comes sooner than this after the last recorded request. */
const NOTED_EVERY_MS = 60_000
/** How long a proof lasts. After that, actions that move live money or let others in ask for a new proof. */
const PROOF_LASTS_MS = 5 * 60_000
/** As long as a link itself can be used. Later, another person may have read the cookie. */
const LINK_IS_NEW_MS = 10 * 60_000

const insertSession = sessions.statement(["digest", "user_id", "opened_by"], (rows, p, k) =>
  rows.insert({ ...pick(p, ["digest", "user_id", "opened_by"]), created_ms: nowMs(k), seen_ms: nowMs(k) }),
)
const noteProof = sessions.statement(["digest", "proved_ms"], (rows, p, k) =>
  rows.where({ digest: p.digest }).update({ proved_ms: k.raw("coalesce(CAST(? AS bigint), ?)", [p.proved_ms, nowMs(k)]) }),
)
const noteSignIn = users.find(["id"], (rows, _, k) => rows.update({ signed_in_ms: nowMs(k) }))
type Found = User & { idle_ms: number; age_ms: number; proof_age_ms: number | null; opened_by: Opener | null }
const findSession = sessions.statement(["digest", { max_age_ms: milliseconds(), max_idle_ms: milliseconds() }], (rows, p, k) =>
  rows
    .join("users", "users.id", "sessions.user_id")
    .where({ digest: p.digest })
    .where("sessions.created_ms", ">", k.raw("? - ?", [nowMs(k), p.max_age_ms]))
    .where("seen_ms", ">", k.raw("? - ?", [nowMs(k), p.max_idle_ms]))
    .whereNull("removed_at_ms")
    .select<Found>(
      ...users.names.map((column) => `users.${column}`),
      "opened_by",
      k.raw("? - seen_ms AS idle_ms", [nowMs(k)]),
      k.raw("? - sessions.created_ms AS age_ms", [nowMs(k)]),
      k.raw("? - proved_ms AS proof_age_ms", [nowMs(k)]),
    ),
)
const noteSeen = sessions.find(["digest"], (rows, _, k) => rows.update({ seen_ms: nowMs(k) }))
const deleteSession = sessions.delete(["digest"])
const deleteOfUser = sessions.statement(["user_id", { digest: "except" }], (rows, p) =>
  rows.where({ user_id: p.user_id }).whereNot({ digest: p.except }).delete(),
)
const deleteOld = sessions.statement([{ life_ms: milliseconds(), limit: integer() }], (_, p, k) =>
  k.raw<{ digest: string }>(
    "DELETE FROM sessions WHERE digest IN (SELECT digest FROM sessions WHERE created_ms < ? - ? LIMIT ?) RETURNING digest",
    [nowMs(k), p.life_ms, p.limit],
  ),
)

/** The keyed digest of a session's token. Only the digest is stored. */
export const sessionDigest = (ring: KeyRing, token: string): string => ring.digest(`session: ${token}`)

/** How a session is opened, and when the user proved their identity that way, in real milliseconds. The default is now. */
export type Opened = { by: Opener; provedMs?: number | undefined }

/**
 * Begins a session. Returns the token for its cookie. Only a keyed digest of the token is stored. If more than a link opens the session,
 * the user's identity counts as proved.
 */
export async function beginSession(
  tx: Transaction,
  ring: KeyRing,
  user: Pick<User, "id">,
  { by, provedMs }: Opened,
): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH)
  const digest = sessionDigest(ring, token)
  await tx.run(insertSession, { digest, user_id: user.id, opened_by: by })
  if (by !== "link") await tx.run(noteProof, { digest, proved_ms: provedMs ?? null })
  await tx.run(noteSignIn, { id: user.id })
  return token
}

/**
 * A session that has not ended. `unnoted`: its last recorded request is so old that this one must be recorded. `proved`: the user has
 * proved their identity by more than a link, such as a passkey. `provedNow`: the proof is from the last five minutes. `byNewLink`: a link
 * has opened the session, in the last ten minutes.
 */
export type Session = { user: User; byNewLink: boolean; unnoted: boolean; proved: boolean; provedNow: boolean }

/** Returns the session of a cookie's token, or undefined if it has ended or its user was removed. Reads nothing for malformed tokens. */
export async function findUserSession(db: Queries, ring: KeyRing, token: string): Promise<Session | undefined> {
  if (!/^[0-9A-Za-z]{40}$/.test(token)) return undefined
  const found = await db.one(findSession, { digest: sessionDigest(ring, token), max_age_ms: LIFE_MS, max_idle_ms: IDLE_MS })
  if (!found) return undefined
  const { idle_ms, age_ms, proof_age_ms, opened_by, ...user } = found
  const byNewLink = (opened_by ?? "link") === "link" && age_ms < LINK_IS_NEW_MS
  const provedNow = proof_age_ms !== null && proof_age_ms < PROOF_LASTS_MS
  return { user, byNewLink, unnoted: idle_ms >= NOTED_EVERY_MS, proved: proof_age_ms !== null, provedNow }
}

/** Restarts the 30 minutes that a session lasts without a request. */
export async function noteRequest(tx: Transaction, ring: KeyRing, token: string): Promise<void> {
  await tx.run(noteSeen, { digest: sessionDigest(ring, token) })
}

/** Ends the session with this digest. Safe to repeat. */
export async function endSession(tx: Transaction, digest: string): Promise<void> {
  await tx.run(deleteSession, { digest })
}

/** Ends the sessions of a user, except the session with the digest `except`. */
export async function endSessionsOf(tx: Transaction, user: Pick<User, "id">, except = ""): Promise<void> {
  await tx.run(deleteOfUser, { user_id: user.id, except })
}

/** The token in the forms of a session. It keeps other sites from submitting the forms. */
export function csrfTokenOf(ring: KeyRing, token: string): string {
  return ring.digest(`form of the session: ${token}`)
}

/** Deletes sessions that have reached their greatest age, at most `limit`. Returns their number. */
export async function deleteOldSessions(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { life_ms: LIFE_MS, limit })).length
}
