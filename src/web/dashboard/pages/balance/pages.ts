import type { PageRoutes } from "../page-routes.ts"
import { balancePage } from "./overview/page.ts"
import { payoutPages } from "./payouts/pages.ts"
import { statementPages } from "./statements/pages.ts"
import { termsPage } from "./terms/page.ts"
import { sendTransactions } from "./transactions/csv.ts"
import { transactionList } from "./transactions/list.ts"

/** What an account's money is: what has come, what is to come and when, and each transaction behind it. */
export function balancePages(routes: PageRoutes): void {
  routes.page("/balance", balancePage)
  routes.page("/balance/transactions", transactionList)
  routes.file("/balance/transactions.csv", sendTransactions)
  payoutPages(routes)
  statementPages(routes)
  routes.page("/balance/terms", termsPage)
}
