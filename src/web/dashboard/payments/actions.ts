import { openDispute } from "../../../payments/disputes.ts"
import type { Area, Change } from "../shell/area.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { cancelChange, testChange } from "./ends.ts"
import { findKnown, type Known, pathOfPayment } from "./known.ts"

/** The actions on a payment that take one transaction. */
export function paymentActions(area: Area): void {
  area.change("/payments/:id/cancel", cancelChange(pathOfPayment))
  area.change("/payments/:id/dispute", DISPUTE)
  area.change("/payments/:id/pay", testChange("pay", pathOfPayment))
  area.change("/payments/:id/fail", testChange("fail", pathOfPayment))
  area.change("/payments/:id/expire", testChange("expire", pathOfPayment))
}

const DISPUTE: Change<Known> = {
  role: "operator",
  proof: "live",
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
