import { type CancelInput, cancelSubscription } from "../../../../billing/subscriptions/cancel.ts"
import { mustFindSubscription } from "../../../../billing/subscriptions/store.ts"
import { mustFindCustomer } from "../../../../customers/customers.ts"
import { html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { radioField, textField } from "../../forms/fields.ts"
import { checkedRequestBody, fieldText, withFieldLabels } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

/** Cancels a subscription, at once or at the end of its period. */
export function cancelForm(routes: PageRoutes): void {
  routes.change("/subscriptions/:id/cancel", {
    role: "operator",
    proof: "never",
    find: async (request) => {
      const subscription = await mustFindSubscription(request.mode.database, request, request.pathParameter("id"))
      return { subscription, customer: await mustFindCustomer(request.mode.database, request, subscription.customer) }
    },
    confirmation: (request, { subscription, customer }) => {
      const words = request.words(WORDS)
      const every = words.every(subscription.interval, subscription.interval_count)
      const body = { cancel_at_period_end: true }
      return {
        title: words.cancelTitle,
        text: words.cancelText(
          subscription.plan_name,
          customer.name ?? customer.email,
          request.money(subscription.amount, subscription.currency),
          every,
        ),
        fields: html`${whenField(request, request.dateTime(subscription.current_period_end))}${textField(request, { name: "reason", label: words.reason, hint: words.reasonHint, maxlength: 255 })}${apiCall(request, { method: "POST", path: `/v1/customer_subscriptions/${subscription.id}/cancel`, body })}`,
        button: words.cancelButton,
        tone: "danger",
        back: request.pathTo(`/subscriptions/${subscription.id}`),
        backText: words.keep,
      }
    },
    make: (request, { subscription: { id } }) =>
      withFieldLabels(request, { reason: request.words(WORDS).reason }, () => cancel(request, id)),
  })
}

function whenField(request: DashboardRequest, end: ReturnType<typeof html>) {
  const words = request.words(WORDS)
  return radioField(request, {
    name: "when",
    label: words.cancelWhen,
    value: "period_end",
    options: [
      { value: "period_end", label: words.atPeriodEnd, hint: words.atPeriodEndHint(end) },
      { value: "now", label: words.atOnce, hint: words.atOnceHint },
    ],
  })
}

async function cancel(request: DashboardRequest, id: string): Promise<{ to: string; notice: string }> {
  const words = request.words(WORDS)
  const reason = fieldText(request, "reason")
  // Only "now" cancels at once. Any other value means the end of the period, which can still be changed.
  const atPeriodEnd = request.form.get("when") !== "now"
  const input = await checkedRequestBody<CancelInput>("cancelCustomerSubscription", {
    ...(atPeriodEnd && { cancel_at_period_end: true }),
    ...(reason && { reason }),
  })
  await request.runAction({ action: "subscription.cancel", target: id, reason: reason || null }, (tx, scope) =>
    cancelSubscription(tx, scope, id, input),
  )
  return { to: request.pathTo(`/subscriptions/${id}`), notice: atPeriodEnd ? words.willEndNotice : words.canceledNotice }
}
