import type { Html } from "../../../../shared/html.ts"
import { tabs } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { MONEY_WORDS } from "./words.ts"

/** The tabs of the pages about money. */
export function balanceTabs(
  request: DashboardRequest,
  current: "balance" | "transactions" | "payouts" | "statements" | "terms",
): Html {
  const words = request.words(MONEY_WORDS)
  const link = (name: typeof current, path: string, text: string) => ({
    href: request.pathTo(path),
    text,
    current: name === current,
  })
  return tabs(words.balance, [
    link("balance", "/balance", words.balance),
    link("transactions", "/balance/transactions", words.transactions),
    link("payouts", "/balance/payouts", words.payouts),
    link("statements", "/balance/statements", words.statements),
    link("terms", "/balance/terms", words.terms),
  ])
}

/** Links to the same page in each currency. Nothing if there is only one. */
export function currencyTabs(request: DashboardRequest, currencies: readonly string[], current: string): Html | false {
  const { before: _, after: __, ...query } = request.ctx.query as Record<string, string>
  const links = currencies.map((currency) => ({
    href: `${request.ctx.path}?${new URLSearchParams({ ...query, currency })}`,
    text: currency.toUpperCase(),
    current: currency === current,
  }))
  return currencies.length > 1 && tabs(request.words(MONEY_WORDS).currency, links)
}
