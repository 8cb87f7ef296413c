import type { RequestListener, Server } from "node:http"
import type { ConnectionLimits } from "../../bounds.ts"
import type { Config } from "../../config/config.ts"
import { closeServer, createApiServer, listen, portOf } from "../../http/connections.ts"
import type { Logger } from "../../log.ts"

/** The open port of the tokenization frame. */
export type FrameServer = {
  /** The origin at which browsers reach it. */
  origin: string
  /** Begins to respond. Requests that came before wait for it. */
  start(listener: RequestListener): void
  close(): Promise<void>
}

/**
 * Opens FRAME_PORT, so that no other program can use the origin of the tokenization frame. Returns undefined where the port cannot be
 * opened.
 */
export async function openFrameServer(
  { framePort, frameOrigin, host }: Pick<Config, "framePort" | "frameOrigin" | "host">,
  log: Logger,
  connections?: ConnectionLimits,
): Promise<FrameServer | undefined> {
  const ready = Promise.withResolvers<RequestListener>()
  const respond: RequestListener = (request, response) => void ready.promise.then((listener) => listener(request, response))
  const server: Server = createApiServer(respond, connections)
  try {
    await listen(server, framePort, host, "FRAME_PORT")
  } catch (error) {
    log.warn(
      { err: error, port: framePort },
      "FRAME_PORT cannot be opened, so the origin of the tokenization frame is not trusted",
    )
    return undefined
  }
  const origin = frameOrigin ?? `http://${host}:${portOf(server)}`
  return { origin, start: ready.resolve, close: () => closeServer(server) }
}
