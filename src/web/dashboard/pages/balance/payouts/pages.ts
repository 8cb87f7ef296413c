import type { PageRoutes } from "../../page-routes.ts"
import { CANCEL, CREATE } from "./actions.ts"
import { BANK_ACCOUNT_PATH } from "./bank-account-card.ts"
import { REMOVE_BANK_ACCOUNT, SET_BANK_ACCOUNT } from "./bank-account-form.ts"
import { payoutPage } from "./detail-page.ts"
import { payoutList } from "./list.ts"

/** The payouts of an account, and the bank account that they go to. */
export function payoutPages(routes: PageRoutes): void {
  routes.page("/balance/payouts", payoutList)
  routes.change("/balance/payouts/new", CREATE)
  routes.change(`${BANK_ACCOUNT_PATH}/set`, SET_BANK_ACCOUNT)
  routes.change(`${BANK_ACCOUNT_PATH}/remove`, REMOVE_BANK_ACCOUNT)
  routes.page("/balance/payouts/:id", payoutPage)
  routes.change("/balance/payouts/:id/cancel", CANCEL)
}
