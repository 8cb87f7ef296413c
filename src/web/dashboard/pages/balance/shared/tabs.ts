import type { Html } from "../../../../shared/html.ts"
import { tabs } from "../../../components/basics.ts"
import type { DashboardRequest } from "../../../request/dashboard-request.ts"
import { MONEY_WORDS } from "./words.ts"

const PATHS = { balance: "/balance", transactions: "/balance/transactions", terms: "/balance/terms" } as const

/** The tabs of the pages about money. */
export function balanceTabs(request: DashboardRequest, current: keyof typeof PATHS): Html {
  const words = request.words(MONEY_WORDS)
  const links = Object.entries(PATHS).map(([name, path]) => ({
    href: request.pathTo(path),
    text: words[name as keyof typeof PATHS],
    current: name === current,
  }))
  return tabs(words.balance, links)
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
