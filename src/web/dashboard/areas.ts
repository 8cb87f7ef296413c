import { attentionPages } from "./attention/pages.ts"
import { auditPages } from "./audit/pages.ts"
import { balancePages } from "./balance/pages.ts"
import { customerPages } from "./customers/pages.ts"
import { disputePages } from "./disputes/pages.ts"
import { homePages } from "./home/pages.ts"
import { keyPages } from "./keys/pages.ts"
import { liveRoutes } from "./live/routes.ts"
import { paymentPages } from "./payments/pages.ts"
import { productPages } from "./products/pages.ts"
import { requestPages } from "./requests/pages.ts"
import { searchPages } from "./search/pages.ts"
import { settingsPages } from "./settings/pages.ts"
import { type DeclaredChange, type PageRoutes, pageRoutes } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { MenuEntry } from "./shell/sections.ts"
import { subscriptionPages } from "./subscriptions/pages.ts"
import { testToolPages } from "./test-tools/pages.ts"
import { userPages } from "./users/pages.ts"
import { webhookPages } from "./webhooks/pages.ts"

/** The pages under each entry of the menu. */
const PAGES_OF_ENTRY: Record<MenuEntry, (routes: PageRoutes) => void> = {
  home: homePages,
  payments: paymentPages,
  customers: customerPages,
  subscriptions: subscriptionPages,
  products: productPages,
  balance: balancePages,
  disputes: disputePages,
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
  for (const [section, pages] of Object.entries(PAGES_OF_ENTRY)) pages(pageRoutes(router, parts, section as MenuEntry, declared))
  return declared
}
