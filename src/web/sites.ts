import type { ConnectionLimits } from "../base/bounds.ts"
import type { Logger } from "../base/log.ts"
import type { Config } from "../config/config.ts"
import { openDashboard } from "./dashboard/server.ts"
import { openFrameServer } from "./frame/server.ts"
import { openThreedsServer, threedsOriginOf } from "./threeds/server.ts"

type Opened = { role: "all" | "api" | "worker" | "dashboard"; log: Logger; connections: ConnectionLimits | undefined }

/** Opens the ports of the origins beside the API's: the card fields, the pages of 3-D Secure and the dashboard. */
export async function openSites(config: Config, { role, log, connections }: Opened) {
  const hasApi = role === "all" || role === "api"
  const frame = hasApi ? await openFrameServer(config, log, connections) : undefined
  const threeds = hasApi && config.liveDatabaseUrl ? await openThreedsServer(config, log, connections) : undefined
  const dashboard = role === "all" || role === "dashboard" ? await openDashboard(config, log, role) : undefined
  return {
    frame,
    threeds,
    dashboard,
    frameOrigin: config.frameOrigin ?? frame?.origin,
    threedsOrigin: threedsOriginOf(config, threeds?.port),
    servers: [frame, threeds, dashboard].flatMap((site) => (site ? [site.http] : [])),
  }
}
