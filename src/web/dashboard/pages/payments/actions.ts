import { SEND_TO_PAY } from "../mails/send-actions.ts"
import type { PageRoutes } from "../page-routes.ts"
import { cancelChange, testChange } from "./cancel-and-test-actions.ts"
import { pathOfPayment } from "./payment-target.ts"

/** The actions on a payment that take one transaction. */
export function paymentActions(routes: PageRoutes): void {
  routes.change("/payments/:id/cancel", cancelChange(pathOfPayment))
  routes.change("/payments/:id/mail", SEND_TO_PAY)
  routes.change("/payments/:id/pay", testChange("pay", pathOfPayment))
  routes.change("/payments/:id/fail", testChange("fail", pathOfPayment))
  routes.change("/payments/:id/expire", testChange("expire", pathOfPayment))
}
