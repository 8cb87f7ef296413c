import type { Area } from "../shell/area.ts"
import { paymentActions } from "./actions.ts"
import { exportPayments } from "./export.ts"
import { paymentList } from "./list.ts"
import { onePayment } from "./one.ts"
import { refundAction } from "./refund-action.ts"
import { refundList } from "./refunds.ts"
import { settleActions } from "./settle.ts"

/** Payments and refunds: their lists, the page of a payment, and the actions on it. */
export function paymentPages(area: Area): void {
  area.page("/payments", paymentList)
  area.file("/payments/export.csv", exportPayments)
  area.page("/payments/refunds", refundList)
  area.page("/payments/:id", onePayment)
  settleActions(area)
  refundAction(area)
  paymentActions(area)
}
