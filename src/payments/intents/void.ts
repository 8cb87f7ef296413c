// Sales of payment intents that have ended: a late payment is sent back, a PIX is taken back so that no payer can pay it, and what is held on a
// card is released.
import type { VoidOutcome } from "../../acquirers/sale.ts"
import type { Transaction } from "../../db/database.ts"
import { closeAttempt, moveAttempt } from "../attempts/move.ts"
import { sendAttempt } from "../attempts/send.ts"
import { insertNextTo, latestAttemptOf, mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { forgetProof } from "../authentication/store.ts"
import { useToken } from "../tokens/tokens.ts"
import { isUnsent } from "./authenticate.ts"
import { orderRelease } from "./authorized.ts"
import { beginReturn } from "./begin-return.ts"
import { endFounded, isByMandate, mandatesOf } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import { runRelease } from "./release.ts"
import type { IntentTrigger } from "./state.ts"
import type { IntentRow } from "./table.ts"

/** Triggers that end an intent although its sale may still be paid. */
const ENDS: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire", "released"]
/** Triggers with which a test helper has decided the sale at the acquirer. */
const FORCED: IntentTrigger[] = ["helper_succeed", "helper_fail"]

/** How long a void is repeated. The sale itself is watched for longer, and reversed if it is paid. */
const MAX_TRYING_SECONDS = 3600

/**
 * Watches the sale of an intent that no longer waits for it, because a late payment must be reversed. A canceled PIX is also voided at the
 * acquirer, if that supports voids. So is an expired one where the acquirer does not end it by itself. An authorized card is released.
 */
export async function watchEnded(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void> {
  if (!ENDS.includes(trigger) && !FORCED.includes(trigger)) return
  const sale = await latestAttemptOf(tx, intent)
  if (intent.status === "canceled") await endFounded(tx, scope, sale)
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
  const { amount, charge } = intent
  if (sale.state === "authorized" && charge) await orderRelease(tx, scope, { attempt: sale, intent }, charge)
  if (sale.type !== "pix" || !charge) return
  const acquirer = await scope.mode.acquirerOfAttempt(tx, sale)
  const mayBePaid = trigger === "cancel" || trigger === "withdrawn" || acquirer?.keepsExpiredPix
  const order = { kind: "void", created: scope.now, charge, amount } as const
  const { payment_method, off_session } = sale
  if (isByMandate(sale) && off_session) await insertNextTo(tx, sale, { ...order, payment_method, off_session })
  else if (acquirer?.voidPix && mayBePaid) await insertNextTo(tx, sale, order)
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
  const isDone = result === "voided" || result === "refused" || now - created >= MAX_TRYING_SECONDS
  await mode.database.transaction(async (tx) =>
    moveAttempt(tx, scope, await mustFindAttempt(tx, attempt), isDone ? "settled" : "not_made", result),
  )
  mode.checkpoint("void: settled", attempt)
}
