import type { ActionName } from "../../../audit/log.ts"
import { openDispute } from "../../../payments/disputes.ts"
import { cancelIntent } from "../../../payments/intents/cancel.ts"
import { type ForcedCode, forceExpiry, forceFailure, forceSuccess } from "../../../payments/intents/force.ts"
import type { Area, Change } from "../shell/area.ts"
import type { At } from "../shell/at.ts"
import { sentText } from "../shell/body.ts"
import { selectField, textField } from "../shell/form.ts"
import { NoSuchPage } from "../shell/place.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { findKnown, type Known, pathOfPayment } from "./known.ts"

const MAX_REASON = 255

/** What is done with a payment in one transaction. */
export function paymentActions(area: Area): void {
  area.change("/payments/:id/cancel", CANCEL)
  area.change("/payments/:id/dispute", DISPUTE)
  area.change("/payments/:id/pay", PAY)
  area.change("/payments/:id/fail", FAIL)
  area.change("/payments/:id/expire", EXPIRE)
}

const CANCEL: Change<Known> = {
  role: "operator",
  find: findKnown,
  ask: (at, { intent, sum, payer }) => {
    const words = at.words(ACTION_WORDS)
    return {
      title: words.cancelTitle,
      text: words.cancelText(sum, payer),
      fields: textField(at, { name: "reason", label: words.cancelReason, hint: words.cancelHint, maxlength: MAX_REASON }),
      button: words.cancelButton,
      tone: "danger",
      back: pathOfPayment(at, intent.id),
    }
  },
  make: async (at, { intent: { id } }) => {
    const reason = sentText(at, "reason").slice(0, MAX_REASON) || null
    await at.act({ action: "payment.cancel", target: id }, (tx, scope) => cancelIntent(tx, scope, id, reason))
    return { to: pathOfPayment(at, id), notice: at.words(ACTION_WORDS).canceled }
  },
}

const DISPUTE: Change<Known> = {
  role: "operator",
  find: findKnown,
  ask: (at, { intent, sum, payer }) => {
    const words = at.words(ACTION_WORDS)
    const back = pathOfPayment(at, intent.id)
    const text = words.disputeText(sum, payer)
    return { title: words.disputeTitle, text, button: words.disputeButton, tone: "danger", back }
  },
  make: async (at, { intent }) => {
    const doing = { action: "dispute.open", target: intent.id } as const
    const { id } = await at.act(doing, (tx, scope) => openDispute(tx, scope, intent.id, "fraudulent"))
    return { to: at.path(`/disputes/${id}`), notice: at.words(ACTION_WORDS).disputed }
  },
}

type Test = {
  name: "pay" | "fail" | "expire"
  action: ActionName
  fields?: (at: At) => ReturnType<typeof selectField>
  force: (at: At, ...args: Parameters<typeof forceSuccess>) => Promise<object>
}

const codeOf = (at: At): ForcedCode => {
  const codes = Object.keys(ACTION_WORDS.en.codes) as ForcedCode[]
  return codes.find((code) => code === at.form.get("code")) ?? "card_declined"
}

const PAY = testAction({ name: "pay", action: "test_payment.succeed", force: (_, ...args) => forceSuccess(...args) })
const FAIL = testAction({
  name: "fail",
  action: "test_payment.fail",
  fields: (at) => {
    const { code, codes } = at.words(ACTION_WORDS)
    return selectField(at, { name: "code", label: code, options: Object.entries(codes) })
  },
  force: (at, ...args) => forceFailure(...args, codeOf(at)),
})
const EXPIRE = testAction({ name: "expire", action: "test_payment.expire", force: (_, ...args) => forceExpiry(...args) })

/** What only test mode has: as if the payer or the acquirer had done something. */
function testAction({ name, action, fields, force }: Test): Change<Known> {
  return {
    role: "operator",
    find: async (at) => {
      if (at.mode.livemode) throw new NoSuchPage()
      return findKnown(at)
    },
    ask: (at, { intent, sum }) => {
      const words = at.words(ACTION_WORDS)
      const back = pathOfPayment(at, intent.id)
      const asked = { title: words[`${name}Title`], text: words[`${name}Text`](sum), button: words[`${name}Button`], back }
      return fields ? { ...asked, fields: fields(at) } : asked
    },
    make: async (at, { intent: { id } }) => {
      const words = at.words(ACTION_WORDS)
      await at.act({ action, target: id }, (tx, scope) => force(at, tx, scope, id))
      const notice = { pay: words.paid, fail: words.failedNow, expire: words.expired }[name]
      return { to: pathOfPayment(at, id), notice }
    },
  }
}
