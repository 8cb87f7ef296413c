import { msOfMinute } from "../../../../base/day.ts"
import { Refusal } from "../../../../base/errors.ts"
import { type PauseInput, pauseSubscription, resumeSubscription } from "../../../../billing/subscriptions/pause.ts"
import { resumed } from "../../../../billing/subscriptions/pausing.ts"
import { mustFindSubscription } from "../../../../billing/subscriptions/store.ts"
import { html } from "../../../shared/html.ts"
import { apiCall } from "../../components/api-call.ts"
import { textField } from "../../forms/fields.ts"
import { checkedRequestBody, fieldText, withFieldLabels } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import type { PageRoutes } from "../page-routes.ts"
import { WORDS } from "./words.ts"

const find = (request: DashboardRequest) => mustFindSubscription(request.mode.database, request, request.pathParameter("id"))

/** Pauses a subscription, until a time or until somebody resumes it, and resumes it. */
export function pauseForms(routes: PageRoutes): void {
  routes.change("/subscriptions/:id/pause", {
    role: "operator",
    proof: "never",
    find,
    confirmation: (request, { id, plan_name, paused_at }) => {
      const words = request.words(WORDS)
      return {
        title: words.pauseTitle(plan_name),
        text: words.pauseText,
        fields: html`${textField(request, { name: "resumes_at", label: words.resumesAt, type: "datetime-local", hint: words.resumesAtHint })}${apiCall(request, { method: "POST", path: `/v1/customer_subscriptions/${id}/pause`, body: {} })}`,
        button: paused_at === null ? words.pause : words.changePause,
        back: request.pathTo(`/subscriptions/${id}`),
      }
    },
    make: (request, { id }) => withFieldLabels(request, { resumes_at: request.words(WORDS).resumesAt }, () => pause(request, id)),
  })

  routes.change("/subscriptions/:id/resume", {
    role: "operator",
    proof: "never",
    find,
    confirmation: async (request, subscription) => {
      const { id, plan_name, amount, currency, paused_at } = subscription
      const words = request.words(WORDS)
      const { now } = await request.scope()
      const due = paused_at === null ? null : resumed(subscription, now).charge_due_at
      const isChargedAtOnce = due !== null && due <= now
      return {
        title: words.resumeTitle(plan_name),
        text: isChargedAtOnce ? words.resumeAnew(request.money(amount, currency)) : words.resumeText,
        fields: apiCall(request, { method: "POST", path: `/v1/customer_subscriptions/${id}/resume` }),
        button: words.resume,
        back: request.pathTo(`/subscriptions/${id}`),
      }
    },
    make: async (request, { id }) => {
      await request.runAction({ action: "subscription.resume", target: id }, (tx, scope) => resumeSubscription(tx, scope, id))
      return { to: request.pathTo(`/subscriptions/${id}`), notice: request.words(WORDS).resumedNotice }
    },
  })
}

async function pause(request: DashboardRequest, id: string): Promise<{ to: string; notice: string }> {
  const words = request.words(WORDS)
  const text = fieldText(request, "resumes_at")
  const at = text === "" ? null : msOfMinute(text)
  if (at === undefined) throw new Refusal("resumes_at_invalid", words.noTime)
  const input = await checkedRequestBody<PauseInput>("pauseCustomerSubscription", at === null ? {} : { resumes_at: at / 1000 })
  await request.runAction({ action: "subscription.pause", target: id }, (tx, scope) => pauseSubscription(tx, scope, id, input))
  return { to: request.pathTo(`/subscriptions/${id}`), notice: words.pausedNotice }
}
