import type { Queries, Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"

/**
 * `running`: with the acquirer now. `unknown`: it may have been done. `pending`: the acquirer decides later. `waiting`: the payer
 * has to do something. `given_up`: taken for not done, but watched. `done`: settled.
 */
export type AttemptState = "running" | "unknown" | "pending" | "waiting" | "given_up" | "done"

/** A sale, a card's verification, the refund of a sale, and the way back of money that came too late. */
export type AttemptKind = "charge" | "verify" | "refund" | "reversal"

/** One call of an acquirer, written down before it is made. */
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
  return_url: string | null
  idempotency_key: string | null
  refund: string | null
  /** What a refund or a reversal gives back, and how much of it in cents. */
  charge: string | null
  amount: number | null
  /** How the payer's 3DS challenge ended. */
  challenge: "passed" | "failed" | null
  state: AttemptState
  outcome: string | null
  lease_until_ms: number | null
  /** When the acquirer was first left to be asked, and when it is asked next. */
  asking_since: number | null
  due_at: number | null
}

/** How long an attempt is left alone that nobody renews: then its process is taken for dead. */
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

/** Writes an attempt down before it is made. */
export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<AttemptRow> {
  const row = await tx.one(insertRow, {
    payment_intent: null,
    customer: null,
    token: null,
    payment_method: null,
    card: null,
    off_session: false,
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

/** Moves an attempt on from the state in which the caller took it; no row where another process has done so before. */
export const moveAttempt = statement<AttemptRow, "id" | "from" | "state" | "outcome" | "asking_since" | "due_at">((k, p) =>
  k("attempts")
    .where({ id: p.id, state: p.from })
    .update({ state: p.state, outcome: p.outcome, lease_until_ms: null, asking_since: p.asking_since, due_at: p.due_at })
    .returning("*"),
)

/** The attempt at a refund that a process makes now. */
export const runningRefundAttempts = statement<AttemptRow, "refund">((k, p) =>
  k("attempts").where({ refund: p.refund, state: "running" }),
)

/** What was decided by hand is not asked of the acquirer any more. */
export const closeRefundAttempts = statement<void, "refund">((k, p) =>
  k("attempts").where({ refund: p.refund }).update({ state: "done", due_at: null, lease_until_ms: null }),
)

/** Takes up a sale that waits for its payer: the challenge was answered. */
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

/** Takes a lapsed attempt over; of several processes one changes the row. */
export const recoverAttempt = statement<AttemptRow, "id" | "lapsed" | "lease_until_ms">((k, p) =>
  k("attempts")
    .where({ id: p.id, state: "running", lease_until_ms: p.lapsed })
    .update({ lease_until_ms: p.lease_until_ms })
    .returning("*"),
)

/** Attempts that the acquirer is to be asked about by now. */
export const attemptsToPoll = statement<AttemptRow, "account" | "now">((k, p) =>
  k("attempts").where({ account: p.account }).where("due_at", "<=", p.now).orderBy("due_at").limit(100),
)

/** Takes one of them: whoever changes the row asks, and it is asked again later should he die. */
export const claimPoll = statement<AttemptRow, "id" | "state" | "from" | "due_at">((k, p) =>
  k("attempts").where({ id: p.id, state: p.state, due_at: p.from }).update({ due_at: p.due_at }).returning("*"),
)

const lastCharge = statement<AttemptRow, "payment_intent">((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent, kind: "charge" }).orderBy("id", "desc").limit(1),
)
const running = statement<{ id: string }, "account">((k, p) =>
  k("attempts").where({ account: p.account, state: "running" }).select("id").limit(1),
)

/** The newest attempt to charge an intent. */
export function lastChargeOf(db: Queries, paymentIntent: string): Promise<AttemptRow | undefined> {
  return db.one(lastCharge, { payment_intent: paymentIntent })
}

/** Whether an attempt of the account is with its acquirer. */
export async function isAttemptRunning(db: Queries, account: string): Promise<boolean> {
  return (await db.one(running, { account })) !== undefined
}
