import { Refusal } from "../../../../base/errors.ts"
import type { Transaction } from "../../../../db/database.ts"
import type { PaymentScope } from "../../../../payments/intents/mode.ts"
import { beginRefund, holdPaid, type NewRefund } from "../../../../payments/refunds/create.ts"
import { leftToRefund } from "../../../../payments/refunds/left.ts"
import { finishRefund } from "../../../../payments/refunds/run.ts"
import type { RefundRow } from "../../../../payments/refunds/table.ts"
import { html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { amountField, readAmountField } from "../../forms/amount-field.ts"
import type { ChangeResult, ConfirmationPage } from "../../forms/change.ts"
import { selectField } from "../../forms/fields.ts"
import { withFieldLabels } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { methodOf, methodText } from "./payment-method.ts"
import { findPaymentTarget, type PaymentTarget, pathOfPayment } from "./payment-target.ts"
import { WORDS } from "./words.ts"

const REASONS = ["requested_by_customer", "duplicate", "fraudulent"] as const

/** Refunds a payment, in whole or in part. */
export function refundAction(routes: PageRoutes): void {
  routes.change<PaymentTarget>("/payments/:id/refund", {
    role: "operator",
    proof: "live",
    find: findPaymentTarget,
    confirmation,
    make: (request, target) =>
      withFieldLabels(request, { amount: request.words(ACTION_WORDS).amount }, () => makeRefund(request, target)),
  })
}

async function confirmation(request: DashboardRequest, { intent, payer }: PaymentTarget): Promise<ConfirmationPage> {
  const left = Math.max(0, await leftToRefund(request.mode.database, intent))
  const { currency, amount_refunded } = intent
  const sum = request.money(left, currency)
  const words = request.words(ACTION_WORDS)
  const names = request.words(WORDS)
  const method = methodText(request, intent) ?? names.methods.card
  const hint = amount_refunded > 0 ? words.leftHint(sum, request.money(amount_refunded, currency)) : words.amountHint(sum)
  const reasons = [["", words.noReason], ...REASONS.map((name) => [name, names.reasons[name]] as const)] as const
  const body = { payment_intent: intent.id, amount: left }
  return {
    title: words.refundTitle,
    text: html`${words.refundText(sum, payer, method)}${methodOf(intent)?.type === "boleto" && ` ${words.boleto}`}`,
    fields: html`<input type="hidden" name="left" value="${left}">
${amountField(request, { label: words.amount, hint, cents: left, currency })}
${selectField(request, { name: "reason", label: words.reason, options: reasons })}
${apiCall(request, { method: "POST", path: "/v1/refunds", body })}`,
    button: words.refundButton,
    back: pathOfPayment(request, intent.id),
  }
}

async function makeRefund(request: DashboardRequest, { intent }: PaymentTarget): Promise<ChangeResult> {
  const input = { payment_intent: intent.id, ...readForm(request, intent.currency) }
  const attempt = await request.runAction({ action: "refund.create", target: intent.id }, async (tx, scope) => {
    await checkLeft(request, tx, scope, intent.id)
    return beginRefund(tx, scope, input, null)
  })
  const { status, amount, currency } = await finishRefund(await request.scope(), attempt)
  const to = pathOfPayment(request, intent.id)
  return { to, notice: request.words(ACTION_WORDS).refunded[status](request.money(amount, currency)) }
}

/** Two operators who return the same part at once must not return it twice: the second one sees what is left now. */
async function checkLeft(request: DashboardRequest, tx: Transaction, scope: PaymentScope, id: string): Promise<void> {
  const seen = request.form.get("left")
  const intent = await holdPaid(tx, scope, id)
  const left = await leftToRefund(tx, intent)
  if (seen === null || seen === String(left) || left <= 0) return
  throw new Refusal("refund_outdated", request.words(ACTION_WORDS).leftChanged(request.money(left, intent.currency)))
}

function readForm(
  request: DashboardRequest,
  currency: string,
): Pick<NewRefund, "amount" | "reason"> & { amount: RefundRow["amount"] } {
  const amount = readAmountField(request, currency)
  if (!amount) throw new Refusal("parameter_invalid", request.words(ACTION_WORDS).notAmount)
  return { amount, reason: REASONS.find((name) => name === request.form.get("reason")) ?? null }
}
