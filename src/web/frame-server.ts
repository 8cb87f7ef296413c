import { createServer, type Server } from "node:http"
import type { Config } from "../config/config.ts"
import { listen } from "../http/connections.ts"
import { DEFAULT_HEADERS } from "../http/headers.ts"
import type { Logger } from "../log.ts"

/**
 * Serves the origin of the tokenization frame on FRAME_PORT, so that no other program can use it. It has no page yet. Returns undefined
 * where the port cannot be opened.
 */
export async function serveFrame({ framePort, host }: Config, log: Logger): Promise<Server | undefined> {
  const server = createServer((_, response) => {
    const headers = { "Content-Type": "text/plain; charset=utf-8", ...DEFAULT_HEADERS }
    response.writeHead(404, headers).end("The tokenization frame is not built yet.\n")
  })
  try {
    await listen(server, framePort, host, "FRAME_PORT")
    return server
  } catch (error) {
    log.warn(
      { err: error, port: framePort },
      "FRAME_PORT cannot be opened, so the origin of the tokenization frame is not trusted",
    )
    return undefined
  }
}
