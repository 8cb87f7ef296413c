import { keyPages } from "./keys/pages.ts"
import { liveRoutes } from "./live/routes.ts"
import { paymentPages } from "./payments/pages.ts"
import { acquirerPages } from "./settings/acquirer.ts"
import { integrationPages } from "./settings/integrations.ts"
import { originPages } from "./settings/origins.ts"
import { type Area, openArea } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { Section } from "./shell/sections.ts"
import { testToolPages } from "./test-tools/pages.ts"

/** The pages under each entry of the menu. */
const AREAS: Partial<Record<Section, (area: Area) => void>> = {
  payments: paymentPages,
  keys: keyPages,
  "test-tools": testToolPages,
  settings: (area) => {
    originPages(area)
    integrationPages(area)
    acquirerPages(area)
  },
}

export function openAreas(router: DashboardRouter, parts: DashboardParts): void {
  liveRoutes(openArea(router, parts, "home"))
  for (const [section, pages] of Object.entries(AREAS)) pages(openArea(router, parts, section as Section))
}
