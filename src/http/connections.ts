import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { CONNECTION_LIMITS, type ConnectionLimits } from "../bounds.ts"
import { respondToUnparsed } from "./unparsed.ts"

/** Node keeps the current response of a connection in this private member. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Creates the HTTP server of the API. It closes connections that send their request too slowly, or that do not read their response.
 * It does not close a connection while the service works on its request.
 */
function createApiServer(respond: RequestListener, limits: ConnectionLimits = CONNECTION_LIMITS): Server {
  const { receiveMs, stalledMs, checkMs } = limits
  const timeouts = { headersTimeout: receiveMs, requestTimeout: receiveMs, connectionsCheckingInterval: checkMs }
  // Node's own error for a missing Host has no body, so the middleware checks it. An unknown Expect header is ignored, as RFC 9110 allows.
  return createServer({ ...timeouts, requireHostHeader: false }, respond)
    .on("checkExpectation", respond)
    .on("clientError", respondToUnparsed)
    .setTimeout(stalledMs, endStalled)
}

/** A server whose port is open before the service can respond. Earlier requests wait for `start`. */
export type WaitingServer = { http: Server; start(listener: RequestListener): void }

/** Creates an API server whose requests wait until it gets a listener. */
export function createWaitingServer(limits?: ConnectionLimits): WaitingServer {
  const ready = Promise.withResolvers<RequestListener>()
  const respond: RequestListener = (request, response) => void ready.promise.then((listener) => listener(request, response))
  return { http: createApiServer(respond, limits), start: ready.resolve }
}

/** Called when nothing was sent or received for a while. Node also calls it for idle connections, once their keep-alive has ended. */
function endStalled(socket: HttpSocket): void {
  const isWorkedOn = socket._httpMessage && !socket._httpMessage.headersSent
  if (!isWorkedOn || socket.writableLength > 0) socket.destroy()
}

const NOT_OF_THIS_MACHINE = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL"]

/** Opens a port and returns its number, which differs from `port` if that is 0. `variable` is the setting of the port, for errors. */
export function listen(server: Server, port: number, host: string, variable: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const advice = cause.code === "EADDRINUSE" ? " Stop the process that has it, or choose another port." : ""
      const message = NOT_OF_THIS_MACHINE.includes(cause.code ?? "")
        ? `HOST ${host} is not an address of this machine: ${cause.message}.`
        : `The port ${port} of ${variable} cannot be opened: ${cause.message}.${advice}`
      reject(Object.assign(new Error(message, { cause }), { code: cause.code }))
    })
    server.listen(port, host, () => resolve(portOf(server)))
  })
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/**
 * Returns functions for a server that is about to close. After `leave`, each response closes its connection, even if its request is already
 * under way. So clients open their next connection to another process. `underWay` returns the number of requests under way.
 */
export function connectionsOf(server: Server): { leave(): void; underWay(): number } {
  // A set of sockets, because sockets stay. A set that each response joins and leaves is copied again and again. The unused copies keep the
  // responses, and all that they refer to, until the next collection of old objects.
  const sockets = new Set<HttpSocket>()
  let underWay = 0
  let leaving = false
  const onClose = () => underWay--
  server.on("connection", (socket: HttpSocket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  server.prependListener("request", (_: IncomingMessage, response: ServerResponse) => {
    if (leaving) response.shouldKeepAlive = false
    underWay++
    response.once("close", onClose)
  })
  return {
    leave: () => {
      leaving = true
      for (const { _httpMessage: response } of sockets) if (response) response.shouldKeepAlive = false
    },
    underWay: () => underWay,
  }
}

/** Closes idle keep-alive connections at once, and the others after their response, or at the latest after `withinMs` milliseconds. */
export async function closeServer(server: Server, withinMs?: number): Promise<void> {
  if (!server.listening) return
  const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
  const cutting = withinMs === undefined ? undefined : setTimeout(() => server.closeAllConnections(), withinMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(closingIdle)
  clearTimeout(cutting)
}
