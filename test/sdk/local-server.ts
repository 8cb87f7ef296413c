import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string }
export type Respond = (seen: Seen, response: ServerResponse, count: number) => void | Promise<void>

/** Starts a local server that records requests and responds as the test says. */
export const startServer = async (respond: Respond) => {
  const requests: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const seen = { method: request.method!, url: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() }
    requests.push(seen)
    await respond(seen, response, requests.length)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, "close")
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

/** Sends a JSON response. */
export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_1", ...headers })
  response.end(JSON.stringify(body))
}
