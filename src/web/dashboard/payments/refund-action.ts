import { Refusal } from "../../../base/errors.ts"
import { numberFormat } from "../../../base/formats.ts"
import { decimalsOf, inUnits } from "../../../payments/currency.ts"
import { readAmount } from "../../../payments/read-amount.ts"
import { beginRefund, type NewRefund, refundableOf } from "../../../payments/refunds/create.ts"
import { finishRefund } from "../../../payments/refunds/run.ts"
import type { RefundRow } from "../../../payments/refunds/store.ts"
import { html } from "../../html.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area, Done, Question } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { namingFields, sentText } from "../shell/body.ts"
import { selectField, textField } from "../shell/form.ts"
import { LOCALES } from "../shell/language.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { findKnown, type Known, pathOfPayment } from "./known.ts"
import { methodOf, methodText } from "./method.ts"
import { WORDS } from "./words.ts"

const REASONS = ["requested_by_customer", "duplicate", "fraudulent"] as const

/** Refunds a payment, in whole or in part. */
export function refundAction(area: Area): void {
  area.change<Known>("/payments/:id/refund", {
    role: "operator",
    proof: "live",
    find: findKnown,
    ask,
    make: (at, known) => namingFields(at, { amount: at.words(ACTION_WORDS).amount }, () => make(at, known)),
  })
}

async function ask(at: At, { intent, payer }: Known): Promise<Question> {
  const whole = await refundableOf(at.mode.database, intent)
  const sum = at.money(whole, intent.currency)
  const words = at.words(ACTION_WORDS)
  const names = at.words(WORDS)
  const method = methodText(at, intent) ?? names.methods.card
  const decimals = { minimumFractionDigits: decimalsOf(intent.currency), useGrouping: false }
  const typed = numberFormat(LOCALES[at.language], decimals).format(inUnits(whole, intent.currency))
  const reasons = [["", words.noReason], ...REASONS.map((name) => [name, names.reasons[name]] as const)] as const
  const body = { payment_intent: intent.id, amount: whole }
  return {
    title: words.refundTitle,
    text: html`${words.refundText(sum, payer, method)}${methodOf(intent)?.type === "boleto" && ` ${words.boleto}`}`,
    fields: html`${textField(at, { name: "amount", label: words.amount, value: typed, hint: words.amountHint(sum), required: true, maxlength: 30 })}
${selectField(at, { name: "reason", label: words.reason, options: reasons })}
${apiCall(at, { method: "POST", path: "/v1/refunds", body })}`,
    button: words.refundButton,
    back: pathOfPayment(at, intent.id),
  }
}

async function make(at: At, { intent }: Known): Promise<Done> {
  const input = { payment_intent: intent.id, ...readForm(at, intent.currency) }
  const attempt = await at.act({ action: "refund.create", target: intent.id }, (tx, scope) => beginRefund(tx, scope, input, null))
  const { status, amount, currency } = await finishRefund(at.mode, attempt)
  const to = pathOfPayment(at, intent.id)
  return { to, notice: at.words(ACTION_WORDS).refunded[status](at.money(amount, currency)) }
}

function readForm(at: At, currency: string): Pick<NewRefund, "amount" | "reason"> & { amount: RefundRow["amount"] } {
  const amount = readAmount(sentText(at, "amount"), currency)
  if (!amount) throw new Refusal("parameter_invalid", at.words(ACTION_WORDS).notAmount)
  return { amount, reason: REASONS.find((name) => name === at.form.get("reason")) ?? null }
}
