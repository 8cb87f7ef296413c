import type { ActionName } from "../../../../audit/actions.ts"
import { ApiError, refuseCardNumber } from "../../../../base/errors.ts"
import { cancelIntent } from "../../../../payments/intents/cancel.ts"
import { type ForcedCode, forceExpiry, forceFailure, forceSuccess } from "../../../../payments/intents/force.ts"
import type { Html } from "../../../shared/html.ts"
import type { Change } from "../../forms/change.ts"
import { selectField, textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { PageNotFound } from "../../request/errors.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { findPaymentTarget, type PaymentTarget } from "./payment-target.ts"

const MAX_REASON = 255

/** Returns the path of the page that shows a changed payment: its own page, or the console. */
type PathOf = (request: DashboardRequest, payment: string) => string

/** Cancels an open payment. */
export function cancelChange(pathOf: PathOf): Change<PaymentTarget> {
  return {
    role: "operator",
    proof: "never",
    find: findPaymentTarget,
    confirmation: (request, { intent, sum, payer }) => {
      const words = request.words(ACTION_WORDS)
      return {
        title: words.cancelTitle,
        text: words.cancelText(sum, payer),
        fields: textField(request, { name: "reason", label: words.cancelReason, hint: words.cancelHint, maxlength: MAX_REASON }),
        button: words.cancelButton,
        tone: "danger",
        back: pathOf(request, intent.id),
      }
    },
    make: async (request, { intent: { id } }) => {
      const reason = fieldText(request, "reason").slice(0, MAX_REASON) || null
      refuseCardNumber(reason, "reason", "refused_if_grouped")
      await request.runAction({ action: "payment.cancel", target: id, reason }, (tx, scope) =>
        cancelIntent(tx, scope, id, reason),
      )
      return { to: pathOf(request, id), notice: request.words(ACTION_WORDS).canceled }
    },
  }
}

type TestAction = {
  action: ActionName
  fields?: (request: DashboardRequest) => Html
  force: (request: DashboardRequest, ...args: Parameters<typeof forceSuccess>) => Promise<object>
}

const TEST_ACTIONS = {
  pay: { action: "test_payment.succeed", force: (_, ...args) => forceSuccess(...args) },
  fail: {
    action: "test_payment.fail",
    fields: (request) => {
      const { code, codes } = request.words(ACTION_WORDS)
      return selectField(request, { name: "code", label: code, options: Object.entries(codes) })
    },
    force: (request, ...args) => forceFailure(...args, readCode(request)),
  },
  expire: { action: "test_payment.expire", force: (_, ...args) => forceExpiry(...args) },
} as const satisfies Record<string, TestAction>

/** A test mode action that ends a payment, as if its payer or the acquirer had done something. */
export function testChange(name: keyof typeof TEST_ACTIONS, pathOf: PathOf): Change<PaymentTarget> {
  const { action, fields, force }: TestAction = TEST_ACTIONS[name]
  return {
    role: "operator",
    proof: "never",
    find: async (request) => {
      if (request.mode.livemode) throw new PageNotFound()
      return findPaymentTarget(request)
    },
    confirmation: (request, { intent, sum }) => {
      const words = request.words(ACTION_WORDS)
      const back = pathOf(request, intent.id)
      const asked = { title: words[`${name}Title`], text: words[`${name}Text`](sum), button: words[`${name}Button`], back }
      return fields ? { ...asked, fields: fields(request) } : asked
    },
    make: async (request, { intent: { id } }) => {
      const words = request.words(ACTION_WORDS)
      await request.runAction({ action, target: id }, (tx, scope) => force(request, tx, scope, id))
      const notice = { pay: words.paid, fail: words.failedNow, expire: words.expired }[name]
      return { to: pathOf(request, id), notice }
    },
  }
}

function readCode(request: DashboardRequest): ForcedCode {
  const codes = Object.keys(ACTION_WORDS.en.codes) as ForcedCode[]
  const code = codes.find((each) => each === request.form.get("code"))
  if (!code) throw new ApiError("parameter_invalid", request.words(ACTION_WORDS).notCode, "code")
  return code
}
