import { Refusal } from "../../../base/errors.ts"
import type { AttemptRow } from "../../../payments/attempts/store.ts"
import { findCharge, settleMismatch } from "../../../payments/intents/settle-mismatch.ts"
import { findReversal, settleByHand, settleReversal } from "../../../payments/refunds/settle-by-hand.ts"
import { mustFindRefund, type RefundRow } from "../../../payments/refunds/store.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { radioField } from "../shell/form.ts"
import { NoSuchPage } from "../shell/place.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { type Known, knownOf, pathOfPayment } from "./known.ts"

type OfRefund = Known & { refund: RefundRow }
type OfAttempt = Known & { attempt: AttemptRow }

/** The decisions and records of a person about money that the acquirer cannot move or does not report. */
export function settleActions(area: Area): void {
  area.change("/payments/refunds/:refund/settle", REFUND)
  area.change("/payments/reversals/:attempt/settle", REVERSAL)
  area.change("/payments/charges/:attempt/settle", CHARGE)
}

const REFUND: Change<OfRefund> = {
  role: "operator",
  proof: "live",
  find: async (at) => {
    const refund = await mustFindRefund(at.mode.database, at, at.param("refund"))
    return { ...(await knownOf(at, refund.payment_intent)), refund }
  },
  ask: (at, { intent, payer, refund }) => {
    const words = at.words(ACTION_WORDS)
    return {
      title: words.settleRefundTitle,
      text: words.settleRefundText(at.money(refund.amount, refund.currency), payer),
      fields: radioField(at, {
        name: "outcome",
        label: words.outcome,
        options: [
          { value: "succeeded", label: words.made },
          { value: "failed", label: words.failed },
        ],
      }),
      button: words.settleButton,
      back: pathOfPayment(at, intent.id),
    }
  },
  make: async (at, { intent, refund }) => {
    const words = at.words(ACTION_WORDS)
    const status = chosen(at, "outcome", ["succeeded", "failed"] as const)
    await at.act({ action: "refund.settle", target: refund.id }, (tx, scope) => settleByHand(tx, scope, refund, status))
    return { to: pathOfPayment(at, intent.id), notice: words.refundSettled[status] }
  },
}

const REVERSAL: Change<OfAttempt> = {
  role: "operator",
  proof: "live",
  find: (at) => findOwn(at, findReversal),
  ask: (at, { intent, attempt }) => {
    const words = at.words(ACTION_WORDS)
    return {
      title: words.reversalTitle,
      text: words.reversalText(sumOf(at, intent, attempt)),
      button: words.reversalButton,
      back: pathOfPayment(at, intent.id),
    }
  },
  make: async (at, { intent, attempt }) => {
    await at.act({ action: "reversal.settle", target: attempt.id }, (tx, scope) => settleReversal(tx, scope, attempt))
    return { to: pathOfPayment(at, intent.id), notice: at.words(ACTION_WORDS).reversalSettled }
  },
}

const CHARGE: Change<OfAttempt> = {
  role: "operator",
  proof: "live",
  find: (at) => findOwn(at, findCharge),
  ask: (at, { intent, sum, attempt }) => {
    const words = at.words(ACTION_WORDS)
    const taken = sumOf(at, intent, attempt)
    return {
      title: words.chargeTitle,
      text: words.chargeText(taken, sum),
      fields: radioField(at, {
        name: "decision",
        label: words.decision,
        options: [
          { value: "accept", label: words.accept(sum) },
          { value: "send_back", label: words.sendBack(taken) },
        ],
      }),
      button: words.chargeButton,
      back: pathOfPayment(at, intent.id),
    }
  },
  make: async (at, { intent, attempt }) => {
    const words = at.words(ACTION_WORDS)
    const decision = chosen(at, "decision", ["accept", "send_back"] as const)
    const doing = { action: "charge.settle", target: attempt.id } as const
    await at.act(doing, (tx, scope) => settleMismatch(tx, scope, attempt, decision))
    return { to: pathOfPayment(at, intent.id), notice: decision === "accept" ? words.accepted : words.sentBack }
  },
}

/** Finds an attempt of the account with its payment. Throws NoSuchPage, also for an attempt of another account. */
async function findOwn(
  at: At,
  find: (db: At["mode"]["database"], id: string) => Promise<AttemptRow | undefined>,
): Promise<OfAttempt> {
  const attempt = await find(at.mode.database, at.param("attempt"))
  if (attempt?.account !== at.account || attempt.payment_intent === null) throw new NoSuchPage()
  return { ...(await knownOf(at, attempt.payment_intent)), attempt }
}

/** Formats the amount of an attempt, which may differ from that of its payment. */
function sumOf(at: At, { amount, currency }: Known["intent"], attempt: AttemptRow): string {
  return at.money(attempt.amount ?? amount, attempt.currency ?? currency)
}

/** Returns the chosen value. Throws if none was sent, so a user does not record by accident where money went. */
function chosen<Value extends string>(at: At, name: string, values: readonly Value[]): Value {
  const value = values.find((each) => each === at.form.get(name))
  if (!value) throw new Refusal("parameter_invalid", at.words(ACTION_WORDS).notOutcome)
  return value
}
