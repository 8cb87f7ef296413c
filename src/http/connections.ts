import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { CONNECTION_LIMITS, type ConnectionLimits } from "../bounds.ts"
import { respondToUnparsed } from "./unparsed.ts"

/** What Node knows of a connection: the response that it works on. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Creates the HTTP server of the API. It ends connections that send their request too slowly, or that do not read their response.
 * A request that the service still works on is not ended.
 */
function createApiServer(respond: RequestListener, limits: ConnectionLimits = CONNECTION_LIMITS): Server {
  const { receiveMs, stalledMs, checkMs } = limits
  const timeouts = { headersTimeout: receiveMs, requestTimeout: receiveMs, connectionsCheckingInterval: checkMs }
  // The middleware checks the Host header, as Node's own error has no body. An unknown Expect header is ignored, as RFC 9110 allows.
  return createServer({ ...timeouts, requireHostHeader: false }, respond)
    .on("checkExpectation", respond)
    .on("clientError", respondToUnparsed)
    .setTimeout(stalledMs, endStalled)
}

/** A server whose port is opened before the service can respond. Requests that come before `start` wait for it. */
export type WaitingServer = { http: Server; start(listener: RequestListener): void }

/** Creates a server like that of the API, which waits until it is told how to respond. */
export function createWaitingServer(limits?: ConnectionLimits): WaitingServer {
  const ready = Promise.withResolvers<RequestListener>()
  const respond: RequestListener = (request, response) => void ready.promise.then((listener) => listener(request, response))
  return { http: createApiServer(respond, limits), start: ready.resolve }
}

/** Called where nothing was sent or received for a while. Node calls it for idle connections too, once their keep-alive has ended. */
function endStalled(socket: HttpSocket): void {
  const isWorkedOn = socket._httpMessage && !socket._httpMessage.headersSent
  if (!isWorkedOn || socket.writableLength > 0) socket.destroy()
}

const NOT_OF_THIS_MACHINE = ["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL"]

/** Opens a port. Returns its number, which is another one where `port` is 0. An error names the variable that is wrong: `variable` has the port. */
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
 * Returns what to call when a server is about to close. From then on each response, also of a request under way, closes its connection,
 * so that clients open their next one to another process. What is called returns how many requests are under way.
 */
export function connectionsOf(server: Server): { leave(): void; underWay(): number } {
  // Of sockets, which stay. A set that each response joins and leaves is copied again and again, and the copies that nobody uses keep
  // the responses, with all they refer to, until the next collection of old objects.
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

/** Closes idle keep-alive connections at once, and the others after their response or after `withinMs`. */
export async function closeServer(server: Server, withinMs?: number): Promise<void> {
  if (!server.listening) return
  const closingIdle = setInterval(() => server.closeIdleConnections(), 50)
  const cutting = withinMs === undefined ? undefined : setTimeout(() => server.closeAllConnections(), withinMs)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(closingIdle)
  clearTimeout(cutting)
}
