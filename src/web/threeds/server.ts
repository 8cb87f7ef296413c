import type { ConnectionLimits } from "../../base/bounds.ts"
import type { Logger } from "../../base/log.ts"
import type { Config } from "../../config/config.ts"
import { createListener, type Listener, listen, portOf } from "../../http/connections.ts"

/** The open port of the pages on which payers are authenticated. */
export type ThreedsServer = Listener & { port: number }

/** Opens THREEDS_PORT, so no other program can use the origin. Returns undefined if the port cannot be opened. */
export async function openThreedsServer(
  { threedsPort, host }: Pick<Config, "threedsPort" | "host">,
  log: Logger,
  connections?: ConnectionLimits,
): Promise<ThreedsServer | undefined> {
  const server = createListener(connections)
  try {
    await listen(server.http, { port: threedsPort, portVariable: "THREEDS_PORT", host, hostVariable: "HOST" })
  } catch (error) {
    log.warn({ err: error, port: threedsPort }, "THREEDS_PORT cannot be opened, so no payer can be authenticated by this process")
    return undefined
  }
  return { ...server, port: portOf(server.http) }
}

/**
 * The origin of the pages, as browsers reach it. Undefined if live mode has none: it needs https, unless LIVE_INSECURE_OK says otherwise.
 * `port`: the one that this process has opened.
 */
export function threedsOriginOf(
  {
    threedsOrigin,
    liveDatabaseUrl,
    liveInsecureOk,
    host,
    threedsPort,
  }: Pick<Config, "threedsOrigin" | "liveDatabaseUrl" | "liveInsecureOk" | "host" | "threedsPort">,
  port: number = threedsPort,
): string | undefined {
  if (liveDatabaseUrl === undefined) return undefined
  return threedsOrigin ?? (liveInsecureOk.includes("http") ? `http://${host}:${port}` : undefined)
}
