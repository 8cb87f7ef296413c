import { statement } from "../db/statement.ts"

/** `running`: with the acquirer now. `unknown`: it may have been made; the acquirer is asked by `reference`. `done`: settled. */
export type AttemptState = "running" | "unknown" | "done"

/** One call of an acquirer, written down before it is made. */
export type AttemptRow = {
  id: string
  account: string
  created: number
  kind: "charge" | "verify"
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
  state: AttemptState
  outcome: string | null
  lease_until_ms: number | null
  unknown_since_ms: number | null
  look_up_at_ms: number | null
}

/** How long an attempt is left alone that nobody renews: then its process is taken for dead. */
export const LEASE_MS = 3000

export const insertAttempt = statement<AttemptRow>((k, p) =>
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
      state: "running",
      lease_until_ms: p.lease_until_ms,
    })
    .returning("*"),
)

export const findAttempt = statement<AttemptRow>((k, p) => k("attempts").where({ id: p.id }))

/** Ends an attempt; no row where another process has ended it before. */
export const finishAttempt = statement<AttemptRow>((k, p) =>
  k("attempts")
    .where({ id: p.id })
    .whereNot({ state: "done" })
    .update({ state: "done", outcome: p.outcome, lease_until_ms: null, look_up_at_ms: null })
    .returning("*"),
)

export const renewAttempt = statement<void>((k, p) =>
  k("attempts").where({ id: p.id, state: "running" }).update({ lease_until_ms: p.lease_until_ms }),
)

export const lapsedAttempts = statement<AttemptRow>((k, p) =>
  k("attempts").where({ state: "running" }).where("lease_until_ms", "<=", p.now_ms).orderBy("lease_until_ms").limit(50),
)

/** Takes a lapsed attempt over; of several processes one changes the row. */
export const takeOverAttempt = statement<AttemptRow>((k, p) =>
  k("attempts")
    .where({ id: p.id, state: "running", lease_until_ms: p.lapsed })
    .update({ lease_until_ms: p.lease_until_ms })
    .returning("*"),
)
