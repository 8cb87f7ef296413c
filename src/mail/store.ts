import { gunzipSync, gzipSync } from "node:zlib"
import { integer, seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { nowMs } from "../db/now.ts"
import { pages } from "../db/page.ts"
import { LIMIT } from "../db/statement.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import type { Made } from "./content.ts"
import { type MailRow, mails } from "./tables.ts"

export const SEALED_MAILS = sealedTable(mails, { key: ["account", "id"], contexts: { sealed_mail: ({ id }) => id } })

export const findMail = mails.find(["account", "id"])
/** Locks a mail. Two workers may hold it if a claim has lapsed. */
export const lockMail = mails.find(["account", "id"], (rows) => rows.forUpdate())

const OPEN = { status: "pending" } as const

/** Puts a mail off, and takes it out of the counts. */
export const waitUntil = mails.statement(["account", "id", "due_at", "user_due_at", "attempts", "answer"], (rows, p) =>
  rows.where({ account: p.account, id: p.id, ...OPEN }).update({
    ...{ due_at: p.due_at, user_due_at: p.user_due_at, attempts: p.attempts },
    ...{ answer: p.answer, counted_at: null, handed_at: null },
    // The engine ends only the claim that it began.
    held_until_ms: 0,
  }),
)

/** Longer than a server may take: two times to connect, and its silences. */
const DELIVERY_MS = 300_000

/** Keeps what a mail says, counts it from now on, and holds it for as long as its delivery may take. */
export const keepMade = mails.statement(["account", "id", "address_digest", "counted_at", "sealed_mail"], (rows, p, k) =>
  rows.where({ account: p.account, id: p.id, ...OPEN }).update({
    ...{ address_digest: p.address_digest, counted_at: p.counted_at, sealed_mail: p.sealed_mail },
    held_until_ms: k.raw(`${nowMs(k)} + ?`, [DELIVERY_MS]),
  }),
)

/** Marks that the server is about to get the content. Returns nothing if another worker has done so. */
export const handOver = mails.statement(["account", "id", "handed_at"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id, ...OPEN })
    .whereNull("handed_at")
    .update({ handed_at: p.handed_at })
    .returning("id"),
)

/** Ends a mail that is pending. */
export const endMail = mails.statement(["account", "id", "status", "reason", "answer", "ended_at"], (rows, p, k) =>
  rows.where({ account: p.account, id: p.id, ...OPEN }).update({
    status: p.status,
    reason: p.reason,
    answer: p.answer,
    ended_at: p.ended_at,
    ended_ms: nowMs(k),
    due_at: null,
    user_due_at: null,
  }),
)

/** When the oldest of the newest `limit` mails to an address began to count, if there are as many since `since`. */
export const fullSinceOfAddress = mails.statement(
  ["account", "address_digest", { since: seconds(), before: integer() }],
  (_, p, k) =>
    k.raw<{ counted_at: number }>(
      `SELECT counted_at FROM mails WHERE account = ? AND address_digest = ? AND counted_at IS NOT NULL AND counted_at > ?
       ORDER BY counted_at DESC LIMIT 1 OFFSET ?`,
      [p.account, p.address_digest, p.since, p.before],
    ),
)

/** The same for all mails of an account. */
export const fullSinceOfAccount = mails.statement(["account", { since: seconds(), before: integer() }], (_, p, k) =>
  k.raw<{ counted_at: number }>(
    `SELECT counted_at FROM mails WHERE account = ? AND counted_at IS NOT NULL AND counted_at > ?
     ORDER BY counted_at DESC LIMIT 1 OFFSET ?`,
    [p.account, p.since, p.before],
  ),
)

const newest = mails.find(["account", { limit: integer() }], (rows) => rows.orderBy("id", "desc").limit(LIMIT))

/** Lists the newest mails of an account. */
export function newestMails(db: Queries, wanted: { account: string; limit: number }): Promise<MailRow[]> {
  return db.all(newest, wanted)
}

export const pageOfMails = pages(mails, { filters: [] })

/** Seals what a mail says. */
export async function sealMade(tx: Transaction, ring: KeyRing, id: string, made: Made): Promise<string> {
  return ring.seal(tx, gzipSync(JSON.stringify(made)).toString("base64"), id)
}

/** Opens what a mail said. Null until it was made. */
export async function openMade(
  db: Queries,
  ring: KeyRing,
  { id, sealed_mail }: Pick<MailRow, "id" | "sealed_mail">,
): Promise<Made | null> {
  if (sealed_mail === null) return null
  const packed = Buffer.from(await ring.open(db, sealed_mail, id), "base64")
  return JSON.parse(gunzipSync(packed).toString()) as Made
}
