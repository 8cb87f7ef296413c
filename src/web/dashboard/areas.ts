import { balancePages } from "./balance/pages.ts"
import { homePages } from "./home/pages.ts"
import { paymentPages } from "./payments/pages.ts"
import { type Area, openArea } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { Section } from "./shell/sections.ts"

/** The pages under each entry of the menu. */
const AREAS: Partial<Record<Section, (area: Area) => void>> = {
  home: homePages,
  payments: paymentPages,
  balance: balancePages,
}

export function openAreas(router: DashboardRouter, parts: DashboardParts): void {
  for (const [section, pages] of Object.entries(AREAS)) pages(openArea(router, parts, section as Section))
}
