import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { CONNECTION_LIMITS, type ConnectionLimits } from "../base/bounds.ts"
import { ambiguity, longHeader } from "./headers.ts"
import { readTarget } from "./target.ts"
import { respondToBadHead, respondToConnect, respondToUnparsed } from "./unparsed.ts"

/** Node keeps the current response of a connection in this private member. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

/**
 * An HTTP server, the same for every port: it closes connections that send their request too slowly, or that do not read their response, and
 * none while the service works on its request. Its port can be open before the service responds: earlier requests wait for `start`.
 */
export type Listener = {
  http: Server
  /** Serves requests that have a path as their target, one meaning for every server, and no query or header that takes long to parse. */
  start(serve: RequestListener): void
  /**
   * For a server that is about to close. From now on each response closes its connection, even if its request is already under way. So
   * clients open their next connection to another process.
   */
  leave(): void
  /** The number of requests under way. */
  underWay(): number
}

export function createListener(limits: ConnectionLimits = CONNECTION_LIMITS): Listener {
  const { receiveMs, stalledMs, keptMs, maxKept, checkMs } = limits
  const ready = Promise.withResolvers<RequestListener>()
  // A set of sockets, because sockets stay. A set that each response joins and leaves is copied again and again. The unused copies keep the
  // responses, and all that they refer to, until the next collection of old objects.
  const sockets = new Set<HttpSocket>()
  /** Connections that are about to close, because a request on them could not be read. Node still reads requests that came with it. */
  const refused = new WeakSet<Socket>()
  let underWay = 0
  let leaving = false
  const onClose = () => underWay--
  const respond: RequestListener = (request, response) => {
    if (refused.has(request.socket)) return
    if (leaving || sockets.size > maxKept) response.shouldKeepAlive = false
    underWay++
    response.once("close", onClose)
    const problem = readTarget(request) ?? longHeader(request.headers) ?? ambiguity(request)
    if (problem) {
      refused.add(request.socket)
      respondToBadHead(response, problem)
    } else void ready.promise.then((serve) => serve(request, response))
  }
  // Both times are those of a request, from its first byte on: an idle connection is not counted. Node's own error for a missing Host has no
  // body, so `ambiguity` checks it. An unknown Expect header is ignored, as RFC 9110 allows.
  const timeouts = { headersTimeout: receiveMs, requestTimeout: receiveMs, keepAliveTimeout: keptMs }
  const http = createServer({ ...timeouts, connectionsCheckingInterval: checkMs, requireHostHeader: false }, respond)
    .on("checkExpectation", respond)
    .on("connect", respondToConnect)
    .on("clientError", respondToUnparsed)
    .on("connection", (socket: HttpSocket) => {
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
    })
    .setTimeout(stalledMs, endStalled)
  const leave = () => {
    leaving = true
    for (const { _httpMessage: response } of sockets) if (response) response.shouldKeepAlive = false
  }
  return { http, start: ready.resolve, leave, underWay: () => underWay }
}

/** Called when nothing was sent or received for a while. Node also calls it for idle connections, once their keep-alive has ended. */
function endStalled(socket: HttpSocket): void {
  const isWorkedOn = socket._httpMessage && !socket._httpMessage.headersSent
  if (!isWorkedOn || socket.writableLength > 0) socket.destroy()
}

/** The address of a port, and the variables that set its two parts, for errors. */
export type Address = { port: number; portVariable: string; host: string; hostVariable: string }

/** Opens a port and returns its number, which differs from `port` if that is 0. Throws an error that names the variable to change. */
export function listen(server: Server, { port, portVariable, host, hostVariable }: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isOfHost = cause.syscall === "getaddrinfo" || cause.code === "EADDRNOTAVAIL" || cause.code === "EAFNOSUPPORT"
      const advice = cause.code === "EADDRINUSE" ? " Stop the process that has it, or choose another port." : ""
      const message = isOfHost
        ? `${hostVariable} ${host} is not an address of this machine: ${cause.message}.`
        : `The port ${port} of ${portVariable} cannot be opened: ${cause.message}.${advice}`
      reject(Object.assign(new Error(message, { cause }), { code: cause.code }))
    })
    server.listen(port, host, () => resolve(portOf(server)))
  })
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
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
