// The servers of the shop and of its marketing tool. Every TLS connection of this process leads here, without TLS.
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import net, { type AddressInfo } from "node:net"
import tls from "node:tls"
import type { Json } from "../spec/shared/document.ts"
import { pass } from "./fixed.ts"

const RESPONSE_TIME_MS = 41

export type Received = { url: string; headers: IncomingHttpHeaders; body: Json }

export type Receiver = {
  /** All webhooks so far, in the order in which they came. */
  received: Received[]
  /** The last webhook with this `type` or `event`, with its signature. */
  last(type: string): { body: Json; signature: string }
  /** The status of the next responses. */
  status: number
  close(): void
}

/** A response takes this long on the clock of this process, in milliseconds. */
export async function startReceiver(responseTimeMs = RESPONSE_TIME_MS): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    received.push({ url: `https://${request.headers.host}${request.url}`, headers: request.headers, body })
    pass(responseTimeMs)
    response.writeHead(receiver.status).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const connect = () => {
    const socket = net.connect(port, "127.0.0.1")
    return socket.once("connect", () => socket.emit("secureConnect"))
  }
  tls.connect = connect as unknown as typeof tls.connect

  const receiver: Receiver = {
    received,
    last: (type) => {
      const found = received.findLast(({ body }) => (body.type ?? body.event) === type)
      if (!found) throw new Error(`The shop has received no ${type}.`)
      return { body: found.body, signature: String(found.headers["service-signature"]) }
    },
    status: 204,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return receiver
}
