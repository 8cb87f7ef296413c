import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { ApiError } from "../base/errors.ts"
import { newRequestId } from "../base/ids.ts"
import { renderError, shouldRetry } from "./errors.ts"
import { DEFAULT_HEADERS } from "./headers.ts"

/**
 * How long the client has to close the connection after the response. Closing it earlier could reset it before the client has read the
 * response.
 */
const LINGER_MS = 1000

/** Responds to a request that Node cannot parse, in the usual error shape (openapi.yaml, Errors). Such a request reaches no middleware. */
export function respondToUnparsed(
  reason: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: Pick<ServerResponse, "headersSent" | "req" | "shouldKeepAlive"> | null },
): void {
  const underWay = socket._httpMessage
  const hasDisconnected = !socket.writable || reason.code === "ECONNRESET"
  if (underWay?.req.complete && !hasDisconnected) {
    // Bytes after a complete request are not part of it. The request gets its own response, and then the connection is closed. An error now
    // would deny a payment that is being made.
    underWay.shouldKeepAlive = false
    return
  }
  // A response has already begun, or there is no client left.
  if (hasDisconnected || underWay?.headersSent) {
    socket.destroy()
    return
  }
  respondOn(socket, explain(reason.code))
}

/** Responds to a request whose target or headers cannot be read, with what is wrong with them. It reaches no middleware either. */
export function respondToBadHead(response: ServerResponse, problem: string): void {
  const { status, headers, body } = responseOf(invalid(problem))
  response.writeHead(status, headers).end(body)
}

/** Responds to CONNECT, for which Node gives no response object. */
export function respondToConnect(_: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {}) // the client is gone
  respondOn(socket, invalid("This server is no proxy: it opens no tunnels."))
}

function respondOn(socket: Duplex, error: ApiError): void {
  const { status, headers, body } = responseOf(error)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function responseOf(reason: ApiError): { status: number; headers: Record<string, string>; body: string } {
  const { status, error } = renderError(reason)
  const requestId = newRequestId()
  const body = JSON.stringify({ error: { ...error, request_id: requestId } })
  const headers = {
    Connection: "close",
    "Request-Id": requestId,
    "Service-Should-Retry": String(shouldRetry(status)),
    ...DEFAULT_HEADERS,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
  }
  return { status, headers, body }
}

function explain(code: string | undefined): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return new ApiError("request_too_large", "The request headers are too large.")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return invalid("The request did not arrive in time. Send it again.")
  return invalid("The request is not well-formed HTTP/1.1.")
}

function invalid(message: string): ApiError {
  return new ApiError("parameter_invalid", message)
}
