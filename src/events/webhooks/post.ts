import { isIP, type LookupFunction } from "node:net"
import { Agent, buildConnector, type Dispatcher, errors } from "undici"
import { type AddressGuard, AddressRefused } from "../../base/address-guard.ts"
import { MAX_ATTEMPTS_UNDER_WAY } from "../../base/bounds.ts"
import { trustedContext } from "../../base/tls.ts"
import { createResolve, type Resolve } from "./resolve.ts"
import { type KeptResponse, ResponseKeeper } from "./response.ts"

/**
 * The result of one attempt. `error` is null if a response arrived, whatever its status. `duration_ms` is real time. `response` is the kept
 * part of the response, even if the response did not end. It is left out if no response began.
 */
export type AttemptResult = {
  http_status: number | null
  error: AttemptError | null
  duration_ms: number
  response?: KeptResponse
}

export type AttemptError =
  | "address_refused"
  | "connection_failed"
  | "connection_refused"
  | "dns_error"
  | "interrupted"
  | "invalid_response"
  | "timeout"
  | "tls_error"

export type Poster = {
  /** POSTs `body` once, unchanged. Does not throw if the receiver or the network fails, but reports that in the result. */
  post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<AttemptResult>
  /** Closes every connection. Running attempts end as `interrupted`. */
  close(): Promise<void>
}

type PosterOptions = {
  mayReach: AddressGuard
  /** Resolves host names to addresses. Defaults to DNS. */
  resolve?: Resolve
  /** Trusted root certificates as PEM. Defaults to those of Node.js, the operating system and NODE_EXTRA_CA_CERTS. */
  ca?: string[]
  timeoutMs?: number
  /** The URL of a server that the operator has chosen on this machine. It is reached whatever the guard says, and may speak http. */
  localServer?: string | undefined
  /** For a developer's own server: also allows http, and with `anyCertificate` https with an untrusted certificate. */
  ownServer?: { anyCertificate: boolean }
}

/** How long an attempt may take in all. */
export const TIMEOUT_MS = 30_000
const MAX_RESPONSE_BYTES = 64 * 1024

/** Statuses whose responses have no body in HTTP, whatever length they announce. */
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Creates the HTTP client of webhooks and integrations. It speaks HTTPS with a verified certificate, unless it posts to `ownServer`. It
 * connects only to addresses that `mayReach` accepts, and reuses connections. `timeoutMs` covers the whole attempt, from the DNS lookup to
 * the last byte of the response. Redirects are not followed. At most 64 KiB of the response are read. See docs/webhooks.md.
 */
export function createPoster(options: PosterOptions): Poster {
  const { ownServer, localServer, timeoutMs = TIMEOUT_MS } = options
  const { connect, open } = countOpen(guardedConnector({ ...options, timeoutMs }))
  const local = localServer && new URL(localServer).origin
  const mayPost = ({ protocol, origin }: URL) =>
    protocol === "https:" || (protocol === "http:" && (ownServer !== undefined || origin === local))
  const agent = new Agent({ connect, keepAliveTimeout: 10_000 })
  const interrupts = new Set<() => void>()

  return {
    post: (url, headers, body) =>
      new Promise((done) => {
        const started = performance.now()
        // Idle connections to many hosts would use up the file descriptors of the process.
        const reset = open() >= MAX_ATTEMPTS_UNDER_WAY.process
        const sent = { url: new URL(url), headers, body, reset }
        const exchange = startExchange(agent, sent, mayPost(sent.url), (http_status, error, response) => {
          clearTimeout(timer)
          interrupts.delete(interrupt)
          done({ http_status, error, duration_ms: Math.round(performance.now() - started), ...(response && { response }) })
        })
        const interrupt = () => exchange.end("interrupted")
        const timer = setTimeout(() => exchange.end("timeout"), timeoutMs)
        interrupts.add(interrupt)
      }),
    close: async () => {
      for (const interrupt of interrupts) interrupt()
      await agent.destroy()
    },
  }
}

type Sent = {
  url: URL
  headers: Record<string, string>
  body: Uint8Array
  /** Closes the connection after the response. */
  reset: boolean
}

/** Sends one request. Calls `report` once. The reported error is null if the response ended or exceeded 64 KiB. */
function startExchange(
  agent: Agent,
  { url, headers, body, reset }: Sent,
  mayPost: boolean,
  report: (status: number | null, error: AttemptError | null, response: KeptResponse | undefined) => void,
): { end(error: AttemptError): void } {
  let ended = false
  let controller: Dispatcher.DispatchController | undefined
  let status: number | null = null
  const keeper = new ResponseKeeper()

  function finish(error: AttemptError | null) {
    if (ended) return
    ended = true
    report(status, error, keeper.kept())
  }
  function end(error: AttemptError | null) {
    finish(error)
    controller?.abort(new Error("the attempt has ended"))
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      // The attempt may time out or be interrupted while it waits for a connection.
      if (ended) started.abort(new Error("the attempt has ended"))
    },
    onResponseStart(_controller, statusCode, responseHeaders) {
      status = statusCode
      keeper.begin(responseHeaders)
    },
    onResponseData(_controller, chunk) {
      keeper.add(chunk)
      if (keeper.bytes > MAX_RESPONSE_BYTES) end(null)
    },
    onResponseEnd: () => finish(null),
    onResponseError(_controller, error) {
      const hasArrived = error instanceof errors.ResponseContentLengthMismatchError && WITHOUT_BODY.has(status ?? 0)
      finish(hasArrived ? null : attemptErrorOf(error))
    },
  }
  // undici's timeouts are off because the timer of the attempt covers everything.
  const request = { origin: url.origin, path: url.pathname + url.search, method: "POST" as const, headers, body, reset }
  // undici frees a connection one event loop turn after a response. Dispatching after that turn reuses the connection.
  setImmediate(() => {
    if (!mayPost) return finish("tls_error")
    agent.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler)
  })
  return { end }
}

/** A delivery succeeds with any 2xx response in time. See openapi.yaml, Webhooks. */
export function hasDelivered({ http_status, error }: AttemptResult): boolean {
  return error === null && http_status !== null && http_status >= 200 && http_status < 300
}

/**
 * Connects only to addresses that pass the guard. Each connection looks the name up once and connects to the address that was
 * checked, which prevents DNS rebinding. `node:net` does not call `lookup` for IP literals, so they are checked separately.
 */
function guardedConnector({ mayReach, resolve = createResolve(), ca, timeoutMs, ownServer, localServer }: PosterOptions) {
  const local = localServer ? new URL(localServer) : undefined
  const isLocal = ({ protocol, hostname, port }: buildConnector.Options) =>
    local !== undefined && protocol === local.protocol && hostname === local.hostname && port === local.port
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const addresses = answers.filter(mayReach).map((address) => ({ address, family: isIP(address) }))
        const [first] = addresses
        if (!first) callback(new AddressRefused(), "")
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ""),
    )
  }
  let dial: buildConnector.connector | undefined
  const connect: buildConnector.connector = (options, callback) => {
    if (isLocal(options)) return buildConnector({ secureContext: trustedContext(ca), timeout: timeoutMs })(options, callback)
    if (isIP(options.hostname) && !mayReach(options.hostname)) return callback(new AddressRefused(), null)
    // Created on first use, because some processes never post.
    dial ??= buildConnector({
      lookup,
      secureContext: trustedContext(ca),
      rejectUnauthorized: !ownServer?.anyCertificate,
      timeout: timeoutMs,
    })
    dial(options, callback)
  }
  return connect
}

/** The same connector, with the number of its open connections. */
function countOpen(connect: buildConnector.connector): { connect: buildConnector.connector; open: () => number } {
  let open = 0
  const counted: buildConnector.connector = (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      open++
      socket.once("close", () => open--)
      callback(null, socket)
    })
  return { connect: counted, open: () => open }
}

const errorNames: Record<string, AttemptError> = {
  ADDRESS_REFUSED: "address_refused",
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "timeout",
  ETIMEOUT: "dns_error",
  ENOTFOUND: "dns_error",
  EAI_AGAIN: "dns_error",
  EAI_FAIL: "dns_error",
  ENODATA: "dns_error",
  ESERVFAIL: "dns_error",
  EPROTO: "tls_error",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_DESTROYED: "interrupted",
  UND_ERR_HEADERS_OVERFLOW: "invalid_response",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "invalid_response",
}

/** The certificate error codes that node:tls documents. Other TLS errors begin with ERR_TLS, ERR_SSL or ERR_OSSL. */
const tlsCode =
  /^(ERR_(TLS|SSL|OSSL)|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERROR_IN_)/

function attemptErrorOf(error: Error): AttemptError {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map((each) => String(each.code ?? ""))
  for (const code of codes) {
    const name = errorNames[code]
    if (name) return name
    if (tlsCode.test(code)) return "tls_error"
  }
  return error instanceof errors.HTTPParserError ? "invalid_response" : "connection_failed"
}
