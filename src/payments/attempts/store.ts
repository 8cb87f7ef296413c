import type { Knex } from "knex"
import { randomBase62 } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { skipLocked, textsOf } from "../../db/dialect.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { statement } from "../../db/statement.ts"
import type { AttemptState } from "./state.ts"

/**
 * `charge`: a sale. `verify`: the verification of a card. `reversal`: sends back money that arrived too late or twice. `void`: withdraws
 * an open PIX. `inquiry`: asks whether the card network has charged a sale back. `check`: asks whether a charge was refunded at the
 * acquirer itself.
 */
export type AttemptKind = "charge" | "verify" | "refund" | "reversal" | "void" | "inquiry" | "check"

/** One operation at an acquirer. The row is stored before the call. See docs/engine.md. */
export type AttemptRow = {
  id: string
  account: string
  created: number
  kind: AttemptKind
  /** The acquirer of the attempt, and the id of the credentials that the attempt is sent with. They never change. */
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
  /** The acquirer's own id of the charge. A sale has it once it is known. Every other kind has the charge that it concerns. */
  charge: string | null
  /** In cents: the amount of every kind but a sale. For a sale, what the acquirer captured if that is another amount. */
  amount: number | null
  /** The currency of `amount`. Null means the currency of the payment intent. */
  currency: string | null
  /** The result of the payer's 3DS challenge. */
  challenge: "passed" | "failed" | null
  state: AttemptState
  outcome: string | null
  /** When the latest call began, in milliseconds of the database's time. It is stored before the call. */
  sent_at_ms: number | null
  /** No other process works on the attempt before this time, in milliseconds of the database's time. */
  held_until_ms: number
  owner: string | null
  /** Since when (Unix seconds of the account's time) look-ups have not found the sale. Null if the last one found it or failed. */
  missing_since: number | null
  /** Until when a charge is retried that the acquirer could not process. Null if a request waits for the response. */
  retry_until: number | null
  /** When polling began or a person was needed, and when work on the attempt is next due: Unix seconds of the account's time. */
  polling_since: number | null
  due_at: number | null
}

/** A call to an acquirer takes at most this long. After that the outcome is unknown (docs/engine.md). */
export const CALL_DEADLINE_MS = 30_000

/** How long a lease lasts. The process that works on an attempt renews it four times as often. */
export const HOLD_MS = 6000

/** References have letters and digits only, and this length, because an acquirer may accept no more. */
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

/** Stores an attempt before its call, with a new reference. The `owner` holds the attempt. Without one, it is due for any worker. */
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

/** The columns of an attempt when a call begins. Earlier look-ups that found nothing say nothing about the new call. */
const sentBy = (k: Knex, p: { owner: unknown; hold_ms: Knex.Value }) => ({
  state: "sent",
  owner: p.owner,
  // The value identifies the call, so it must rise even if the clock of the database was set back.
  sent_at_ms: k.raw("CASE WHEN sent_at_ms >= ? THEN sent_at_ms + 1 ELSE ? END", [nowMs(k), nowMs(k)]),
  held_until_ms: msFromNow(k, p.hold_ms),
  missing_since: null,
})

/**
 * Records that a call begins, in a commit of its own before the call. Returns no row if the attempt is no longer new: another
 * process sends it, or it was closed.
 */
export const markSent = statement<AttemptRow, "account" | "id" | "owner" | "hold_ms">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id, state: "new" }).update(sentBy(k, p)).returning("*"),
)

/**
 * Records that an attempt is sent again, to an acquirer that runs the same reference once. Returns no row if another process has sent or
 * moved the attempt since the caller read it.
 */
export const markSentAgain = statement<AttemptRow, "account" | "id" | "from" | "sent_at_ms" | "owner" | "hold_ms">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: p.from, sent_at_ms: p.sent_at_ms })
    .update(sentBy(k, p))
    .returning("*"),
)

/** Renews leases. A lease that has lapsed is not renewed, because another process may be taking over. */
export const renewHolds = statement<void, "ids" | "hold_ms">((k, p) => {
  // A row that is being moved needs no renewal, and must not delay the renewal of the others.
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
  // A look-up that fails ends the time in which all look-ups found nothing.
  missing_since: k.raw("CASE WHEN ? = 'unknown' THEN CAST(? AS bigint) END", [p.state, p.polling_since]),
})

/** Moves an attempt from the state that the caller read. Returns no row if another process has moved it first. */
export const moveAttempt = statement<AttemptRow, "account" | "id" | "from" | Moved>((k, p) =>
  k("attempts").where({ account: p.account, id: p.id, state: p.from }).update(movedBy(k, p)).returning("*"),
)

/** Moves a sale in the same way, and records the acquirer's own id of its charge. If `charge` is null, a known charge stays. */
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

/** Closes an attempt that rests between two tries. Returns no row while a process is working on the attempt. */
export const closeResting = statement<AttemptRow, "account" | "id">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id, state: "new" })
    .whereNotNull("retry_until")
    .where("held_until_ms", "<=", nowMs(k))
    .update({ state: "done", outcome: "withdrawn", due_at: null })
    .returning("*"),
)

/** Finds a charge of an intent that was withdrawn while it rested. If there are several, they are alike. */
export const findWithdrawn = statement<AttemptRow, "account" | "payment_intent">((k, p) =>
  k("attempts").where({ account: p.account, payment_intent: p.payment_intent, outcome: "withdrawn" }).limit(1),
)

/**
 * Sets when an attempt is polled next, and leaves its state as it is. Changes nothing if the due time is no longer `was_due_at`: a
 * notification has arrived since.
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

/** Returns the attempt if a process is working on it. */
export const isHeld = statement<{ id: string }, "account" | "id">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id }).where("held_until_ms", ">", nowMs(k)).select("id"),
)

/** An SQL condition: the attempt may still send its card to the acquirer. The card number is kept that long. */
export const MAY_SEND_CARD = "attempts.state IN ('new', 'sent')"

/** An SQL condition: nothing is left to do or learn about an attempt. A sale that was given up is watched for days. */
export function hasEnded(table = "attempts"): string {
  return `(${table}.state = 'done' OR (${table}.state = 'given_up' AND ${table}.due_at IS NULL))`
}

/** Makes an attempt due at `latest` if it is due later. */
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
