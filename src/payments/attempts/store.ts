import { IS_OPEN } from "../../accounts/move/table.ts"
import { newId, randomBase62 } from "../../base/ids.ts"
import { findAnywhere } from "../../db/anywhere.ts"
import { integer, json, milliseconds } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf, pairsOf, skipLocked } from "../../db/dialect.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { type Markers, namesOf, pick, type Sql } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { type AttemptKind, type AttemptRow, attempts } from "./table.ts"

/** A call to an acquirer takes at most this long. After that the outcome is unknown (docs/engine.md). */
export const CALL_DEADLINE_MS = 30_000

/** How long a lease lasts. The process that works on an attempt renews it four times as often. */
export const LEASE_MS = 6000

/** A parameter of statements that renew the lease. */
const HOLD = { lease_ms: milliseconds() }

/** References have letters and digits only, and this length, because an acquirer may accept no more. */
const REFERENCE_LENGTH = 20

/** What an attempt has without being given. */
const DEFAULTS = {
  payment_intent: null,
  customer: null,
  token: null,
  payment_method: null,
  card: null,
  off_session: false,
  installments: 1,
  return_url: null,
  idempotency_key: null,
  refund: null,
  charge: null,
  amount: null,
  currency: null,
  gone_back_before: null,
  owner: null,
  retry_until: null,
  fallback_reason: null,
}
const GIVEN = ["account", "created", "kind", "acquirer", "credentials", "type"] as const
const INSERTED = [...GIVEN, ...namesOf(DEFAULTS), "id", "due_at", "reference", "state"] as const

export type NewAttempt = Pick<AttemptRow, (typeof GIVEN)[number]> &
  Partial<Pick<AttemptRow, keyof typeof DEFAULTS | "id" | "due_at">> & { state?: "new" | "sent" }

const insertRow = attempts.statement([...INSERTED, HOLD], (rows, p, k) =>
  rows
    .insert({
      ...pick(p, INSERTED),
      sent_at_ms: k.raw("CASE WHEN ? = 'sent' THEN ? END", [p.state, nowMs(k)]),
      held_until_ms: msFromNow(k, p.lease_ms),
    })
    .returning("*"),
)

/**
 * Stores an attempt before its call, with a new reference. The `owner` holds the attempt. Without one, it is due for any worker. With the
 * state `sent`, the owner makes the call once the transaction has committed, and no process may make it later: it is looked up.
 */
export function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<AttemptRow> {
  return tx.only(insertRow, {
    ...DEFAULTS,
    id: newId("att"),
    state: "new",
    due_at: attempt.created,
    ...attempt,
    reference: randomBase62(REFERENCE_LENGTH),
    lease_ms: attempt.owner ? LEASE_MS : 0,
  })
}

/** What an attempt has in common with every other one that concerns the same charge. */
type Kin = Pick<AttemptRow, "account" | "acquirer" | "credentials" | "payment_intent" | "customer" | "type">

/** Stores an attempt that concerns the charge of a sale, in the same way. */
export function insertNextTo(
  tx: Transaction,
  { account, acquirer, credentials, payment_intent, customer, type }: Kin,
  own: Omit<NewAttempt, keyof Kin>,
): Promise<AttemptRow> {
  return insertAttempt(tx, { account, acquirer, credentials, payment_intent, customer, type, ...own })
}

const findRow = attempts.find(["account", "id"])

export const findAttemptByReference = attempts.find(["account", "reference"])

export function findAttempt(db: Queries, { account, id }: Pick<AttemptRow, "account" | "id">): Promise<AttemptRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Finds an attempt that is never deleted while its reader can ask for it. */
const attemptsByIds = attempts.find(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.whereRaw(isOneOf(k, "id"), [p.ids]),
)

/** Returns the attempts with these ids, by their ids. */
export async function attemptsOfIds(db: Queries, account: string, ids: readonly string[]): Promise<Map<string, AttemptRow>> {
  const rows = await db.all(attemptsByIds, { account, ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

export function mustFindAttempt(db: Queries, { account, id }: Pick<AttemptRow, "account" | "id">): Promise<AttemptRow> {
  return db.only(findRow, { account, id })
}

const attemptAnywhere = findAnywhere(attempts)

/** Finds an attempt of a kind, of any account, for the operator's commands. */
export const findAnywhereOf = (kind: AttemptKind) => async (db: Queries, id: string) => {
  const attempt = await db.one(attemptAnywhere, { id })
  return attempt?.kind === kind ? attempt : undefined
}

const newestOf = attempts.find(["payment_intent", "account", { limit: integer() }], (rows) =>
  rows.orderBy("created", "desc").orderBy("id", "desc").limit(LIMIT),
)

/** The newest attempts of a payment intent, of every kind, newest first. */
export function newestAttemptsOf(
  db: Queries,
  { account, id }: { account: string; id: string },
  limit: number,
): Promise<AttemptRow[]> {
  return db.all(newestOf, { account, payment_intent: id, limit })
}

/** The payment intent of an attempt. Throws for the verification of a card, which has none. */
export function intentIdOf({ id, payment_intent }: Pick<AttemptRow, "id" | "payment_intent">): string {
  if (payment_intent === null) throw new Error(`the attempt ${id} has no payment intent`)
  return payment_intent
}

/** The columns of an attempt when a call begins. Earlier look-ups that found nothing say nothing about the new call. */
const sentBy = (p: Markers<{ owner: AttemptRow["owner"]; lease_ms: number }>, k: Sql) => ({
  state: "sent" as const,
  owner: p.owner,
  // The value identifies the call, so it must rise even if the clock of the database was set back.
  sent_at_ms: k.raw("CASE WHEN sent_at_ms >= ? THEN sent_at_ms + 1 ELSE ? END", [nowMs(k), nowMs(k)]),
  held_until_ms: msFromNow(k, p.lease_ms),
  missing_since: null,
})

/**
 * Records that a call begins, in a commit of its own before the call. Returns no row if the attempt is no longer new: another
 * process sends it, or it was closed.
 */
export const markSent = attempts.statement(["account", "id", "owner", HOLD], (rows, p, k) =>
  rows.where({ account: p.account, id: p.id, state: "new" }).update(sentBy(p, k)).returning("*"),
)

/** Records in the same way that a refund or a reversal begins, with what the acquirer held of the charge just before. */
export const markReturnSent = attempts.statement(["account", "id", "owner", "amount", "gone_back_before", HOLD], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id, state: "new" })
    .update({ ...sentBy(p, k), amount: p.amount, gone_back_before: p.gone_back_before })
    .returning("*"),
)

/** Puts a new attempt off, and leaves it to any worker. */
export const putOff = attempts.statement(["account", "id", "due_at"], (rows, p) =>
  rows.where({ account: p.account, id: p.id, state: "new" }).update({ due_at: p.due_at, owner: null, held_until_ms: 0 }),
)

/** Renews leases. A lease that has lapsed is not renewed, because another process may be taking over. */
export const renewLeases = attempts.statement([{ held: json<Pick<AttemptRow, "account" | "id">[]>() }, HOLD], (rows, p, k) => {
  // A row that is being moved needs no renewal, and must not delay the renewal of the others.
  const free = `SELECT account, id FROM attempts WHERE (account, id) IN (${pairsOf(k)}) AND held_until_ms > ${nowMs(k)} AND ${IS_OPEN} ${skipLocked(k)}`
  return rows.whereRaw(`(account, id) IN (${free})`, [p.held]).update({ held_until_ms: msFromNow(k, p.lease_ms) })
})

/**
 * Moves an attempt from the state that the caller read (`moveAttempt`). Returns no row if another process has moved it first. If `charge` is
 * null, a known charge stays.
 */
export const transitionAttempt = attempts.statement(
  ["account", "id", { state: "from" }, "state", "outcome", "charge", "polling_since", "due_at"],
  (rows, p, k) =>
    rows
      .where({ account: p.account, id: p.id, state: p.from })
      .update({
        state: p.state,
        outcome: p.outcome,
        charge: k.raw("coalesce(?, charge)", [p.charge]),
        owner: null,
        held_until_ms: 0,
        polling_since: p.polling_since,
        due_at: p.due_at,
        // A look-up that fails ends the time in which all look-ups found nothing.
        missing_since: k.raw("CASE WHEN ? = 'unknown' THEN CAST(? AS bigint) END", [p.state, p.polling_since]),
      })
      .returning("*"),
)

/** Makes a waiting sale ready to be sent again, with the result of the payer's challenge. */
export const resumeAttempt = attempts.statement(["account", "id", "challenge", { due_at: "now" }, "owner", HOLD], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id, state: "waiting" })
    .update({
      state: "new",
      challenge: p.challenge,
      due_at: p.now,
      owner: p.owner,
      held_until_ms: msFromNow(k, p.lease_ms),
    })
    .returning("*"),
)

/** Changes the card of a charge that was certainly not made yet. */
export const changeCard = attempts.update(["account", "id"], ["payment_method", "card"], (rows) =>
  rows.where({ state: "new" }).returning("*"),
)

/** Closes an attempt that rests between two tries. Returns no row while a process is working on the attempt. */
export const closeResting = attempts.statement(["account", "id"], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id, state: "new" })
    .whereNotNull("retry_until")
    .where("held_until_ms", "<=", nowMs(k))
    .update({ state: "done", outcome: "withdrawn", due_at: null })
    .returning("*"),
)

/**
 * Sets when an attempt is polled next, and leaves its state as it is. Changes nothing if the due time is no longer `was_due_at`: a
 * notification has arrived since.
 */
export const pollNext = attempts.statement(
  ["account", "id", { state: "from", due_at: "was_due_at" }, "due_at", "missing_since"],
  (rows, p, k) =>
    rows.where({ account: p.account, id: p.id, state: p.from }).update({
      due_at: k.raw("CASE WHEN due_at = ? THEN ? ELSE due_at END", [p.was_due_at, p.due_at]),
      held_until_ms: 0,
      missing_since: p.missing_since,
    }),
)

/** Returns the attempt if a process is working on it. */
export const isLeased = attempts.find(["account", "id"], (rows, _, k) => rows.where("held_until_ms", ">", nowMs(k)).select("id"))

/**
 * An SQL condition: the attempt may still send its card to the acquirer. The card number is kept that long. While its payer is waited for, a saved
 * card is kept because it is saved: once it is detached, it is not sent any more.
 */
export const MAY_SEND_CARD = `(attempts.state IN ('new', 'sent')
  OR (attempts.state = 'waiting' AND attempts.type = 'card' AND attempts.charge IS NULL AND attempts.payment_method IS NULL))`

/** An SQL condition: nothing is left to do or learn about an attempt. A sale that was given up is watched for days. */
export function hasEnded(table = "attempts"): string {
  return `(${table}.state = 'done' OR (${table}.state = 'given_up' AND ${table}.due_at IS NULL))`
}

/** Makes an attempt due at `latest` if it is due later. */
export const pollBy = attempts.update(["account", "id"], [{ due_at: "latest" }], (rows, p) => rows.where("due_at", ">", p.latest))

/** The open attempts of a refund. There is at most one. */
export const openAttemptsOf = attempts.find(["account", "refund"], (rows) => rows.whereNot({ state: "done" }))

const underWay = attempts.find(["account"], (rows, _, k) =>
  rows.whereNotNull("due_at").whereIn("state", ["new", "sent"]).where("held_until_ms", ">", nowMs(k)).select("id").limit(1),
)

/** The latest attempt to charge an intent. */
export async function latestAttemptOf(
  db: Queries,
  { account, latest_attempt }: { account: string; latest_attempt: string | null },
): Promise<AttemptRow | undefined> {
  return latest_attempt === null ? undefined : findAttempt(db, { account, id: latest_attempt })
}

/** Whether a process works on an attempt of the account. */
export async function isAttemptRunning(db: Queries, account: string): Promise<boolean> {
  return (await db.one(underWay, { account })) !== undefined
}
