import type { Acquirer } from "../../acquirers/acquirer.ts"
import { usual } from "../../acquirers/choose.ts"
import type { PaymentType } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import type { AttemptScope, AttemptsMode } from "./mode.ts"
import { findAttempt, LEASE_MS, markSent } from "./store.ts"
import type { AttemptRow } from "./table.ts"

/** A call to an acquirer that is ready to be made. */
export type Call<Outcome> = (signal: AbortSignal) => Promise<Outcome>

/** A call that is ready, and what records that it begins. By default, the attempt is marked as sent at once. */
export type Prepared<Outcome> = {
  call: Call<Outcome>
  /** Returns no attempt if the call must not begin now: another process has moved the attempt, or the attempt was put off. */
  begin?: () => Promise<AttemptRow | undefined>
}

type Sending<Outcome> = {
  /** Reads what the call needs. If it throws, nothing was sent. */
  prepare: (acquirer: Acquirer) => Promise<Prepared<Outcome>>
  /** Applies an answer that comes after the deadline. */
  late: (answer: Answer<Outcome>) => Promise<unknown>
}

/** `unavailable`: nothing was sent, because of an error on our side. `unknown`: the operation may have been done. */
export type Failure = { result: "unavailable" } | { result: "unknown" }

/** The outcome of a call, and the attempt as it was when the call began. `unavailable` is true of that call alone. */
export type Answer<Outcome> = { attempt: AttemptRow; outcome: Outcome }

/**
 * Sends a new attempt to its acquirer, outside of any transaction. The start of the call is stored before the call, so a process that dies
 * earlier has certainly sent nothing. The caller holds the attempt (`underWay`). Returns undefined if another process sends or has closed
 * the attempt, or if it was put off. See docs/engine.md.
 */
export async function sendAttempt<Outcome>(
  mode: AttemptsMode,
  attempt: AttemptRow,
  sending: Sending<Outcome>,
): Promise<Answer<Outcome | Failure> | undefined> {
  const { account, id } = attempt
  let prepared: Prepared<Outcome>
  try {
    prepared = await sending.prepare(await acquirerFor(mode, attempt))
  } catch (error) {
    if (await isOvertaken(mode, attempt)) return undefined
    mode.log.error({ err: error, attempt: id }, "could not prepare a call to the acquirer; nothing was sent")
    return { attempt, outcome: { result: "unavailable" } }
  }
  mode.checkpoint(`${attempt.kind}: stored`, attempt)
  const mark = (tx: Transaction) => markAsSent(tx, mode, attempt)
  const { call, begin = () => mode.database.sharedTransaction({ owner: account, about: [id] }, mark) } = prepared
  const sent = await begin()
  if (!sent) return undefined
  mode.checkpoint(`${attempt.kind}: sent`, attempt)
  return { attempt: sent, outcome: await callAcquirer(mode, sent, call, sending.late) }
}

/** Stores that a call begins. Returns undefined if another process has sent or closed the attempt. */
export function markAsSent(
  tx: Transaction,
  { owner }: Pick<AttemptsMode, "owner">,
  { account, id }: AttemptRow,
): Promise<AttemptRow | undefined> {
  return tx.one(markSent, { account, id, owner, lease_ms: LEASE_MS })
}

/** Makes a call within the deadline. If it throws or does not return, the operation may have been done: the outcome is `unknown`. */
export async function callAcquirer<Outcome>(
  mode: AttemptsMode,
  attempt: AttemptRow,
  call: Call<Outcome>,
  late: (answer: Answer<Outcome>) => Promise<unknown>,
): Promise<Outcome | { result: "unknown" }> {
  const applyLate = (outcome: Outcome) =>
    void late({ attempt, outcome }).catch((error) =>
      mode.log.error({ err: error, attempt: attempt.id }, "could not apply a late answer"),
    )
  try {
    return await withDeadline(mode.callDeadlineMs, call, applyLate)
  } catch (error) {
    mode.log.error({ err: error, attempt: attempt.id }, "the outcome of a call to the acquirer is unknown")
    return { result: "unknown" }
  }
}

/** The acquirer for a new attempt with a payment method. Throws not_ready if the account has none. */
export async function mustFindAcquirer(tx: Transaction, { mode, account }: AttemptScope, method: PaymentType): Promise<Acquirer> {
  return usual(await mode.routingOf(tx, account, method)) ?? refuseWithout(method)
}

/** Throws not_ready: no acquirer gets the sales of a payment method. */
export function refuseWithout(method: PaymentType): never {
  throw new ApiError(
    "not_ready",
    `This account has no acquirer that takes a live ${method} now. The operator of this service can set one with 'vintem acquirer set'.`,
  )
}

/** The acquirer that an attempt belongs to. Throws if this release does not know it. */
export async function acquirerFor(
  mode: AttemptsMode,
  attempt: Pick<AttemptRow, "account" | "acquirer" | "credentials">,
): Promise<Acquirer> {
  const acquirer = await mode.acquirerOfAttempt(mode.database, attempt)
  if (!acquirer) throw new Error(`the acquirer ${attempt.acquirer} of the account ${attempt.account} is not known`)
  return acquirer
}

/**
 * Another process has sent, looked up or finished the attempt, and its card may be erased. An attempt that cannot be read counts as not
 * overtaken.
 */
async function isOvertaken({ database }: AttemptsMode, { account, id, state }: AttemptRow): Promise<boolean> {
  const now = await findAttempt(database, { account, id }).catch(() => undefined)
  return now !== undefined && now.state !== state
}
