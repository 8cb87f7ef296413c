import type { ActionName } from "../../../audit/log.ts"
import { ApiError, refuseCardNumber } from "../../../base/errors.ts"
import { cancelIntent } from "../../../payments/intents/cancel.ts"
import { type ForcedCode, forceExpiry, forceFailure, forceSuccess } from "../../../payments/intents/force.ts"
import type { Html } from "../../html.ts"
import type { Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { selectField, textField } from "../shell/form.ts"
import { NoSuchPage } from "../shell/place.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { findKnown, type Known } from "./known.ts"

const MAX_REASON = 255

/** Returns the path of the page that shows a changed payment: its own page, or the console. */
type PathOf = (at: At, payment: string) => string

/** Cancels an open payment. */
export function cancelChange(pathOf: PathOf): Change<Known> {
  return {
    role: "operator",
    proof: "never",
    find: findKnown,
    ask: (at, { intent, sum, payer }) => {
      const words = at.words(ACTION_WORDS)
      return {
        title: words.cancelTitle,
        text: words.cancelText(sum, payer),
        fields: textField(at, { name: "reason", label: words.cancelReason, hint: words.cancelHint, maxlength: MAX_REASON }),
        button: words.cancelButton,
        tone: "danger",
        back: pathOf(at, intent.id),
      }
    },
    make: async (at, { intent: { id } }) => {
      const reason = sentText(at, "reason").slice(0, MAX_REASON) || null
      refuseCardNumber(reason, "reason", "refused_if_grouped")
      await at.act({ action: "payment.cancel", target: id, reason }, (tx, scope) => cancelIntent(tx, scope, id, reason))
      return { to: pathOf(at, id), notice: at.words(ACTION_WORDS).canceled }
    },
  }
}

type Test = {
  action: ActionName
  fields?: (at: At) => Html
  force: (at: At, ...args: Parameters<typeof forceSuccess>) => Promise<object>
}

const TESTS = {
  pay: { action: "test_payment.succeed", force: (_, ...args) => forceSuccess(...args) },
  fail: {
    action: "test_payment.fail",
    fields: (at) => {
      const { code, codes } = at.words(ACTION_WORDS)
      return selectField(at, { name: "code", label: code, options: Object.entries(codes) })
    },
    force: (at, ...args) => forceFailure(...args, readCode(at)),
  },
  expire: { action: "test_payment.expire", force: (_, ...args) => forceExpiry(...args) },
} as const satisfies Record<string, Test>

/** A test mode action that ends a payment, as if its payer or the acquirer had done something. */
export function testChange(name: keyof typeof TESTS, pathOf: PathOf): Change<Known> {
  const { action, fields, force }: Test = TESTS[name]
  return {
    role: "operator",
    proof: "never",
    find: async (at) => {
      if (at.mode.livemode) throw new NoSuchPage()
      return findKnown(at)
    },
    ask: (at, { intent, sum }) => {
      const words = at.words(ACTION_WORDS)
      const back = pathOf(at, intent.id)
      const asked = { title: words[`${name}Title`], text: words[`${name}Text`](sum), button: words[`${name}Button`], back }
      return fields ? { ...asked, fields: fields(at) } : asked
    },
    make: async (at, { intent: { id } }) => {
      const words = at.words(ACTION_WORDS)
      await at.act({ action, target: id }, (tx, scope) => force(at, tx, scope, id))
      const notice = { pay: words.paid, fail: words.failedNow, expire: words.expired }[name]
      return { to: pathOf(at, id), notice }
    },
  }
}

function readCode(at: At): ForcedCode {
  const codes = Object.keys(ACTION_WORDS.en.codes) as ForcedCode[]
  const code = codes.find((each) => each === at.form.get("code"))
  if (!code) throw new ApiError("parameter_invalid", at.words(ACTION_WORDS).notCode, "code")
  return code
}
