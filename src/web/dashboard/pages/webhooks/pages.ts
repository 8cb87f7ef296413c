import type { PageRoutes } from "../page-routes.ts"
import { deliveryPages } from "./deliveries.ts"
import { endpointChanges } from "./endpoint-changes.ts"
import { endpointPages } from "./endpoints.ts"
import { eventPages } from "./events.ts"
import { replayPages } from "./replay.ts"

/** Endpoints, deliveries and events. */
export function webhookPages(routes: PageRoutes): void {
  // Fixed paths must come before paths with an id.
  eventPages(routes)
  deliveryPages(routes)
  endpointChanges(routes)
  replayPages(routes)
  endpointPages(routes)
}
