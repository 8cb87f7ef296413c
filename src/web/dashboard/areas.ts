import { paymentPages } from "./payments/pages.ts"
import { requestPages } from "./requests/pages.ts"
import { type Area, openArea } from "./shell/area.ts"
import type { DashboardParts, DashboardRouter } from "./shell/context.ts"
import type { Section } from "./shell/sections.ts"
import { webhookPages } from "./webhooks/pages.ts"

/** The pages under each entry of the menu. */
const AREAS: Partial<Record<Section, (area: Area) => void>> = {
  payments: paymentPages,
  webhooks: webhookPages,
  requests: requestPages,
}

export function openAreas(router: DashboardRouter, parts: DashboardParts): void {
  for (const [section, pages] of Object.entries(AREAS)) pages(openArea(router, parts, section as Section))
}
