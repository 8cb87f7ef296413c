import type { ConnectionLimits } from "../../base/bounds.ts"
import type { Logger } from "../../base/log.ts"
import type { Config } from "../../config/config.ts"
import { createListener, type Listener, listen, portOf } from "../../http/connections.ts"

/** The open port of the tokenization frame, and the origin at which browsers reach it. */
export type FrameServer = Listener & { origin: string }

/** Opens FRAME_PORT, so no other program can use the origin of the tokenization frame. Returns undefined if the port cannot be opened. */
export async function openFrameServer(
  { framePort, frameOrigin, host }: Pick<Config, "framePort" | "frameOrigin" | "host">,
  log: Logger,
  connections?: ConnectionLimits,
): Promise<FrameServer | undefined> {
  const server = createListener(connections)
  try {
    await listen(server.http, { port: framePort, portVariable: "FRAME_PORT", host, hostVariable: "HOST" })
  } catch (error) {
    log.warn(
      { err: error, port: framePort },
      "FRAME_PORT cannot be opened, so the origin of the tokenization frame is not trusted",
    )
    return undefined
  }
  return { ...server, origin: frameOrigin ?? `http://${host}:${portOf(server.http)}` }
}
