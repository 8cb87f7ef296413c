import { ApiError, HeldError } from "../base/errors.ts"
import { integer, seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { isHere } from "../db/here.ts"
import { msFromNow, nowMs } from "../db/now.ts"
import { pick, type Sql } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import type { Past } from "../jobs/sweep.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import type { Version } from "../versions.ts"
import { type IdempotencyKeyRow, idempotencyKeys } from "./table.ts"

/** Identifies the claim of a request on its idempotency key. See openapi.yaml, Idempotency. */
export type Claim = { account: string; key: string }

/** A response that is stored for replays. Its body has the shape of the newest version. */
export type SavedResponse = { status: number; body: string; sealed: boolean }

/** With the version of the first request, by which every replay shows it. Null: as it was saved. */
export type ReplayedResponse = SavedResponse & { version: Version | null }

/** Responses whose bodies contain a secret are sealed. */
export const SEALED_RESPONSES = sealedTable(idempotencyKeys, {
  key: ["account", "key"],
  contexts: { body: responseContext },
})

export const RETENTION_SECONDS = 24 * 60 * 60
const LEASE_MS = 5000

/**
 * `expires_at` already has the value that it will have if the response is saved at once. Then Postgres need not touch the indexes again (a
 * HOT update). The value means nothing until there is a response.
 */
const insertClaim = idempotencyKeys.statement(["account", "key", "fingerprint", "version", "expires_at"], (rows, p, k) =>
  rows
    .insert(pick(p, ["account", "key", "fingerprint", "version", "expires_at"]))
    .onConflict(["account", "key"])
    .merge({
      fingerprint: k.ref("excluded.fingerprint"),
      version: k.ref("excluded.version"),
      ...{ status: null, body: null, sealed: false, lease_until_ms: null },
      expires_at: k.ref("excluded.expires_at"),
    })
    .whereRaw("? is not null", [k.ref("idempotency_keys.status")])
    // The new row expires one retention time from now.
    .whereRaw("? <= ? - ?", [k.ref("idempotency_keys.expires_at"), k.ref("excluded.expires_at"), RETENTION_SECONDS])
    .returning("key"),
)
const findClaim = idempotencyKeys.find(["account", "key"])
/** Takes over a claim whose lease has lapsed. If several processes try, only one changes the row. */
const recoverClaim = idempotencyKeys.statement(["account", "key", "version"], (rows, p, k) =>
  rows
    .where({ account: p.account, key: p.key })
    .whereNull("status")
    .where("lease_until_ms", "<=", nowMs(k))
    .update({ lease_until_ms: msFromNow(k, LEASE_MS), version: p.version }),
)
const renewLease = idempotencyKeys.find(["account", "key"], (rows, _, k) =>
  rows.whereNull("status").update({ lease_until_ms: msFromNow(k, LEASE_MS) }),
)
const completeClaim = idempotencyKeys.update(["account", "key"], ["status", "body", "sealed", "expires_at"], (rows) =>
  rows.whereNull("status"),
)
const deleteClaim = idempotencyKeys.delete(["account", "key"], (rows) => rows.whereNull("status"))
const deleteExpiredRows = idempotencyKeys.statement([{ now: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(deleteWhere(k, "expires_at <= ?"), [p.now, LIMIT]),
)
const deleteExpiredRowsOf = idempotencyKeys.statement(["account", { now: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(deleteWhere(k, "account = ? AND expires_at <= ?"), [p.account, p.now, LIMIT]),
)

/**
 * Postgres finds the rows again by their ctid, whatever its statistics say, and skips rows that a request is claiming anew. Claims
 * in progress stay.
 */
function deleteWhere(k: Sql, condition: string): string {
  const expired = (columns: string) =>
    `SELECT ${columns} FROM idempotency_keys WHERE ${condition} AND status IS NOT NULL AND ${isHere(k)} ORDER BY expires_at LIMIT ?`
  return isPostgres(k)
    ? `DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(${expired("ctid")} FOR UPDATE SKIP LOCKED))`
    : `DELETE FROM idempotency_keys WHERE (account, key) IN (${expired("account, key")})`
}

/**
 * Claims a key for one run of an operation. Returns undefined if the caller must run the operation, and otherwise the saved response
 * of the first run. Throws idempotency_key_in_use if the key belongs to a different request, and
 * idempotency_request_in_progress while the first run has not ended. `now` is account time in Unix seconds.
 */
export async function claimKey(
  tx: Transaction,
  { account, key }: Claim,
  { fingerprint, version, now }: { fingerprint: string; version: Version; now: number },
): Promise<ReplayedResponse | undefined> {
  if (await tx.one(insertClaim, { account, key, fingerprint, version, expires_at: now + RETENTION_SECONDS })) return undefined
  const row = await tx.one(findClaim, { account, key })
  if (!row) throw inProgress({ account, key })
  if (row.fingerprint !== fingerprint) throw keyInUse()
  const saved = savedIn(row)
  if (saved) return saved
  if ((await tx.run(recoverClaim, { account, key, version })) === 0) throw inProgress({ account, key })
  return undefined
}

/**
 * Returns the response that was saved for a key. Returns undefined if the key was released. Throws idempotency_request_in_progress while
 * the operation has not ended.
 */
export async function findSaved(db: Queries, { account, key }: Claim): Promise<ReplayedResponse | undefined> {
  const row = await db.one(findClaim, { account, key })
  const saved = row && savedIn(row)
  if (row && !saved) throw inProgress({ account, key })
  return saved
}

function savedIn({ status, body, sealed, version }: IdempotencyKeyRow): ReplayedResponse | undefined {
  return status === null ? undefined : { status, body: body ?? "", sealed, version }
}

/** Leases the claim of an operation that is safe to repeat. If this process dies, a retry runs the operation again. */
export async function leaseClaim(tx: Transaction, { account, key }: Claim): Promise<void> {
  await tx.run(renewLease, { account, key })
}

/** Saves the response for 24 hours of account time, in the transaction that changes the resource. */
export function saveResponse(tx: Transaction, { account, key }: Claim, response: SavedResponse, now: number): void {
  tx.wake(topicOf({ account, key }))
  tx.send(completeClaim, { account, key, ...response, expires_at: now + RETENTION_SECONDS })
}

/** Releases the key. The next request with the key then runs the operation. */
export async function releaseClaim(tx: Transaction, { account, key }: Claim): Promise<void> {
  tx.wake(topicOf({ account, key }))
  await tx.run(deleteClaim, { account, key })
}

/** Deletes saved responses that have expired. Returns their number. */
export function deleteExpired(tx: Transaction, { now, account, limit }: Past & { limit: number }): Promise<number> {
  return account === null ? tx.run(deleteExpiredRows, { now, limit }) : tx.run(deleteExpiredRowsOf, { account, now, limit })
}

export function keyInUse(): ApiError {
  return new ApiError(
    "idempotency_key_in_use",
    "This Idempotency-Key was used for a different request. Send a new UUIDv4 for a new operation.",
  )
}

export function inProgress(claim: Claim): HeldError {
  return new HeldError(
    "idempotency_request_in_progress",
    "The first request with this Idempotency-Key is still in progress. Retry with the same key.",
    topicOf(claim),
  )
}

/** The context in which the response of a claim is sealed. */
export function responseContext({ account, key }: Claim): string {
  return `answer ${account} ${key}`
}

function topicOf({ account, key }: Claim): string {
  return `${account} ${key}`
}
