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
import { type Area, type Declared, openArea } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { Section } from "./shell/sections.ts"
import { subscriptionPages } from "./subscriptions/pages.ts"
import { testToolPages } from "./test-tools/pages.ts"
import { userPages } from "./users/pages.ts"
import { webhookPages } from "./webhooks/pages.ts"

/** The pages under each entry of the menu. */
const AREAS: Record<Section, (area: Area) => void> = {
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
export function openAreas(router: DashboardRouter, parts: DashboardParts): Declared[] {
  const declared: Declared[] = []
  liveRoutes(openArea(router, parts, "home", declared))
  searchPages(openArea(router, parts, "payments", declared))
  for (const [section, pages] of Object.entries(AREAS)) pages(openArea(router, parts, section as Section, declared))
  return declared
}
