import type { Queries, Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"

/**
 * `running`: a process is calling the acquirer. `unknown`: the operation may have been done. `pending`: the acquirer decides
 * later. `waiting`: the payer must act. `given_up`: counts as not done, but polling goes on. `done`: the outcome is final.
 */
export type AttemptState = "running" | "unknown" | "pending" | "waiting" | "given_up" | "done"

/** `charge`: a sale. `verify`: the verification of a card. `reversal`: sends back money that arrived too late. */
export type AttemptKind = "charge" | "verify" | "refund" | "reversal"

/** One call to an acquirer. The row is stored before the call. */
export type AttemptRow = {
  id: string
  account: string
  created: number
  kind: AttemptKind
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
  /** The charge that a refund or a reversal pays back, and the amount in cents. */
  charge: string | null
  amount: number | null
  /** The result of the payer's 3DS challenge. */
  challenge: "passed" | "failed" | null
  state: AttemptState
  outcome: string | null
  lease_until_ms: number | null
  /** When polling began and when it is next due, in Unix seconds of the account's time. */
  asking_since: number | null
  due_at: number | null
}

/** How long an attempt's lease lasts. A process that has not renewed it by then counts as dead. */
export const LEASE_MS = 3000

export type NewAttempt = Pick<AttemptRow, "id" | "account" | "created" | "kind" | "reference" | "type"> &
  Partial<Omit<AttemptRow, "outcome" | "state">> & { lease_until_ms: number }

const insertRow = statement<
  AttemptRow,
  | "id"
  | "account"
  | "created"
  | "kind"
  | "reference"
  | "payment_intent"
  | "customer"
  | "token"
  | "payment_method"
  | "card"
  | "type"
  | "off_session"
  | "installments"
  | "return_url"
  | "idempotency_key"
  | "refund"
  | "charge"
  | "amount"
  | "lease_until_ms"
>((k, p) =>
  k("attempts")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      kind: p.kind,
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
      state: "running",
      lease_until_ms: p.lease_until_ms,
    })
    .returning("*"),
)

/** Stores an attempt before its call. */
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
    ...attempt,
  })
  return row!
}

export const findAttemptByReference = statement<AttemptRow, "account" | "reference">((k, p) =>
  k("attempts").where({ account: p.account, reference: p.reference }),
)

/** Moves an attempt from the state that the caller read. Returns no row if another process has moved it first. */
export const moveAttempt = statement<AttemptRow, "id" | "from" | "state" | "outcome" | "asking_since" | "due_at">((k, p) =>
  k("attempts")
    .where({ id: p.id, state: p.from })
    .update({ state: p.state, outcome: p.outcome, lease_until_ms: null, asking_since: p.asking_since, due_at: p.due_at })
    .returning("*"),
)

/** The attempts of a refund that are calling the acquirer now. */
export const runningRefundAttempts = statement<AttemptRow, "refund">((k, p) =>
  k("attempts").where({ refund: p.refund, state: "running" }),
)

/** Ends the polling of a refund that an operator has decided. */
export const closeRefundAttempts = statement<void, "refund">((k, p) =>
  k("attempts").where({ refund: p.refund }).update({ state: "done", due_at: null, lease_until_ms: null }),
)

/** Runs a waiting sale again after the payer's challenge. */
export const rerunAttempt = statement<AttemptRow, "id" | "challenge" | "lease_until_ms">((k, p) =>
  k("attempts")
    .where({ id: p.id, state: "waiting" })
    .update({ state: "running", challenge: p.challenge, lease_until_ms: p.lease_until_ms })
    .returning("*"),
)

export const renewAttempt = statement<void, "id" | "lease_until_ms">((k, p) =>
  k("attempts").where({ id: p.id, state: "running" }).update({ lease_until_ms: p.lease_until_ms }),
)

export const lapsedAttempts = statement<AttemptRow, "now_ms">((k, p) =>
  k("attempts").where({ state: "running" }).where("lease_until_ms", "<=", p.now_ms).orderBy("lease_until_ms").limit(50),
)

/** Claims a lapsed attempt. Returns no row if another process has claimed it first. */
export const recoverAttempt = statement<AttemptRow, "id" | "lapsed" | "lease_until_ms">((k, p) =>
  k("attempts")
    .where({ id: p.id, state: "running", lease_until_ms: p.lapsed })
    .update({ lease_until_ms: p.lease_until_ms })
    .returning("*"),
)

/** The attempts that are due for polling. */
export const attemptsToPoll = statement<AttemptRow, "account" | "now">((k, p) =>
  k("attempts").where({ account: p.account }).where("due_at", "<=", p.now).orderBy("due_at").limit(100),
)

/** Claims an attempt for polling by setting its next due time. Returns no row if another process has claimed it first. */
export const claimPoll = statement<AttemptRow, "id" | "state" | "from" | "due_at">((k, p) =>
  k("attempts").where({ id: p.id, state: p.state, due_at: p.from }).update({ due_at: p.due_at }).returning("*"),
)

const lastCharge = statement<AttemptRow, "payment_intent">((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent, kind: "charge" }).orderBy("id", "desc").limit(1),
)
const running = statement<{ id: string }, "account">((k, p) =>
  k("attempts").where({ account: p.account, state: "running" }).select("id").limit(1),
)

/** The latest attempt to charge an intent. */
export function lastChargeOf(db: Queries, paymentIntent: string): Promise<AttemptRow | undefined> {
  return db.one(lastCharge, { payment_intent: paymentIntent })
}

/** Whether an attempt of the account is calling its acquirer. */
export async function isAttemptRunning(db: Queries, account: string): Promise<boolean> {
  return (await db.one(running, { account })) !== undefined
}
