import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { Holdings } from "../../acquirers/sale.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { ASKED_AFTER_SECONDS, attemptsAbout } from "../attempts/charges.ts"
import type { AttemptScope } from "../attempts/mode.ts"
import { GIVE_UP_AFTER_SECONDS, nextTryAt } from "../attempts/poll-schedule.ts"
import type { AttemptState } from "../attempts/state.ts"
import { LEASE_MS, markReturnSent, pollBy, putOff } from "../attempts/store.ts"
import { type AttemptKind, type AttemptRow, attempts } from "../attempts/table.ts"
import { holdIntentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** How long a refund or a reversal waits for the acquirer to say what it holds of the charge. */
export const MAX_ASKING_SECONDS = GIVE_UP_AFTER_SECONDS

/** The longest time after which a refund that waits looks again whether it may begin. */
const MAX_GAP_SECONDS = 60

const RETURNS: readonly AttemptKind[] = ["refund", "reversal", "void"]
const IS_RETURN = `attempts.kind IN (${RETURNS.map((kind) => `'${kind}'`).join(", ")})`
/** The states in which the acquirer may have made a refund, and may show it at any moment. */
const UNDECIDED: readonly AttemptState[] = ["sent", "unknown", "pending"]

/** Milliseconds since the latest call began that gave money of a charge back. Null if there was no such call. */
const sinceLatest = attempts.find(["account", "acquirer", "charge"], (rows, _, k) =>
  rows.whereRaw(IS_RETURN).select<{ ms: number | null }>(k.raw(`${nowMs(k)} - max(sent_at_ms) AS ms`)),
)

/** What is under way about a charge beside an attempt to give its money back. */
export type UnderWayWith = {
  /** When the latest call began that gave money of the charge back, or 0. */
  latest: number
  /** Whether the outcome of another refund is not known. */
  hasUndecided: boolean
  inquiry: AttemptRow | undefined
}

export async function underWayWith(db: Queries, attempt: AttemptRow): Promise<UnderWayWith> {
  const about = await attemptsAbout(db, attempt)
  const returns = about.filter(({ kind }) => RETURNS.includes(kind))
  return {
    latest: Math.max(0, ...returns.map(({ sent_at_ms }) => sent_at_ms ?? 0)),
    hasUndecided: returns.some(({ id, kind, state }) => kind === "refund" && id !== attempt.id && UNDECIDED.includes(state)),
    inquiry: about.find(({ kind, state }) => kind === "inquiry" && state !== "done"),
  }
}

type Refunding = Pick<Acquirer, "hasRefundReferences" | "refundGapMs" | "refundRule">

/**
 * Whether a refund waits. It waits for the outcome of another one if the acquirer has no references by which to tell them apart. It waits
 * for an inquiry, which may book what the refund would return. Nobody must be able to stop refunds by notifications that never end: after
 * a while the acquirer's own answer (`isKnown`) will do. But a notified chargeback is always waited for, because the payer must not get
 * the money twice.
 */
export function mustWait(
  { kind }: AttemptRow,
  { hasRefundReferences = false }: Refunding,
  { hasUndecided, inquiry }: UnderWayWith,
  { isKnown, now }: { isKnown: boolean; now: number },
): boolean {
  if (kind !== "refund") return false
  if (inquiry && (inquiry.state === "unconfirmed" || !isKnown || isPutOff(inquiry, now))) return true
  return hasUndecided && !hasRefundReferences
}

/** Whether an inquiry waits for something else than the minute after a notification, such as the outcome of an earlier refund. */
function isPutOff({ state, due_at }: AttemptRow, now: number): boolean {
  return state === "new" && due_at !== null && due_at > now + ASKED_AFTER_SECONDS
}

/** What the acquirer holds of the charge, if it was asked and has said so, and when the latest call began before it was asked. */
export type Asked = { amount: number | null; held?: Holdings | undefined; latest?: number }

/**
 * Records that a refund, a reversal or a void begins. Puts the attempt off, and returns no row, if it must wait (`mustWait`), if another
 * one began since the acquirer was asked what it holds, or if the acquirer would refuse it because it follows another one too soon. That
 * gap is measured in the database's time, so it holds across all processes. `asked` is undefined if the acquirer was not asked, because the
 * attempt had to wait.
 */
export function beginReturn(
  { mode, now }: AttemptScope,
  attempt: AttemptRow,
  acquirer: Refunding,
  asked: Asked | undefined,
  onPutOff: (tx: Transaction) => Promise<void> = async () => {},
): Promise<AttemptRow | undefined> {
  const { account, id } = attempt
  return mode.database.transaction(async (tx) => {
    // If two calls begin at once, the lock makes the second one see the first.
    const intent = await holdIntentOf(tx, attempt)
    const due_at = refundableFrom(now, attempt, acquirer, intent) ?? (await laterTime(tx, now, attempt, acquirer, asked))
    if (asked && due_at === undefined) {
      const { amount, held } = asked
      const gone_back_before = held?.gone_back ?? attempt.gone_back_before
      return tx.one(markReturnSent, { account, id, owner: mode.owner, amount, gone_back_before, lease_ms: LEASE_MS })
    }
    await tx.run(putOff, { account, id, due_at: due_at ?? soon(attempt, now) })
    await onPutOff(tx)
    return undefined
  })
}

/** When the acquirer takes a return of the charge, if it does not take one yet. */
function refundableFrom(now: number, attempt: AttemptRow, { refundRule }: Refunding, intent: IntentRow): number | undefined {
  if (!refundRule || !RETURNS.includes(attempt.kind)) return undefined
  const { created } = attempt
  // What was captured for no intent was captured before this attempt was stored.
  const captured_at = intent.status === "succeeded" ? (intent.ended_at ?? created) : created
  const { from } = refundRule({ funding: intent.payment_method_details?.card?.funding ?? null, captured_at })
  return now < from ? from : undefined
}

/** The gaps grow with the time that the attempt waits. */
function soon(attempt: AttemptRow, now: number): number {
  return Math.min(nextTryAt(attempt, now), now + MAX_GAP_SECONDS)
}

/** When an attempt is tried again that must not begin now. Undefined if it may begin. */
async function laterTime(
  tx: Transaction,
  now: number,
  attempt: AttemptRow,
  acquirer: Refunding,
  asked: Asked | undefined,
): Promise<number | undefined> {
  const underWay = await underWayWith(tx, attempt)
  const isKnown = asked?.held !== undefined && now - attempt.created >= MAX_ASKING_SECONDS
  // What had gone back before this refund is no longer known.
  const isOutdated = asked?.held !== undefined && !acquirer.hasRefundReferences && underWay.latest !== asked.latest
  if (isOutdated || mustWait(attempt, acquirer, underWay, { isKnown, now })) {
    const { inquiry } = underWay
    if (inquiry && isPutOff(inquiry, now)) await tx.run(pollBy, { account: inquiry.account, id: inquiry.id, latest: now })
    return soon(attempt, now)
  }
  const early = await secondsTooEarly(tx, attempt, acquirer.refundGapMs ?? 0, now - attempt.created)
  return early > 0 ? now + early : undefined
}

/** `gapMs` is the gap between two calls, and `age` that of the attempt in seconds. */
async function secondsTooEarly(tx: Transaction, attempt: AttemptRow, gapMs: number, age: number): Promise<number> {
  const { account, acquirer, charge } = attempt
  if (gapMs === 0 || charge === null) return 0
  const { ms } = await tx.only(sinceLatest, { account, acquirer, charge })
  if (ms === null) return 0
  // A latest call that began long after now was recorded before the database's clock was set back. It says nothing.
  const since = ms < -gapMs ? age * 1000 : ms
  return Math.ceil(Math.max(0, gapMs - since) / 1000)
}
