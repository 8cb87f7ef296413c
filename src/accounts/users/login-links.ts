import { randomBase62 } from "../../base/ids.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { loginLinks, type User, users } from "./tables.ts"

/** 190 random bits. */
const TOKEN_LENGTH = 32
const LIFE_MS = 10 * 60_000

const insertLink = loginLinks.statement(["digest", "user_id", { life_ms: milliseconds() }], (rows, p, k) =>
  rows.insert({ ...pick(p, ["digest", "user_id"]), expires_at_ms: msFromNow(k, p.life_ms) }),
)
const findLink = loginLinks.find(["digest"], (rows, _, k) => rows.where("expires_at_ms", ">", nowMs(k)).select("user_id"))
const takeLink = loginLinks.find(["digest"], (rows, _, k) =>
  rows.where("expires_at_ms", ">", nowMs(k)).update({ expires_at_ms: 0 }).returning("user_id"),
)
const findUserOfLink = users.find(["id"], (rows) => rows.whereNull("removed_at_ms"))
const deleteOfUser = loginLinks.delete(["user_id"])
const deleteOld = loginLinks.statement([{ limit: integer() }], (_, p, k) =>
  k.raw<{ digest: string }>(
    "DELETE FROM login_links WHERE digest IN (SELECT digest FROM login_links WHERE expires_at_ms < ? LIMIT ?) RETURNING digest",
    [nowMs(k), p.limit],
  ),
)

const digestOf = (ring: KeyRing, token: string) => ring.digest(`login link: ${token}`)

/** Creates a link that signs a user in once, within ten minutes. Returns the link's token. Only a keyed digest of the token is stored. */
export async function createLoginLink(tx: Transaction, ring: KeyRing, user: Pick<User, "id">): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH)
  await tx.run(insertLink, { digest: digestOf(ring, token), user_id: user.id, life_ms: LIFE_MS })
  return token
}

/** Returns the user whom a link would sign in. Returns undefined as `useLoginLink` does. It only reads, so guesses delay no writer. */
export async function findLinkUser(db: Queries, ring: KeyRing, token: string): Promise<User | undefined> {
  if (!/^[0-9A-Za-z]{32}$/.test(token)) return undefined
  const link = await db.one(findLink, { digest: digestOf(ring, token) })
  return link && db.one(findUserOfLink, { id: link.user_id })
}

/** Uses up a link. Returns its user. Returns undefined if the link was used, is too old or never existed, or if the user was removed. */
export async function useLoginLink(tx: Transaction, ring: KeyRing, token: string): Promise<User | undefined> {
  const link = await tx.one(takeLink, { digest: digestOf(ring, token) })
  return link && tx.one(findUserOfLink, { id: link.user_id })
}

/** Removes the links of a user. */
export async function removeLinksOf(tx: Transaction, user: Pick<User, "id">): Promise<void> {
  await tx.run(deleteOfUser, { user_id: user.id })
}

/** Deletes links that were used or are too old, at most `limit`. Returns their number. */
export async function deleteOldLinks(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { limit })).length
}
