import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import type { Json } from "./contract/document.ts"
import { parsed } from "./contract/responses.ts"

/** A webhook as it arrived. */
export type Received = { headers: IncomingHttpHeaders; body: Buffer; event: Json }

/** Receives the server's webhooks on this machine. */
export type Receiver = {
  /** The https URL of this receiver. */
  url: string
  port: number
  received: Received[]
  close(): Promise<void>
}

/** Every event is smaller. */
const MAX_BYTES = 2 ** 20

/** Starts a receiver on 127.0.0.1. `url` is its address for the server. Port 0 means any free port. */
export async function startReceiver(url: string, port: number): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then(
      (body) => {
        received.push({ headers: request.headers, body, event: parsed(body.toString()) })
        response.end()
      },
      () => response.destroy(),
    )
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    ...{ url, received, port: (server.address() as AddressInfo).port },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error("too large")
  }
  return Buffer.concat(chunks)
}
