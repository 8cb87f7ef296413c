import { createHmac, randomBytes, randomUUID } from "node:crypto"
import type { MpiBrand } from "./brands.ts"
import type { Establishment } from "./rules.ts"
import type { ChallengeEnd, MpiOutcome, Result } from "./types.ts"

/** A call, or an act in the browser, and what came of it. `result` is Status and Reason.Code. */
export type Step = { step: string; at: string; status: number; order?: string; amount?: number; card?: string; result?: string }

/** What was asked of `enroll`. `card` is a digest. */
export type Enrolled = {
  order: string
  amount: number
  card: string
  brand: MpiBrand | null
  method: "credit" | "debit"
  dataOnly: boolean
}

export type Challenge = {
  transactionId: string
  acsTransId: string
  outcome: MpiOutcome
  /** The bank's page takes no answer from then on. */
  expires: number
  end: ChallengeEnd | null
  wrongCodes: number
  isValidated: boolean
}

/** An attempt to authenticate a payer, from its token on. It holds no card number. */
export type Session = {
  token: string
  tokenExpires: number
  clientId: string
  establishment: Establishment
  referenceId: string
  init: { order: string; amount: number; browserToken: string } | null
  /** What the script said: SDB or PRD. */
  environment: string | null
  /** The origin of the page that runs the script. */
  origin: string | null
  /** The digest of the card that the script was given last. */
  profiled: string | null
  enrolled: Enrolled | null
  challenge: Challenge | null
  /** What the MPI has answered last. */
  result: Result | null
  /** The session whose values were answered instead, by a fault. */
  answeredOf: string | null
  /** The PaymentId of the sale that was made with it. */
  sale: string | null
  steps: Step[]
}

/** All sessions, in memory. */
export function createSessions() {
  const sessions: Session[] = []
  // A card's number is one of few: a plain digest of it could be found by trying.
  const key = randomBytes(32)
  const find = (matches: (session: Session) => boolean) => sessions.findLast(matches)
  return {
    sessions,
    digest: (number: string) => createHmac("sha256", key).update(number).digest("hex").slice(0, 32),
    add(session: Session): Session {
      sessions.push(session)
      return session
    },
    byToken: (token: string) => find((session) => session.token === token),
    byReference: (id: string) => find(({ referenceId }) => referenceId.toLowerCase() === id.toLowerCase()),
    byCavv: (cavv: string) => find(({ result }) => result?.authentication?.Cavv === cavv),
    byAcs: (id: string) => find(({ challenge }) => challenge?.acsTransId === id),
    /** The newest session with a challenge that has this TransactionId, or of this order. */
    challenged: ({ transaction, order }: { transaction?: string; order?: string }) =>
      find(
        ({ challenge, enrolled }) =>
          challenge !== null &&
          (transaction === undefined || challenge.transactionId === transaction) &&
          (order === undefined || enrolled?.order === order),
      ),
    clear(): void {
      sessions.length = 0
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>

/** A JSON web token that nobody checks: only the simulator reads it, and it knows it by heart. */
export function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...claims, jti: randomUUID() })}.${randomBytes(32).toString("base64url")}`
}

/** A session as the ledger shows it. It has no token and no Cavv: these are secrets. */
export function sessionEntry(session: Session) {
  const { init, enrolled, challenge, result } = session
  return {
    reference_id: session.referenceId,
    establishment: session.establishment,
    order: enrolled?.order ?? init?.order ?? null,
    amount: enrolled?.amount ?? init?.amount ?? null,
    card: enrolled?.card ?? null,
    brand: enrolled?.brand ?? null,
    method: enrolled?.method ?? null,
    data_only: enrolled?.dataOnly ?? null,
    environment: session.environment,
    origin: session.origin,
    profiled_card: session.profiled,
    transaction_id: challenge?.transactionId ?? null,
    challenge: challenge && (challenge.end ?? "pending"),
    status: result?.status ?? null,
    reason: result?.reason ?? null,
    eci: result?.authentication?.Eci ?? null,
    version: result?.authentication?.Version ?? null,
    has_cavv: Boolean(result?.authentication?.Cavv),
    answered_of: session.answeredOf,
    sale: session.sale,
    steps: session.steps,
  }
}
export type SessionEntry = ReturnType<typeof sessionEntry>
