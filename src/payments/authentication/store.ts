import type {
  AuthenticationProof,
  AuthenticationSession,
  OpenSession,
  PayerRedirect,
  PayerVisit,
  ThreeDSecure,
} from "../../acquirers/authentication.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type AuthenticationTrigger, nextStep } from "./state.ts"
import { type AuthenticationRow, authentications, proofContext, secretContext } from "./table.ts"

const INSERTED = ["account", "attempt", "created", "step", "data_only", "required", "expires_at", "sessions", "failures"] as const

const insertRow = authentications.insert(INSERTED)
const findRow = authentications.find(["account", "attempt"])
const holdRow = authentications.find(["account", "attempt"], (rows) => rows.forNoKeyUpdate())
const MOVED = ["sessions", "failures", "session", "sealed_secret", "transaction_id", "result", "sealed_proof"] as const
const moveRow = authentications.statement(
  ["account", "attempt", { step: "from" }, { session: "in_session", sessions: "before" }, "step", ...MOVED],
  (rows, p) =>
    rows
      .where({ account: p.account, attempt: p.attempt, step: p.from, sessions: p.before })
      .whereRaw("coalesce(session, '') = coalesce(?, '')", [p.in_session])
      .update({
        step: p.step,
        sessions: p.sessions,
        failures: p.failures,
        session: p.session,
        sealed_secret: p.sealed_secret,
        transaction_id: p.transaction_id,
        result: p.result,
        sealed_proof: p.sealed_proof,
      })
      .returning("*"),
)

const forget = authentications.update(["account", "attempt"], ["step", "sealed_secret", "sealed_proof"])
/** An attempt whose payer is authenticated. */
type OfAttempt = Pick<AttemptRow, "account" | "id">

/** Stores that the payer of an attempt must be authenticated before its sale is sent. */
export async function insertAuthentication(
  tx: Transaction,
  row: Pick<AuthenticationRow, "account" | "attempt" | "created" | "data_only" | "required" | "expires_at">,
): Promise<void> {
  await tx.run(insertRow, { ...row, step: "requested", sessions: 0, failures: 0 })
}

/**
 * Erases what opens the session and what a sale carries, once the sale is not sent, or not sent again. The result stays. A step that is under
 * way stores nothing any more, because no step follows on `decided`.
 */
export async function forgetProof(tx: Transaction, { account, id: attempt }: OfAttempt): Promise<void> {
  await tx.run(forget, { account, attempt, step: "decided", sealed_secret: null, sealed_proof: null })
}

export function findAuthentication(db: Queries, { account, id: attempt }: OfAttempt): Promise<AuthenticationRow | undefined> {
  return db.one(findRow, { account, attempt })
}

/** Locks the row until the transaction ends. */
export function holdAuthentication(tx: Transaction, { account, id: attempt }: OfAttempt): Promise<AuthenticationRow> {
  return tx.only(holdRow, { account, attempt })
}

export type Changes = Partial<Pick<AuthenticationRow, (typeof MOVED)[number]>>

/**
 * Moves an authentication by the table of its steps. Returns undefined if the table has no such transition, or if another page has begun a
 * new session or moved it first.
 */
export async function moveAuthentication(
  tx: Transaction,
  row: AuthenticationRow,
  trigger: AuthenticationTrigger,
  changes: Changes = {},
): Promise<AuthenticationRow | undefined> {
  const { account, attempt, step: from, session: in_session, ...kept } = row
  const step = nextStep(from, trigger)
  const { sessions, failures, sealed_secret, transaction_id, result, sealed_proof } = kept
  const unchanged = { sessions, failures, session: in_session, sealed_secret, transaction_id, result, sealed_proof }
  return step && tx.one(moveRow, { account, attempt, from, in_session, before: sessions, step, ...unchanged, ...changes })
}

type Sealing = { readonly ring: KeyRing }

/** What a new session changes. It was counted before. */
export async function beginning(
  tx: Transaction,
  { ring }: Sealing,
  row: AuthenticationRow,
  { id: session, secret }: AuthenticationSession,
): Promise<Changes> {
  const sealed_secret = await ring.seal(tx, secret, secretContext(row))
  return { session, sealed_secret }
}

/** The current session. Undefined if there is none any more. */
export async function openSession(db: Queries, { ring }: Sealing, row: AuthenticationRow): Promise<OpenSession | undefined> {
  const { session: id, sealed_secret } = row
  if (id === null || sealed_secret === null) return undefined
  return { id, secret: await ring.open(db, sealed_secret, secretContext(row)) }
}

/** What the result of an authentication changes. Nothing opens its session any more. */
export async function deciding(
  tx: Transaction,
  { ring }: Sealing,
  row: AuthenticationRow,
  result: ThreeDSecure,
  proof: AuthenticationProof | null,
): Promise<Changes> {
  const sealed_proof = proof && (await ring.seal(tx, JSON.stringify(proof), proofContext(row)))
  return { result, sealed_proof, sealed_secret: null, transaction_id: null }
}

/** What a sale brings of its payer. `result`: what the payer has brought back from the issuer's page. */
export type Carried = { proof: AuthenticationProof } | { visit: PayerVisit } | { result: string }

/** What the sale carries. Undefined if there was no authentication that the acquirer could say anything about. */
export async function carriedOf(db: Queries, { ring }: Sealing, row: AuthenticationRow): Promise<Carried | undefined> {
  if (row.sealed_proof === null) return undefined
  const carried = JSON.parse(await ring.open(db, row.sealed_proof, proofContext(row)))
  return "visit" in carried || "result" in carried ? carried : { proof: carried }
}

/** Seals what the next call of a sale carries that authenticates its payer. */
export async function carrying(
  tx: Transaction,
  { ring }: Sealing,
  row: AuthenticationRow,
  carried: { visit: PayerVisit } | { result: string },
): Promise<Changes> {
  return { sealed_proof: await ring.seal(tx, JSON.stringify(carried), proofContext(row)) }
}

/** Whether the sale that authenticates its payer was sent, or is to be sent now. */
export function isInSale({ step, sealed_proof }: AuthenticationRow): boolean {
  return (step === "enrolling" || step === "validating") && sealed_proof !== null
}

/** Keeps where the payer of a sale is asked. The payer's browser has brought what was needed for that. */
export async function keepRedirect(
  tx: Transaction,
  { ring }: Sealing,
  attempt: OfAttempt,
  { method, url, data }: PayerRedirect,
): Promise<void> {
  const row = await holdAuthentication(tx, attempt)
  const sealed_secret = await ring.seal(tx, JSON.stringify({ method, url, data }), secretContext(row))
  await moveAuthentication(tx, row, "challenge", { sealed_secret, sealed_proof: null })
}

/** Where the payer is asked. Undefined if nobody is asked, or no more. */
export async function redirectOf(db: Queries, { ring }: Sealing, row: AuthenticationRow): Promise<PayerRedirect | undefined> {
  if (row.step !== "challenged" || row.sealed_secret === null) return undefined
  return JSON.parse(await ring.open(db, row.sealed_secret, secretContext(row)))
}

/** The call that authenticates a payer in the sale did nothing: the payer is where they were before it. */
export async function stepBack(tx: Transaction, attempt: OfAttempt): Promise<void> {
  const row = await tx.one(holdRow, { account: attempt.account, attempt: attempt.id })
  if (!row || !isInSale(row)) return
  const trigger = row.step === "validating" ? "challenge" : "fail"
  await moveAuthentication(tx, row, trigger, { sealed_proof: null, failures: row.failures + 1 })
}
