import type { Knex } from "knex"
import type { Queries, Transaction } from "../../db/database.ts"
import { skipLocked, textsOf } from "../../db/dialect.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { statement } from "../../db/statement.ts"
import { randomBase62 } from "../../ids.ts"
import type { AttemptState } from "./state.ts"

/**
 * `charge`: a sale. `verify`: the verification of a card. `reversal`: sends back money that arrived too late or twice. `void`: takes
 * an open PIX back. `inquiry`: asks whether the card network has taken the money of a charge back. `check`: asks whether a charge was
 * refunded at the acquirer itself.
 */
export type AttemptKind = "charge" | "verify" | "refund" | "reversal" | "void" | "inquiry" | "check"

/** One operation at an acquirer. The row is stored before the call. See docs/engine.md. */
export type AttemptRow = {
  id: string
  account: string
  created: number
  kind: AttemptKind
  /** The acquirer that the attempt belongs to, and the id of the credentials that it is sent with. They never change. */
  acquirer: string
  credentials: string | null
  reference: string
  payment_intent: string | null
  customer: string | null
  token: string | null
  payment_method: string | null
  card: string | null
  type: "card" | "pix" | "boleto"
  off_session: boolean | number
  installments: number
  return_url: string | null
  idempotency_key: string | null
  refund: string | null
  /** The acquirer's own id of the charge: that of a sale, once it is known, or the one that all other kinds are about. */
  charge: string | null
  /** In cents: what all kinds but a sale are about, or what the acquirer took for a sale of another amount. */
  amount: number | null
  /** The currency of `amount`. Null: that of the payment intent. */
  currency: string | null
  /** The result of the payer's 3DS challenge. */
  challenge: "passed" | "failed" | null
  state: AttemptState
  outcome: string | null
  /** When the latest call began, in milliseconds of the database's time. Stored before the call. */
  sent_at_ms: number | null
  /** Nobody else works on the attempt before this time, in milliseconds of the database's time. */
  held_until_ms: number
  owner: string | null
  /** Since when no look-up has found the sale or failed, in Unix seconds of the account's time. Null where the last one did. */
  missing_since: number | null
  /** Until when a charge that the acquirer could not process is made again. Null where a request waits for the response. */
  retry_until: number | null
  /** When polling began or a person was needed, and when work on the attempt is next due: Unix seconds of the account's time. */
  polling_since: number | null
  due_at: number | null
}

/** A call to an acquirer takes at most this long. Past it the outcome is unknown (docs/engine.md). */
export const CALL_DEADLINE_MS = 30_000

/** How long a lease lasts. The process that works on an attempt renews it four times as often. */
export const HOLD_MS = 6000

/** Letters and digits. An acquirer may accept no more. */
const REFERENCE_LENGTH = 20

type Identity = "id" | "account" | "created" | "kind" | "acquirer" | "credentials" | "type"
type Optional =
  | "payment_intent"
  | "customer"
  | "token"
  | "payment_method"
  | "card"
  | "off_session"
  | "installments"
  | "return_url"
  | "idempotency_key"
  | "refund"
  | "charge"
  | "amount"
  | "currency"
  | "owner"
  | "retry_until"
  | "due_at"

export type NewAttempt = Pick<AttemptRow, Identity> & Partial<Pick<AttemptRow, Optional>>

const insertRow = statement<AttemptRow, Identity | Optional | "reference" | "hold_ms">((k, p) =>
  k("attempts")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      kind: p.kind,
      acquirer: p.acquirer,
      credentials: p.credentials,
      reference: p.reference,
      payment_intent: p.payment_intent,
      customer: p.customer,
      token: p.token,
      payment_method: p.payment_method,
      card: p.card,
      type: p.type,
      off_session: p.off_session,
      installments: p.installments,
      return_url: p.return_url,
      idempotency_key: p.idempotency_key,
      refund: p.refund,
      charge: p.charge,
      amount: p.amount,
      currency: p.currency,
      owner: p.owner,
      retry_until: p.retry_until,
      state: "new",
      due_at: p.due_at,
      held_until_ms: msFromNow(k, p.hold_ms),
    })
    .returning("*"),
)

/** Stores an attempt before its call, with a reference of its own. One with an `owner` is held for that process, and one without is due for any worker. */
export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<AttemptRow> {
  const row = await tx.one(insertRow, {
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
    owner: null,
    retry_until: null,
    due_at: attempt.created,
    ...attempt,
    reference: randomBase62(REFERENCE_LENGTH),
    hold_ms: attempt.owner ? HOLD_MS : 0,
  })
  return row!
}

const findRow = statement<AttemptRow, "account" | "id">((k, p) => k("attempts").where({ account: p.account, id: p.id }))

export const findAttemptByReference = statement<AttemptRow, "account" | "reference">((k, p) =>
  k("attempts").where({ account: p.account, reference: p.reference }),
)

export function findAttempt(db: Queries, { account, id }: Pick<AttemptRow, "account" | "id">): Promise<AttemptRow | undefined> {
  return db.one(findRow, { account, id })
}

/** The columns of an attempt when a call begins. What earlier look-ups missed says nothing about it. */
const sentBy = (k: Knex, p: { owner: unknown; hold_ms: Knex.Value }) => ({
  state: "sent",
  owner: p.owner,
  // It identifies the call, even if the clock of the database was set back.
  sent_at_ms: k.raw("CASE WHEN sent_at_ms >= ? THEN sent_at_ms + 1 ELSE ? END", [nowMs(k), nowMs(k)]),
  held_until_ms: msFromNow(k, p.hold_ms),
  missing_since: null,
})

/**
 * Records that a call begins, in a commit of its own before the call. Returns no row where the attempt is no longer new: another
 * process sends it, or it was closed.
 */
export const markSent = statement<AttemptRow, "account" | "id" | "owner" | "hold_ms">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id, state: "new" }).update(sentBy(k, p)).returning("*"),
)

/**
 * Records that an attempt is sent again, which the acquirer runs once. Returns no row where another process has sent or moved it since
 * the caller read it.
 */
export const markSentAgain = statement<AttemptRow, "account" | "id" | "from" | "sent_at_ms" | "owner" | "hold_ms">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: p.from, sent_at_ms: p.sent_at_ms })
    .update(sentBy(k, p))
    .returning("*"),
)

/** Renews leases. One that has lapsed is not renewed, because somebody else may be taking over. */
export const renewHolds = statement<void, "ids" | "hold_ms">((k, p) => {
  // A row that is being moved needs no renewal, and must not delay that of the others.
  const free = `SELECT id FROM attempts WHERE id IN (${textsOf(k)}) AND held_until_ms > ${nowMs(k)} ${skipLocked(k)}`
  return k("attempts")
    .whereRaw(`id IN (${free})`, [p.ids])
    .update({ held_until_ms: msFromNow(k, p.hold_ms) })
})

type Moved = "state" | "outcome" | "polling_since" | "due_at"

const movedBy = (k: Knex, p: Record<Moved, Knex.Value>) => ({
  state: p.state,
  outcome: p.outcome,
  owner: null,
  held_until_ms: 0,
  polling_since: p.polling_since,
  due_at: p.due_at,
  // A look-up that fails ends this time.
  missing_since: k.raw("CASE WHEN ? = 'unknown' THEN CAST(? AS bigint) END", [p.state, p.polling_since]),
})

/** Moves an attempt from the state that the caller read. Returns no row if another process has moved it first. */
export const moveAttempt = statement<AttemptRow, "account" | "id" | "from" | Moved>((k, p) =>
  k("attempts").where({ account: p.account, id: p.id, state: p.from }).update(movedBy(k, p)).returning("*"),
)

/** Moves a sale in the same way, and records the acquirer's own id of its charge. A charge that is known stays where `charge` is null. */
export const moveSale = statement<AttemptRow, "account" | "id" | "from" | "charge" | Moved>((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: p.from })
    .update({ ...movedBy(k, p), charge: k.raw("coalesce(?, charge)", [p.charge]) })
    .returning("*"),
)

/** Makes a waiting sale ready to be sent again, with the result of the payer's challenge. */
export const resumeAttempt = statement<AttemptRow, "account" | "id" | "challenge" | "now" | "owner" | "hold_ms">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: "waiting" })
    .update({
      state: "new",
      challenge: p.challenge,
      due_at: p.now,
      owner: p.owner,
      held_until_ms: msFromNow(k, p.hold_ms),
    })
    .returning("*"),
)

/** Closes an attempt that rests between two tries. Returns no row while a process works on it. */
export const closeResting = statement<AttemptRow, "account" | "id">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: "new" })
    .whereNotNull("retry_until")
    .where("held_until_ms", "<=", nowMs(k))
    .update({ state: "done", outcome: "withdrawn", due_at: null })
    .returning("*"),
)

/** A charge of an intent that was taken back while it rested. Those of one intent are alike. */
export const findWithdrawn = statement<AttemptRow, "account" | "payment_intent">((k, p) =>
  k("attempts").where({ account: p.account, payment_intent: p.payment_intent, outcome: "withdrawn" }).limit(1),
)

/**
 * Sets when an attempt is polled next. Its state stays as it is. A due time that is no longer `was_due_at` stays too: a notification has
 * arrived since.
 */
export const pollNext = statement<void, "account" | "id" | "from" | "was_due_at" | "due_at" | "missing_since">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: p.from })
    .update({
      due_at: k.raw("CASE WHEN due_at = ? THEN ? ELSE due_at END", [p.was_due_at, p.due_at]),
      held_until_ms: 0,
      missing_since: p.missing_since,
    }),
)

/** Returns the attempt while a process works on it. */
export const isHeld = statement<{ id: string }, "account" | "id">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id }).where("held_until_ms", ">", nowMs(k)).select("id"),
)

/** Whether the attempt may still send its card to the acquirer: a condition of statements. The number is kept for so long. */
export const MAY_SEND_CARD = "attempts.state IN ('new', 'sent')"

/** Whether nothing more is to be done or learned about an attempt: a condition of statements. What was given up is watched for days. */
export function hasEnded(table = "attempts"): string {
  return `(${table}.state = 'done' OR (${table}.state = 'given_up' AND ${table}.due_at IS NULL))`
}

/** Makes an attempt due at `latest` where it is due later. */
export const pollBy = statement<void, "account" | "id" | "latest">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id }).where("due_at", ">", p.latest).update({ due_at: p.latest }),
)

/** The open attempts of a refund. There is at most one. */
export const openAttemptsOf = statement<AttemptRow, "account" | "refund">((k, p) =>
  k("attempts").where({ account: p.account, refund: p.refund }).whereNot({ state: "done" }),
)

const underWay = statement<{ id: string }, "account">((k, p) =>
  k("attempts")
    .where({ account: p.account })
    .whereNotNull("due_at")
    .whereIn("state", ["new", "sent"])
    .where("held_until_ms", ">", nowMs(k))
    .select("id")
    .limit(1),
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
