import type { Area } from "../shell/area.ts"
import { deliveryPages } from "./deliveries.ts"
import { endpointChanges } from "./endpoint-changes.ts"
import { endpointPages } from "./endpoints.ts"
import { eventPages } from "./events.ts"
import { replayPages } from "./replay.ts"

/** Endpoints, deliveries and events. */
export function webhookPages(area: Area): void {
  // Fixed paths must come before paths with an id.
  eventPages(area)
  deliveryPages(area)
  endpointChanges(area)
  replayPages(area)
  endpointPages(area)
}
