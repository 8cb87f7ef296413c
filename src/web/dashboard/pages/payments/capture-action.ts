import { Refusal } from "../../../../base/errors.ts"
import { savedError } from "../../../../http/idempotency.ts"
import { beginCapture } from "../../../../payments/captures/begin.ts"
import { finishCapture } from "../../../../payments/captures/run.ts"
import { html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { amountField, readAmountField } from "../../forms/amount-field.ts"
import type { ChangeResult, ConfirmationPage } from "../../forms/change.ts"
import { withFieldLabels } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { findPaymentTarget, type PaymentTarget, pathOfPayment } from "./payment-target.ts"

/** Captures an authorized payment, in whole or in part. */
export function captureAction(routes: PageRoutes): void {
  routes.change<PaymentTarget>("/payments/:id/capture", {
    role: "operator",
    proof: "never",
    find: findPaymentTarget,
    confirmation,
    make: (request, target) =>
      withFieldLabels(request, { amount_to_capture: request.words(ACTION_WORDS).amount }, () => makeCapture(request, target)),
  })
}

function confirmation(request: DashboardRequest, { intent, sum, payer }: PaymentTarget): ConfirmationPage {
  const words = request.words(ACTION_WORDS)
  const { amount: cents, currency } = intent
  const path = `/v1/payment_intents/${intent.id}/capture`
  return {
    title: words.captureTitle,
    text: words.captureText(sum, payer),
    fields: html`${amountField(request, { label: words.amount, hint: words.amountHint(sum), cents, currency })}
${apiCall(request, { method: "POST", path, body: { amount_to_capture: cents } })}`,
    button: words.captureButton,
    back: pathOfPayment(request, intent.id),
  }
}

async function makeCapture(request: DashboardRequest, { intent: { id, currency } }: PaymentTarget): Promise<ChangeResult> {
  const words = request.words(ACTION_WORDS)
  const amount = readAmountField(request, currency)
  if (!amount) throw new Refusal("parameter_invalid", words.notAmount)
  const attempt = await request.runAction({ action: "payment.capture", target: id }, (tx, scope) =>
    beginCapture(tx, scope, id, amount, null),
  )
  const after = await finishCapture(request.mode, attempt, savedError)
  const to = pathOfPayment(request, id)
  return { to, notice: after.status === "succeeded" ? words.captured(request.money(after.amount, currency)) : words.capturing }
}
