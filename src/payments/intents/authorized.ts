// Sales that are authorized first, and captured later or not at all.
import type { SaleOutcome, Taken } from "../../acquirers/sale.ts"
import { must } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import { closeAttempt } from "../attempts/move.ts"
import { insertNextTo, mustFindAttempt, newestAttemptsOf, pollBy } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import { saveIntentResponse } from "./save-response.ts"
import { orderReversal, type Sold } from "./send-back.ts"
import type { IntentRow } from "./table.ts"

const DAY = 24 * 3600
/** While a capture is open, little else can begin. */
const NEWEST = 20

const OTHER_AMOUNT = "The card was authorized for another amount. It is released."

/**
 * What an outcome means for its intent. An amount that is only authorized decides nothing if it was to be captured at once: nothing was
 * taken, and the acquirer may still capture it, so a person decides (docs/acquirers.md). An authorization of another amount or currency than
 * the intent's counts as refused, because no money has moved.
 */
export function asMeant({ attempt, intent }: Sold, outcome: SaleOutcome): SaleOutcome {
  const isHeld = outcome.result === "authorized" || (outcome.result === "approved" && outcome.also_held !== undefined)
  if (!isHeld) return outcome
  const { charge } = outcome
  if (intent.capture_method === "automatic") return { result: "pending", charge }
  if (outcome.result === "approved" || attempt.state === "authorized") return outcome
  if (outcome.amount !== intent.amount || outcome.currency !== intent.currency)
    return { result: "refused", charge, code: "processing_error", message: OTHER_AMOUNT }
  return { ...outcome, charge: keptOf({ attempt, intent }, outcome) ?? charge }
}

/** Orders the release of everything that an acquirer holds on a card and that the intent does not keep. The caller holds the intent. */
export async function releaseUnkept(tx: Transaction, scope: PaymentScope, sold: Sold, answer: SaleOutcome): Promise<void> {
  if (sold.intent.capture_method === "automatic" || (answer.result !== "authorized" && answer.result !== "approved")) return
  const isMeant = asMeant(sold, answer).result === answer.result
  const kept = isMeant ? keptOf(sold, answer) : undefined
  for (const charge of heldBy(answer)) if (charge !== kept) await orderRelease(tx, scope, sold, charge)
}

type Held = Extract<SaleOutcome, { result: "approved" | "authorized" }>

function heldBy({ result, charge, also_held = [] }: Held): string[] {
  return result === "authorized" ? [charge, ...also_held] : also_held
}

/** The charge that the intent keeps, or waits to capture. */
function keptOf({ attempt, intent }: Sold, answer: Held): string | undefined {
  if (answer.result === "approved") return answer.charge
  if (intent.status === "succeeded") return intent.charge ?? undefined
  const isOver = intent.status === "canceled" || attempt.state === "given_up" || intent.latest_attempt !== attempt.id
  if (isOver) return undefined
  return heldBy(answer).find((charge) => charge === intent.charge) ?? answer.charge
}

/** Orders the release of a charge. It is repeated until a look-up shows that nothing is held. A charge has one open order. */
export async function orderRelease(
  tx: Transaction,
  { now: created }: Pick<PaymentScope, "now">,
  { attempt, intent }: Sold,
  charge: string,
): Promise<void> {
  const about = await attemptsAbout(tx, { ...attempt, charge })
  if (about.some(({ kind, state }) => kind === "void" && state !== "done")) return
  const amount = intent.authorized_amount ?? intent.amount
  await insertNextTo(tx, attempt, { kind: "void", created, charge, amount })
}

/** Returns what was taken or is held although it was refused here: its payer had to be authenticated in the sale, and was not. */
export async function sendUnwantedBack(
  tx: Transaction,
  scope: PaymentScope,
  sold: Sold,
  { unwanted, unwanted_hold }: Extract<SaleOutcome, { result: "refused" }>,
): Promise<void> {
  if (unwanted) await orderReversal(tx, scope, sold, unwanted)
  if (unwanted_hold) await orderRelease(tx, scope, sold, unwanted_hold)
}

/** What an authorization changes in its intent. A day before the acquirer's own limit, the time to capture is over. */
export async function authorizedBy(tx: Transaction, { mode }: PaymentScope, attempt: AttemptRow, { amount }: IntentRow) {
  const { captureDays } = must(await mode.acquirerOfAttempt(tx, attempt), `the acquirer of ${attempt.id}`)
  const due_at = attempt.created + (must(captureDays, "captureDays") - 1) * DAY
  return { authorized_amount: amount, due_at }
}

/** What an approval changes in the amount of its intent: what is captured later is all that counts. */
export function capturedBy({ capture_method }: IntentRow, { captured: amount }: Pick<Taken, "captured">): { amount?: number } {
  return capture_method === "manual" ? { amount } : {}
}

/** Has the open captures of an intent looked up now. */
export async function askCaptures(tx: Transaction, intent: IntentRow, now: number): Promise<void> {
  const newest = await newestAttemptsOf(tx, intent, NEWEST)
  for (const { account, id, kind, state } of newest)
    if (kind === "capture" && (state === "pending" || state === "unknown")) await tx.run(pollBy, { account, id, latest: now })
}

/** Ends the captures of an intent, because its sale is decided. A request that still waits gets the intent as it is now. */
export async function endCaptures(tx: Transaction, scope: PaymentScope, after: IntentRow): Promise<void> {
  if (after.authorized_amount === null) return
  const newest = await newestAttemptsOf(tx, after, NEWEST)
  for (const capture of newest.filter(({ kind, state }) => kind === "capture" && state !== "done")) {
    // Its call may have begun since it was read: that is stored without the lock of the intent. Nothing else is.
    if (!(await closeAttempt(tx, capture, after.status))) await closeAttempt(tx, await mustFindAttempt(tx, capture), after.status)
    if (capture.state === "new" || capture.state === "sent") saveIntentResponse(tx, scope, capture, after)
  }
}
