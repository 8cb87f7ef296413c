import type { PageRoutes } from "../page-routes.ts"
import { paymentActions } from "./actions.ts"
import { captureAction } from "./capture-action.ts"
import { paymentPage } from "./detail-page.ts"
import { disputeActions } from "./dispute-actions.ts"
import { exportPayments } from "./export.ts"
import { paymentList } from "./list.ts"
import { refundAction } from "./refund-action.ts"
import { refundList } from "./refund-list.ts"
import { settleActions } from "./settle-actions.ts"

/** Payments and refunds: their lists, the page of a payment, and the actions on it. */
export function paymentPages(routes: PageRoutes): void {
  routes.page("/payments", paymentList)
  routes.file("/payments/export.csv", exportPayments)
  routes.page("/payments/refunds", refundList)
  routes.page("/payments/:id", paymentPage)
  settleActions(routes)
  disputeActions(routes)
  refundAction(routes)
  captureAction(routes)
  paymentActions(routes)
}
