import { openDispute } from "../../../../payments/disputes/disputes.ts"
import type { Change } from "../../forms/change.ts"
import type { PageRoutes } from "../page-routes.ts"
import { ACTION_WORDS } from "./action-words.ts"
import { cancelChange, testChange } from "./cancel-and-test-actions.ts"
import { findPaymentTarget, type PaymentTarget, pathOfPayment } from "./payment-target.ts"

/** The actions on a payment that take one transaction. */
export function paymentActions(routes: PageRoutes): void {
  routes.change("/payments/:id/cancel", cancelChange(pathOfPayment))
  routes.change("/payments/:id/dispute", DISPUTE)
  routes.change("/payments/:id/pay", testChange("pay", pathOfPayment))
  routes.change("/payments/:id/fail", testChange("fail", pathOfPayment))
  routes.change("/payments/:id/expire", testChange("expire", pathOfPayment))
}

const DISPUTE: Change<PaymentTarget> = {
  role: "operator",
  proof: "live",
  find: findPaymentTarget,
  confirmation: (request, { intent, sum, payer }) => {
    const words = request.words(ACTION_WORDS)
    const back = pathOfPayment(request, intent.id)
    const text = words.disputeText(sum, payer)
    return { title: words.disputeTitle, text, button: words.disputeButton, tone: "danger", back }
  },
  make: async (request, { intent }) => {
    const audited = { action: "dispute.open", target: intent.id } as const
    const { id } = await request.runAction(audited, (tx, scope) => openDispute(tx, scope, intent.id, "fraudulent"))
    return { to: request.pathTo(`/disputes/${id}`), notice: request.words(ACTION_WORDS).disputed }
  },
}
