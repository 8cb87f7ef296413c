import { scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { TriedLater } from "../../jobs/work.ts"
import { AFTER_WATCH_SECONDS, GIVE_UP_AFTER_SECONDS, nextPollAt, UNANSWERED_SECONDS } from "../attempts/poll-schedule.ts"
import { acquirerFor } from "../attempts/send.ts"
import type { AttemptState } from "../attempts/state.ts"
import { pollNext } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { applySaleOutcome, giveUpSale } from "./apply-outcome.ts"
import { isUnsent } from "./authenticate.ts"
import { asMeant } from "./authorized.ts"
import { chargesMandate, endUnseenOf, foundsMandate, isByMandate } from "./by-mandate.ts"
import { expireIntent } from "./cancel.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { lookUpOf } from "./sale.ts"
import { holdIntentOf, intentOf } from "./store.ts"
import { unlessLocked } from "./transition.ts"
import { withdrawFound } from "./void.ts"

/** The result of a look-up: undefined if the acquirer has no such sale, and an error if the acquirer gives no answer. */
export type Found = SaleOutcome | undefined | Error

/**
 * Polls the acquirer about a sale that is not final, and applies what has changed. A sale that waits for its payer is polled once more
 * when the payer's time has run out, and then expires. Throws if the acquirer gives no answer about a sale that is not yet on the attention
 * list, because failing work is listed. See docs/engine.md.
 */
export async function pollSale(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  const { account, id, state } = attempt
  const isSent = state !== "waiting" || !isUnsent(attempt, await intentOf(mode.database, attempt))
  const found = isSent ? await lookUp(mode, attempt) : undefined
  const missing_since = found === undefined || isIdle(found) ? (attempt.missing_since ?? now) : null
  const isOver = missing_since !== null && now - missing_since >= GIVE_UP_AFTER_SECONDS
  const endsAt = await endOfWait(mode, attempt)
  const isLate = endsAt !== null && endsAt <= now
  if (isLate && isEnded(attempt, found)) await expire(mode, attempt)
  else if (isNews(state, found, isLate)) await applySaleOutcome(mode, attempt, found)
  else if (isOver && isUnseen(attempt, endsAt, found)) await giveUpSale(mode, attempt)
  else if (isLate && (state === "pending" ? isOver : !isUndecided(found, now - endsAt))) await expire(mode, attempt)
  else if (state === "given_up" && !(found instanceof Error)) await endGivenUp(mode, attempt, found)
  // If the attempt was moved meanwhile, this changes nothing.
  const next =
    endsAt === null || state === "pending" ? nextPollAt({ ...attempt, missing_since }, now) : nextBefore(endsAt, attempt, now)
  const trouble = troubleOf(attempt, found, next)
  const due_at = trouble ? Math.min(next ?? Number.POSITIVE_INFINITY, now + UNANSWERED_SECONDS) : (next ?? afterWatch(found, now))
  await mode.database.transaction((tx) =>
    tx.run(pollNext, { account, id, from: state, was_due_at: attempt.due_at, due_at, missing_since }),
  )
  if (trouble) mode.log.warn({ err: trouble, attempt: id }, "could not look up a sale at the acquirer")
  // Otherwise no person would notice these. Attempts that are unknown, pending or mismatched are on the attention list anyway.
  if (trouble && (state === "waiting" || state === "given_up"))
    throw new TriedLater(`the acquirer ${attempt.acquirer} has not said whether a payment was made: ${trouble.message}`)
}

/** What was made for a sale that nothing waits for, and can still be ended. */
async function endGivenUp(mode: PaymentsMode, attempt: AttemptRow, found: SaleOutcome | undefined): Promise<void> {
  if (await isUnseenPix(mode, attempt)) return endUnseenPix(mode, attempt, found)
  if (foundsMandate(attempt)) await endUnseenOf(mode, attempt, found)
  if (chargesMandate(attempt) && found?.result === "pending") await withdrawFound(mode, attempt, found.charge)
}

/** Whether a PIX counted as not made before the acquirer had told its id, at an acquirer that never ends one by itself. */
async function isUnseenPix(mode: PaymentsMode, attempt: AttemptRow): Promise<boolean> {
  if (attempt.type !== "pix" || attempt.charge !== null || isByMandate(attempt)) return false
  return (await mode.acquirerOfAttempt(mode.database, attempt))?.keepsExpiredPix ?? false
}

async function endUnseenPix(mode: PaymentsMode, attempt: AttemptRow, found: SaleOutcome | undefined): Promise<void> {
  if (found?.result === "action_required" && found.charge !== null) await withdrawFound(mode, attempt, found.charge)
}

/**
 * The error of a look-up from which nothing was learned. An acquirer that gave the sale an id and then does not find the sale is not
 * believed while the sale is watched: the look-up may go to a wrong address.
 */
function troubleOf({ reference, charge }: AttemptRow, found: Found, next: number | undefined): Error | undefined {
  if (found instanceof Error) return found
  if (found === undefined && charge !== null && next !== undefined)
    return new Error(`it has no sale '${reference}', although it gave that sale the id '${charge}'`)
}

/** When the payer's time for a sale ends. Null if the sale waits for no payer. The acquirer may still decide a sale after that time. */
async function endOfWait({ database }: PaymentsMode, attempt: AttemptRow): Promise<number | null> {
  if (attempt.state !== "waiting" && attempt.state !== "pending") return null
  return (await intentOf(database, attempt)).due_at
}

/** The next poll of a sale that waits for its payer: at the end of the payer's time at the latest, and each minute after that. */
function nextBefore(endsAt: number, attempt: AttemptRow, now: number): number {
  return endsAt > now ? Math.min(nextPollAt({ ...attempt, state: "waiting" }, now), endsAt) : now + 60
}

/** Whether the payer may have paid although the payer's time has run out, because the acquirer has not answered. */
function isUndecided(found: Found, secondsLate: number): boolean {
  return found instanceof Error && secondsLate < GIVE_UP_AFTER_SECONDS
}

/** When to poll a sale whose watch is over. Null unless the acquirer has not decided, so the sale can still be paid. */
function afterWatch(found: Found, now: number): number | null {
  return resultOf(found) === "pending" ? now + AFTER_WATCH_SECONDS : null
}

/** Whether the acquirer has ended a PIX or a boleto that its payer has not paid. */
function isEnded({ state, type }: AttemptRow, found: Found): boolean {
  return state === "waiting" && type !== "card" && resultOf(found) === "refused"
}

/**
 * Whether a sale can be given up: its response was lost, or it is a PIX or a boleto that its payer never saw, because the acquirer's first
 * response was that it was not ready.
 */
function isUnseen({ state, type }: AttemptRow, endsAt: number | null, found: Found): boolean {
  return state === "unknown" || (state === "pending" && type !== "card" && endsAt === null && isIdle(found))
}

/** Whether a sale was not processed, or waits for a payer who never saw what to do because the outcome was lost. */
function isIdle(found: Found): boolean {
  return resultOf(found) === "action_required" || resultOf(found) === "unavailable"
}

function resultOf(found: Found): SaleOutcome["result"] | undefined {
  return found instanceof Error ? undefined : found?.result
}

/**
 * Nothing has changed if the sale is not found or still waits, or if the acquirer cannot say. Money that is on its way is news once the
 * payer's time is over: from then on the sale waits for the acquirer.
 */
function isNews(state: AttemptState, found: Found, isLate: boolean): found is SaleOutcome {
  const result = resultOf(found)
  // The payer has not been led to the issuer's page yet.
  if (result === "action_required" && state === "unknown" && isRedirect(found)) return true
  if (result === "pending") return state === "unknown" || (state === "waiting" && isLate)
  return result === "approved" || result === "verified" || result === "authorized" || result === "refused"
}

function isRedirect(found: Found): boolean {
  return found !== undefined && "action" in found && found.action.type === "redirect"
}

/** A look-up that fails says nothing about the sale. Neither does an acquirer that does not know the outcome. */
export async function lookUp(mode: PaymentsMode, attempt: AttemptRow): Promise<Found> {
  try {
    const acquirer = await acquirerFor(mode, attempt)
    const found = await withDeadline(mode.callDeadlineMs, await lookUpOf(mode, acquirer, attempt))
    if (found?.result === "unknown") throw new Error("it does not know the outcome")
    return found && asMeant({ attempt, intent: await intentOf(mode.database, attempt) }, found)
  } catch (error) {
    return error as Error
  }
}

async function expire(mode: PaymentsMode, { id, account, payment_intent }: AttemptRow): Promise<void> {
  const expiring = mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, account)
    const intent = await holdIntentOf(tx, { id, account, payment_intent })
    // The payer, the merchant or a test helper was faster.
    if (intent.status !== "requires_action" || intent.latest_attempt !== id || intent.running_attempt) return
    await expireIntent(tx, scope, intent, "expired")
  })
  await expiring.catch(unlessLocked)
}
