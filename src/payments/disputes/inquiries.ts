import { type Scope, scopeOf } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/acquirer.ts"
import { must, mustHave } from "../../base/must.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { attemptsOfCharge, type OfCharge } from "../attempts/charges.ts"
import { orderInquiry } from "../attempts/order.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { acquirerFor, callAcquirer } from "../attempts/send.ts"
import { type AttemptTrigger, nextAttemptState } from "../attempts/state.ts"
import { latestAttemptOf, mustFindAttempt, pollNext, transitionAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope, PaymentsMode } from "../intents/mode.ts"
import { holdIntentOf, intentOf } from "../intents/retrieve.ts"
import type { IntentRow } from "../intents/table.ts"
import { hasPendingRefund } from "../refunds/store.ts"
import { bookChargeback } from "./disputes.ts"

/** The acquirer is asked about a charge no more often than this, however many notifications arrive. */
const MIN_GAP_SECONDS = 60
/** How long to ask an acquirer that gives no answer. After 15 minutes the inquiry needs a person. */
const MAX_ASKING_SECONDS = 30 * 24 * 3600

/**
 * The result of an inquiry. `too_early`: the outcome of the sale itself, or of a refund, is still open. `not_kept`: the payment does not
 * have the charge's money, because the payment was canceled or has another charge.
 */
type Finding = "charged_back" | "not_charged_back" | "already_refunded" | "not_kept" | "too_early" | "no_answer"

export function isOpenInquiry({ kind, state }: Pick<OfCharge, "kind" | "state">): boolean {
  return kind === "inquiry" && state !== "done"
}

/** Stores an inquiry because of a notification, unless another one is open. It is stored so that it survives the process. */
export function requestInquiry(
  mode: PaymentsMode,
  { account, id, payment_intent }: OfCharge,
  what: { acquirer: string; charge: string },
): Promise<void> {
  return mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, account)
    // The same notification may arrive at two processes at once.
    const intent = await holdIntentOf(tx, { id, account, payment_intent })
    const earlier = (await tx.all(attemptsOfCharge, what)).filter(({ kind }) => kind === "inquiry")
    if (earlier.some(isOpenInquiry)) return
    const isRefunded = intent.amount_refunded === intent.amount && !(await hasPendingRefund(tx, intent))
    if (isRefunded) {
      mode.log.info({ ...what, payment_intent }, "a chargeback was reported for a payment that was refunded in full")
      return
    }
    const due_at = Math.max(scope.now, ...earlier.map(({ created }) => created + MIN_GAP_SECONDS))
    await orderInquiry(tx, scope, await mustFindAttempt(tx, { account, id }), { ...what, ...intent, charge: what.charge, due_at })
  })
}

/**
 * Asks the acquirer whether the card network has charged a payment back, and books the dispute. The acquirer may be asked any number of
 * times, because asking changes nothing there. See docs/decisions/0013-chargebacks-are-asked-about.md.
 */
export async function runInquiry({ mode }: PaymentScope, inquiry: AttemptRow): Promise<void> {
  const intent = await intentOf(mode.database, inquiry)
  const answer = (await findingIn(mode.database, intent, inquiry)) ?? (await ask(mode, inquiry, intent))
  mode.checkpoint("inquiry: acquirer answered", inquiry)
  await mode.database.transaction((tx) => apply(tx, mode, inquiry, answer))
  mode.checkpoint("inquiry: settled", inquiry)
}

async function ask(mode: PaymentsMode, inquiry: AttemptRow, intent: IntentRow): Promise<Finding> {
  // The charge of an intent is the charge of its latest attempt.
  const { account, reference } = must(await latestAttemptOf(mode.database, intent), `the sale of ${intent.id}`)
  const lookUp = async (signal: AbortSignal) => (await acquirerFor(mode, inquiry)).lookUp(account, reference, signal)
  return findingOf(await callAcquirer(mode, inquiry, lookUp, async () => {}), mustHave(inquiry, "charge").charge)
}

/**
 * If the acquirer has the sale and does not say whether it was charged back, the notification is believed: only the acquirer knows the id
 * of the charge.
 */
function findingOf(answer: SaleOutcome | undefined, charge: string): Finding {
  if (answer?.result !== "approved") return "no_answer"
  const taken = [answer, ...(answer.duplicates ?? [])].find((each) => each.charge === charge)
  if (!taken) return "no_answer"
  return taken.charged_back === false ? "not_charged_back" : "charged_back"
}

async function apply(tx: Transaction, mode: PaymentsMode, { id, account, payment_intent }: AttemptRow, answer: Finding) {
  const scope = await scopeOf(tx, mode, account)
  const intent = await holdIntentOf(tx, { id, account, payment_intent })
  const inquiry = await mustFindAttempt(tx, { account, id })
  if (inquiry.state === "done") return
  const finding = (await findingIn(tx, intent, inquiry)) ?? answer
  const isOver = scope.now - inquiry.created >= MAX_ASKING_SECONDS
  const trigger = triggerOf(finding, isOver)
  if (finding === "charged_back") await bookChargeback(tx, scope, intent)
  await moveOn(tx, scope, inquiry, finding, trigger)
  if (trigger === "settled" || trigger === "close") log(mode, inquiry, finding)
}

/** Returns undefined if the inquiry must wait. */
function triggerOf(finding: Finding, isOver: boolean): AttemptTrigger | undefined {
  switch (finding) {
    case "too_early":
      return undefined
    case "no_answer":
      return isOver ? "close" : "no_answer"
    default:
      return "settled"
  }
}

/** What the payment itself says. Returns undefined if the acquirer must be asked. */
async function findingIn(db: Queries, intent: IntentRow, inquiry: AttemptRow): Promise<Finding | undefined> {
  const { status, charge, amount, amount_refunded } = intent
  if (status === "processing" || status === "requires_action") return "too_early"
  if (status !== "succeeded" || charge !== inquiry.charge) return "not_kept"
  if (await hasPendingRefund(db, intent)) return "too_early"
  return amount_refunded === amount ? "already_refunded" : undefined
}

/** Ends the inquiry, or sets when it is made next. */
async function moveOn(
  tx: Transaction,
  { now }: Scope,
  inquiry: AttemptRow,
  outcome: Finding,
  trigger: AttemptTrigger | undefined,
): Promise<void> {
  const { account, id, state: from } = inquiry
  const state = trigger && nextAttemptState(from, trigger)
  const polling_since = inquiry.polling_since ?? now
  if (state === "done") await tx.one(transitionAttempt, { account, id, from, state, outcome, polling_since, due_at: null })
  else if (state) await tx.one(transitionAttempt, { account, id, from, state, outcome, polling_since, due_at: now + 1 })
  else {
    // An inquiry that waits for the outcome of its sale was never made, so its gaps grow from the time of its creation.
    const polled = from === "new" ? { ...inquiry, polling_since: inquiry.created } : { ...inquiry, missing_since: null }
    const due_at = must(nextPollAt(polled, now), "the time of the next inquiry")
    await tx.run(pollNext, { account, id, from, was_due_at: inquiry.due_at, due_at, missing_since: null })
  }
}

function log({ log }: PaymentsMode, { id, payment_intent, charge }: AttemptRow, finding: Finding): void {
  const about = { attempt: id, payment_intent, charge, finding }
  if (finding === "charged_back") log.warn(about, "the card network took the money of a payment back: a dispute was booked")
  else if (finding === "not_charged_back") log.info(about, "a chargeback was reported, and the acquirer says that there is none")
  else if (finding === "no_answer")
    log.error(about, "a chargeback was reported, and the acquirer never said whether there is one")
  else log.warn(about, "a chargeback was reported, and there is nothing to book")
}
