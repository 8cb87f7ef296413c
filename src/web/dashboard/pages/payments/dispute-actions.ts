import { Refusal } from "../../../../base/errors.ts"
import { findInquiry } from "../../../../payments/attempts/charges.ts"
import { openDispute } from "../../../../payments/disputes/disputes.ts"
import { dismissInquiry } from "../../../../payments/inquiries/dismiss.ts"
import { leftToRefund, refundableOf } from "../../../../payments/refunds/left.ts"
import { html } from "../../../shared/html.ts"
import { amountField, readAmountField } from "../../forms/amount-field.ts"
import type { Change } from "../../forms/change.ts"
import { withFieldLabels } from "../../forms/form-values.ts"
import { operatorOnly } from "../../forms/platform-money.ts"
import { dayField, readDayField } from "../disputes/day-field.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { type AttemptTarget, findAttemptTarget } from "./attempt-target.ts"
import { findPaymentTarget, type PaymentTarget, pathOfPayment } from "./payment-target.ts"

/** What a person records about chargebacks of a payment. */
export function disputeActions(routes: PageRoutes): void {
  routes.change("/payments/:id/dispute", DISPUTE)
  routes.change("/payments/inquiries/:attempt/dismiss", DISMISSAL)
}

const DISPUTE: Change<PaymentTarget> = {
  role: "operator",
  proof: "live",
  find: findPaymentTarget,
  confirmation: async (request, { intent, payer }) => {
    const words = request.words(ACTION_WORDS)
    const { database } = request.mode
    const left = await leftToRefund(database, intent)
    const cents = left > 0 ? left : await refundableOf(database, intent)
    const { currency } = intent
    const hint = words.disputeHint(request.money(Math.max(0, left), currency))
    return {
      title: words.disputeTitle,
      text: words.disputeText(payer),
      fields: html`${amountField(request, { label: words.disputeAmount, hint, cents, currency })}${dayField(request, words.disputeDueBy)}`,
      button: words.disputeButton,
      tone: "danger",
      back: pathOfPayment(request, intent.id),
    }
  },
  make: (request, { intent }) => {
    const words = request.words(ACTION_WORDS)
    return withFieldLabels(request, { amount: words.disputeAmount }, async () => {
      const amount = readAmountField(request, intent.currency)
      if (!amount) throw new Refusal("parameter_invalid", words.notAmount)
      const audited = { action: "dispute.open", target: intent.id } as const
      const booked = { reason: "fraudulent", amount, due_by: readDayField(request, words.notDay) }
      const { id } = await request.runAction(audited, (tx, scope) => openDispute(tx, scope, intent.id, booked))
      return { to: request.pathTo(`/disputes/${id}`), notice: words.disputed }
    })
  },
}

const DISMISSAL: Change<AttemptTarget> = {
  role: "operator",
  proof: "live",
  find: (request) => findAttemptTarget(request, findInquiry),
  confirmation: async (request, { intent, attempt, payer, sum }) => {
    const words = request.words(ACTION_WORDS)
    const back = pathOfPayment(request, intent.id)
    const why = await operatorOnly(request, attempt)
    if (why) return { title: words.dismissTitle, text: why, button: null, back }
    return { title: words.dismissTitle, text: words.dismissText(sum, payer), button: words.dismissButton, back }
  },
  make: async (request, { intent, attempt }) => {
    await request.runAction({ action: "dispute.dismiss", target: attempt.id }, (tx, scope) => dismissInquiry(tx, scope, attempt))
    return { to: pathOfPayment(request, intent.id), notice: request.words(ACTION_WORDS).dismissed }
  },
}
