// Sales of payment intents that have ended: a late payment is sent back, a PIX is taken back so that no payer can pay it, and what is held on a
// card is released.
import { scopeOf } from "../../accounts/scope.ts"
import type { VoidOutcome } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import { attemptsAbout } from "../attempts/charges.ts"
import { closeAttempt, moveAttempt } from "../attempts/move.ts"
import { sendAttempt } from "../attempts/send.ts"
import { insertNextTo, latestAttemptOf, mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { forgetProof } from "../authentication/store.ts"
import { useToken } from "../tokens/tokens.ts"
import { isAtIssuer, isUnsent } from "./authenticate.ts"
import { orderRelease } from "./authorized.ts"
import { beginReturn } from "./begin-return.ts"
import { chargesMandate, isByMandate, mandatesOf } from "./by-mandate.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { runRelease } from "./release.ts"
import type { IntentTrigger } from "./state.ts"
import { holdIntentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** Triggers that end an intent although its sale may still be paid. */
const ENDS: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire", "released"]
/** Triggers with which a test helper has decided the sale at the acquirer. */
const FORCED: IntentTrigger[] = ["helper_succeed", "helper_fail"]

/**
 * How long a void is repeated. The sale itself is watched for longer, and reversed if it is paid. A charge by mandate is ordered days before its day, and
 * is refused once it is too late, so its withdrawal is repeated until then.
 */
const MAX_TRYING_SECONDS = 3600
const MAX_WITHDRAWING_SECONDS = 10 * 86_400
/** The longest gap between two of these calls. */
const WITHDRAWING_GAP_SECONDS = 1800

/**
 * Watches the sale of an intent that no longer waits for it, because a late payment must be reversed. A canceled PIX is also voided at the
 * acquirer, if that supports voids. So is an expired one where the acquirer does not end it by itself. An authorized card is released.
 */
export async function watchEnded(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: IntentTrigger,
): Promise<unknown> {
  if (!ENDS.includes(trigger) && !FORCED.includes(trigger)) return
  const sale = await latestAttemptOf(tx, intent)
  if (FORCED.includes(trigger)) {
    if (sale?.state === "authorized") await moveAttempt(tx, scope, sale, "settled", trigger)
    return
  }
  if (sale && isUnsent(sale, intent)) {
    if (await closeAttempt(tx, sale, trigger)) {
      await useToken(tx, sale)
      await forgetProof(tx, sale)
    }
    return
  }
  // The monitoring window begins now.
  if (!sale || !(await moveAttempt(tx, scope, { ...sale, polling_since: null }, "ended", trigger))) return
  if (sale.state === "waiting" && isAtIssuer(sale)) await forgetProof(tx, sale)
  const { amount, charge } = intent
  if (charge && chargesMandate(sale)) return orderWithdrawal(tx, scope, sale, { charge, amount })
  if (sale.state === "authorized" && charge) await orderRelease(tx, scope, { attempt: sale, intent }, charge)
  if (sale.type !== "pix" || !charge) return
  const acquirer = await scope.mode.acquirerOfAttempt(tx, sale)
  const mayBePaid = trigger === "cancel" || trigger === "withdrawn" || acquirer?.keepsExpiredPix
  if (acquirer?.voidPix && mayBePaid) await insertNextTo(tx, sale, { kind: "void", created: scope.now, charge, amount })
}

function orderWithdrawal(
  tx: Transaction,
  { now: created }: PaymentScope,
  sale: AttemptRow,
  about: { charge: string; amount: number },
) {
  const { payment_method, off_session } = sale
  return insertNextTo(tx, sale, { kind: "void", created, ...about, payment_method, off_session })
}

/**
 * Withdraws a charge by mandate, or a PIX whose code nobody has seen, that its bank shows although nothing here waits for it: it ended, or counted as not
 * made, before anybody knew of it. It is ordered once. A charge that a newer payment tries once more is left alone.
 */
export async function withdrawFound(mode: PaymentsMode, sale: AttemptRow, charge: string): Promise<void> {
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, sale.account)
    const { amount } = await holdIntentOf(tx, sale)
    const { state } = await mustFindAttempt(tx, sale)
    const about = await attemptsAbout(tx, { ...sale, charge })
    const isOther = about.some(({ kind, id }) => kind === "void" || (kind === "charge" && id > sale.id))
    if (state === "given_up" && !isOther) await orderWithdrawal(tx, scope, sale, { charge, amount })
  })
}

/**
 * Voids a canceled PIX at the acquirer, so that no payer can pay it, or releases a card. A void may be repeated, so its outcome needs no
 * look-up.
 */
export async function runVoid(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  const { account, charge, created, type, amount, due_at } = attempt
  // The process of an earlier call has died.
  const resend = () => mode.database.transaction((tx) => moveAttempt(tx, scope, attempt, "not_made", null, { due_at }))
  const again = attempt.state === "new" ? attempt : await resend()
  if (!again) return
  if (type === "card") return runRelease(scope, again)
  const answer = await sendAttempt<VoidOutcome>(mode, again, {
    prepare: async (acquirer) => ({
      call: async (signal) => {
        if (charge === null) return { result: "refused" }
        if (isByMandate(attempt)) return mandatesOf(acquirer).withdraw({ account, charge }, signal)
        return acquirer.voidPix ? acquirer.voidPix({ account, charge }, signal) : { result: "refused" }
      },
      begin: () => beginReturn(scope, again, acquirer, { amount }),
    }),
    late: async () => {},
  })
  if (!answer) return
  const { result } = answer.outcome
  const isWithdrawal = isByMandate(attempt)
  const longest = isWithdrawal ? MAX_WITHDRAWING_SECONDS : MAX_TRYING_SECONDS
  const isDone = result === "voided" || result === "refused" || now - created >= longest
  const gap = Math.min(Math.max(1, Math.floor((now - created) / 2)), WITHDRAWING_GAP_SECONDS)
  const later = isWithdrawal && !isDone ? { due_at: now + gap } : {}
  await mode.database.transaction(async (tx) =>
    moveAttempt(tx, scope, await mustFindAttempt(tx, attempt), isDone ? "settled" : "not_made", result, later),
  )
  mode.checkpoint("void: settled", attempt)
}
