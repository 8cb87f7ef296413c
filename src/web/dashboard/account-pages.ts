import { attentionPages } from "./pages/attention/pages.ts"
import { auditPages } from "./pages/audit/pages.ts"
import { balancePages } from "./pages/balance/pages.ts"
import { customerPages } from "./pages/customers/pages.ts"
import { disputePages } from "./pages/disputes/pages.ts"
import { homePages } from "./pages/home/pages.ts"
import { keyPages } from "./pages/keys/pages.ts"
import { linkPages } from "./pages/links/pages.ts"
import { liveRoutes } from "./pages/live/routes.ts"
import { mailPages } from "./pages/mails/pages.ts"
import { type DeclaredChange, type PageRoutes, pageRoutes } from "./pages/page-routes.ts"
import { paymentPages } from "./pages/payments/pages.ts"
import { productPages } from "./pages/products/pages.ts"
import { requestPages } from "./pages/requests/pages.ts"
import { searchPages } from "./pages/search/pages.ts"
import { settingsPages } from "./pages/settings/pages.ts"
import { subscriptionPages } from "./pages/subscriptions/pages.ts"
import { testToolPages } from "./pages/test-tools/pages.ts"
import { userPages } from "./pages/users/pages.ts"
import { webhookPages } from "./pages/webhooks/pages.ts"
import type { DashboardParts, DashboardRouter } from "./request/context.ts"
import type { MenuEntry } from "./request/menu.ts"

/** The pages under each entry of the menu. */
const PAGES_OF_ENTRY: Record<MenuEntry, (routes: PageRoutes) => void> = {
  home: homePages,
  payments: paymentPages,
  customers: customerPages,
  subscriptions: subscriptionPages,
  products: productPages,
  links: linkPages,
  balance: balancePages,
  disputes: disputePages,
  mails: mailPages,
  attention: attentionPages,
  webhooks: webhookPages,
  requests: requestPages,
  keys: keyPages,
  "test-tools": testToolPages,
  settings: settingsPages,
  users: userPages,
  audit: auditPages,
}

/** Opens all pages of an account. Returns the changes that they make. */
export function addAccountPages(router: DashboardRouter, parts: DashboardParts): DeclaredChange[] {
  const declared: DeclaredChange[] = []
  liveRoutes(pageRoutes(router, parts, "home", declared))
  searchPages(pageRoutes(router, parts, "payments", declared))
  for (const [entry, pages] of Object.entries(PAGES_OF_ENTRY)) pages(pageRoutes(router, parts, entry as MenuEntry, declared))
  return declared
}
