import { customerPages } from "./customers/pages.ts"
import { keyPages } from "./keys/pages.ts"
import { liveRoutes } from "./live/routes.ts"
import { attentionPages } from "./attention/pages.ts"
import { disputePages } from "./disputes/pages.ts"
import { auditPages } from "./audit/pages.ts"
import { balancePages } from "./balance/pages.ts"
import { homePages } from "./home/pages.ts"
import { paymentPages } from "./payments/pages.ts"
import { productPages } from "./products/pages.ts"
import { settingsPages } from "./settings/pages.ts"
import { type Area, openArea } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { Section } from "./shell/sections.ts"
import { subscriptionPages } from "./subscriptions/pages.ts"
import { testToolPages } from "./test-tools/pages.ts"
import { userPages } from "./users/pages.ts"

/** The pages under each entry of the menu. */
const AREAS: Partial<Record<Section, (area: Area) => void>> = {
  home: homePages,
  payments: paymentPages,
  customers: customerPages,
  subscriptions: subscriptionPages,
  products: productPages,
  keys: keyPages,
  "test-tools": testToolPages,
  settings: settingsPages,
  disputes: disputePages,
  attention: attentionPages,
  users: userPages,
  audit: auditPages,
  balance: balancePages,
}

export function openAreas(router: DashboardRouter, parts: DashboardParts): void {
  liveRoutes(openArea(router, parts, "home"))
  for (const [section, pages] of Object.entries(AREAS)) pages(openArea(router, parts, section as Section))
}
