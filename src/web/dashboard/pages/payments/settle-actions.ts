import { Refusal } from "../../../../base/errors.ts"
import type { AttemptRow } from "../../../../payments/attempts/table.ts"
import { findSaleOrCapture, settleSaleOrCapture } from "../../../../payments/captures/settle.ts"
import type { ChargeDecision } from "../../../../payments/intents/settle-charge.ts"
import { findReversal, settleByHand, settleReversal } from "../../../../payments/refunds/settle-by-hand.ts"
import { mustFindRefund } from "../../../../payments/refunds/store.ts"
import type { RefundRow } from "../../../../payments/refunds/table.ts"
import type { Change } from "../../forms/change.ts"
import { outcomeField } from "../../forms/platform-money.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { type AttemptTarget, findAttemptTarget } from "./attempt-target.ts"
import { type PaymentTarget, pathOfPayment, paymentTargetOf } from "./payment-target.ts"

type RefundTarget = PaymentTarget & { refund: RefundRow }

/** The decisions and records of a person about money that the acquirer cannot move or does not report. */
export function settleActions(routes: PageRoutes): void {
  routes.change("/payments/refunds/:refund/settle", REFUND)
  routes.change("/payments/reversals/:attempt/settle", REVERSAL)
  routes.change("/payments/charges/:attempt/settle", CHARGE)
}

const REFUND: Change<RefundTarget> = {
  role: "operator",
  proof: "live",
  find: async (request) => {
    const refund = await mustFindRefund(request.mode.database, request, request.pathParameter("refund"))
    return { ...(await paymentTargetOf(request, refund.payment_intent)), refund }
  },
  confirmation: async (request, { intent, payer, refund }) => {
    const words = request.words(ACTION_WORDS)
    return {
      title: words.settleRefundTitle,
      text: words.settleRefundText(request.money(refund.amount, refund.currency), payer),
      fields: await outcomeField(request, refund, {
        name: "outcome",
        label: words.outcome,
        options: [
          { value: "succeeded", label: words.made },
          { value: "failed", label: words.failed },
        ],
        gives: "failed",
      }),
      button: words.settleButton,
      back: pathOfPayment(request, intent.id),
    }
  },
  make: async (request, { intent, refund }) => {
    const words = request.words(ACTION_WORDS)
    const status = readChoice(request, "outcome", ["succeeded", "failed"] as const)
    await request.runAction({ action: "refund.settle", target: refund.id }, (tx, scope) =>
      settleByHand(tx, scope, refund, status),
    )
    return { to: pathOfPayment(request, intent.id), notice: words.refundSettled[status] }
  },
}

const REVERSAL: Change<AttemptTarget> = {
  role: "operator",
  proof: "live",
  find: (request) => findAttemptTarget(request, findReversal),
  confirmation: (request, { intent, attempt }) => {
    const words = request.words(ACTION_WORDS)
    return {
      title: words.reversalTitle,
      text: words.reversalText(sumOf(request, intent, attempt)),
      button: words.reversalButton,
      back: pathOfPayment(request, intent.id),
    }
  },
  make: async (request, { intent, attempt }) => {
    await request.runAction({ action: "reversal.settle", target: attempt.id }, (tx, scope) => settleReversal(tx, scope, attempt))
    return { to: pathOfPayment(request, intent.id), notice: request.words(ACTION_WORDS).reversalSettled }
  },
}

const CHARGE: Change<AttemptTarget> = {
  role: "operator",
  proof: "live",
  find: (request) => findAttemptTarget(request, findSaleOrCapture),
  confirmation: async (request, { intent, sum, attempt }) => {
    const words = request.words(ACTION_WORDS)
    const taken = sumOf(request, intent, attempt)
    const isMismatch = attempt.state === "mismatched"
    const labels = { accept: words.accept(sum), send_back: words.sendBack(taken), not_made: words.notMade }
    return {
      title: isMismatch ? words.chargeTitle : words.unansweredTitle,
      text: isMismatch ? words.chargeText(taken, sum) : words.unansweredText(sum, attempt.reference),
      fields: await outcomeField(request, attempt, {
        name: "decision",
        label: words.decision,
        options: decisionsOn(attempt).map((value) => ({ value, label: labels[value] })),
        gives: "accept",
      }),
      button: words.chargeButton,
      back: pathOfPayment(request, intent.id),
    }
  },
  make: async (request, { intent, attempt }) => {
    const words = request.words(ACTION_WORDS)
    const decision = readChoice(request, "decision", decisionsOn(attempt))
    const audited = { action: "charge.settle", target: attempt.id } as const
    await request.runAction(audited, (tx, scope) => settleSaleOrCapture(tx, scope, attempt, decision))
    const notices = { accept: words.accepted, send_back: words.sentBack, not_made: words.recordedNotMade }
    return { to: pathOfPayment(request, intent.id), notice: notices[decision] }
  },
}

function decisionsOn({ state }: AttemptRow): readonly ChargeDecision[] {
  if (state === "mismatched") return ["accept", "send_back"]
  return state === "given_up" ? ["not_made"] : ["accept", "not_made"]
}

/** Formats the amount of an attempt, which may differ from that of its payment. */
function sumOf(request: DashboardRequest, { amount, currency }: PaymentTarget["intent"], attempt: AttemptRow): string {
  return request.money(attempt.amount ?? amount, attempt.currency ?? currency)
}

/** Returns the chosen value. Throws if none was sent, so a user does not record by accident where money went. */
function readChoice<Value extends string>(request: DashboardRequest, name: string, values: readonly Value[]): Value {
  const value = values.find((each) => each === request.form.get(name))
  if (!value) throw new Refusal("parameter_invalid", request.words(ACTION_WORDS).notOutcome)
  return value
}
