import type { RequestListener, Server } from "node:http"
import type { Logger } from "../../base/log.ts"
import type { Config } from "../../config/config.ts"
import { createListener, listen, portOf } from "../../http/connections.ts"
import { hasLive } from "../../http/mode.ts"
import type { OpenModes } from "../../modes/modes.ts"
import { Streams } from "./live/streams.ts"
import type { DashboardParts } from "./request/context.ts"

export type DashboardServer = {
  http: Server
  origin: string
  /** The users are in the main database of live mode. Until it answers, each page says that it is not available. */
  serve(parts: Omit<DashboardParts, "origin" | "trustProxy" | "streams"> & { modes: OpenModes }): Promise<void>
  /** Ends the streams of open pages, which would keep the server from closing. Each further response closes its connection. */
  leave(): void
}

/**
 * Opens the port of the dashboard, which has its own origin. Requests wait until `serve` is called. If the port cannot be opened, a process
 * with another role continues without the dashboard.
 */
export async function openDashboard(config: Config, log: Logger, role: string): Promise<DashboardServer | undefined> {
  const { dashboardPort, dashboardOrigin, host, trustProxy } = config
  const listener = createListener()
  const { http } = listener
  try {
    await listen(http, { port: dashboardPort, portVariable: "DASHBOARD_PORT", host, hostVariable: "HOST" })
  } catch (err) {
    if (role === "dashboard") throw err
    log.warn({ err, port: dashboardPort }, "DASHBOARD_PORT cannot be opened, so this process serves no dashboard")
    return undefined
  }
  // Browsers do not allow passkeys for an IP address, so the host needs a name.
  const name = host === "127.0.0.1" ? "localhost" : host
  const origin = dashboardOrigin ?? `http://${name}:${portOf(http)}`
  const streams = new Streams()
  let respond: RequestListener | undefined
  const start = (next: RequestListener) => {
    respond = next
    listener.start((request, response) => respond?.(request, response))
  }
  return {
    http,
    leave: () => {
      listener.leave()
      streams.end()
    },
    origin,
    serve: async (parts) => {
      const { createDashboard, createDashboardWithoutUsers } = await import("./app.ts")
      const { modes } = parts
      if (!modes.live && hasLive(modes)) start(createDashboardWithoutUsers({ log, trustProxy }).callback())
      await modes.each((mode) => {
        const isOfUsers = mode === (hasLive(modes) ? modes.live : modes.test)
        if (isOfUsers) start(createDashboard({ ...parts, origin, trustProxy, streams }).callback())
      })
    },
  }
}
