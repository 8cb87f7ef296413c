import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { ApiError } from "../errors.ts"
import { newId } from "../ids.ts"
import { renderError, shouldRetry } from "./errors.ts"
import { DEFAULT_HEADERS } from "./headers.ts"

/** After the response the client has so long to close the connection. Until then it may still send what would reset it. */
const LINGER_MS = 1000

/** Responds to a request that Node cannot parse, which reaches no middleware, in the usual error shape (openapi.yaml, Errors). */
export function respondToUnparsed(
  reason: NodeJS.ErrnoException,
  socket: Socket & { _httpMessage?: Pick<ServerResponse, "headersSent" | "req" | "shouldKeepAlive"> | null },
): void {
  const underWay = socket._httpMessage
  const hasDisconnected = !socket.writable || reason.code === "ECONNRESET"
  if (underWay?.req.complete && !hasDisconnected) {
    // What follows a whole request is no part of it. That one gets its own response, and the connection is closed after it. An error now
    // would deny a payment that is being made.
    underWay.shouldKeepAlive = false
    return
  }
  // A response has begun already.
  if (hasDisconnected || underWay?.headersSent) {
    socket.destroy()
    return
  }
  const { status, error } = renderError(explain(reason.code))
  const requestId = newId("req")
  const body = JSON.stringify({ error: { ...error, request_id: requestId } })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    `Request-Id: ${requestId}`,
    `Service-Should-Retry: ${shouldRetry(status)}`,
    ...Object.entries(DEFAULT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function explain(code: string | undefined): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return new ApiError("request_too_large", "The request headers are too large.")
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ApiError("parameter_invalid", "The request did not arrive in time. Send it again.")
  return new ApiError("parameter_invalid", "The request is not well-formed HTTP/1.1.")
}
