import { mustFindCustomer } from "../../../accounts/customers.ts"
import { type CancelInput, cancelSubscription } from "../../../billing/subscriptions/cancel.ts"
import { mustFindSubscription } from "../../../billing/subscriptions/store.ts"
import { html } from "../../html.ts"
import { apiCall } from "../shell/api-call.ts"
import type { Area } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { bodyOf, namingFields, sentText } from "../shell/body.ts"
import { radioField, textField } from "../shell/form.ts"
import { WORDS } from "./words.ts"

/** Cancels a subscription, at once or at the end of its period. */
export function cancelForm(area: Area): void {
  area.change("/subscriptions/:id/cancel", {
    role: "operator",
    proof: "never",
    find: async (at) => {
      const subscription = await mustFindSubscription(at.mode.database, at, at.param("id"))
      return { subscription, customer: await mustFindCustomer(at.mode.database, at, subscription.customer) }
    },
    ask: (at, { subscription: s, customer }) => {
      const words = at.words(WORDS)
      const every = words.every(s.interval, s.interval_count)
      const body = { cancel_at_period_end: true }
      return {
        title: words.cancelTitle,
        text: words.cancelText(s.plan_name, customer.name ?? customer.email, at.money(s.amount, s.currency), every),
        fields: html`${choice(at, at.when(s.current_period_end))}${textField(at, { name: "reason", label: words.reason, hint: words.reasonHint, maxlength: 255 })}${apiCall(at, { method: "POST", path: `/v1/customer_subscriptions/${s.id}/cancel`, body })}`,
        button: words.cancelButton,
        tone: "danger",
        back: at.path(`/subscriptions/${s.id}`),
        backText: words.keep,
      }
    },
    make: (at, { subscription: { id } }) => namingFields(at, { reason: at.words(WORDS).reason }, () => cancel(at, id)),
  })
}

function choice(at: At, end: ReturnType<typeof html>) {
  const words = at.words(WORDS)
  return radioField(at, {
    name: "when",
    label: words.cancelWhen,
    value: "period_end",
    options: [
      { value: "period_end", label: words.atPeriodEnd, hint: words.atPeriodEndHint(end) },
      { value: "now", label: words.atOnce, hint: words.atOnceHint },
    ],
  })
}

async function cancel(at: At, id: string): Promise<{ to: string; notice: string }> {
  const words = at.words(WORDS)
  const reason = sentText(at, "reason")
  // Only "now" cancels at once. Any other value means the end of the period, which can still be changed.
  const atPeriodEnd = at.form.get("when") !== "now"
  const input = await bodyOf<CancelInput>("cancelCustomerSubscription", {
    ...(atPeriodEnd && { cancel_at_period_end: true }),
    ...(reason && { reason }),
  })
  await at.act({ action: "subscription.cancel", target: id, reason: reason || null }, (tx, scope) =>
    cancelSubscription(tx, scope, id, input),
  )
  return { to: at.path(`/subscriptions/${id}`), notice: atPeriodEnd ? words.willEndNotice : words.canceledNotice }
}
