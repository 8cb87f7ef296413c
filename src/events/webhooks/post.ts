import { isIP, type LookupFunction } from "node:net"
import { createSecureContext, getCACertificates } from "node:tls"
import { Agent, buildConnector, type Dispatcher, errors } from "undici"
import { type AddressGuard, AddressRefused } from "./address-guard.ts"
import { createResolve, type Resolve } from "./resolve.ts"

/** How one attempt ended: `error` is null where the other side answered, whatever it answered. `duration_ms` is real time. */
export type AttemptResult = { http_status: number | null; error: AttemptError | null; duration_ms: number }

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
  /** POSTs `body` once, as it is. Never throws for what the other side does: that is the result. */
  post(url: string, headers: Record<string, string>, body: Uint8Array): Promise<AttemptResult>
  /** Ends every connection; attempts under way end as `interrupted`. */
  close(): Promise<void>
}

type PosterOptions = {
  mayReach: AddressGuard
  /** Host names to addresses. Given by tests; else DNS. */
  resolve?: Resolve
  /** Trusted root certificates, PEM. Given by tests; else Node's, the system's and NODE_EXTRA_CA_CERTS. */
  ca?: string[]
  timeoutMs?: number
}

const MAX_RESPONSE_BYTES = 64 * 1024

/**
 * Makes the one way out for webhooks and integrations: HTTPS with a verified certificate to addresses that `mayReach`
 * accepts, over connections that are kept and re-used. An attempt has 30 s in all, from the look-up of the name to the last
 * byte of the answer; redirects are not followed and no more than 64 KiB of the answer are read.
 */
export function createPoster({ mayReach, resolve = createResolve(), ca, timeoutMs = 30_000 }: PosterOptions): Poster {
  const agent = new Agent({ connect: guardedConnector(mayReach, resolve, ca, timeoutMs), keepAliveTimeout: 10_000 })
  const interrupts = new Set<() => void>()

  return {
    post: (url, headers, body) =>
      new Promise((done) => {
        const started = performance.now()
        const exchange = startExchange(agent, new URL(url), headers, body, (http_status, error) => {
          clearTimeout(timer)
          interrupts.delete(interrupt)
          done({ http_status, error, duration_ms: Math.round(performance.now() - started) })
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

/** Sends one request and reports once: the status, and an error unless the whole answer, or enough of it, was read. */
function startExchange(
  agent: Agent,
  url: URL,
  headers: Record<string, string>,
  body: Uint8Array,
  report: (status: number | null, error: AttemptError | null) => void,
): { end(error: AttemptError): void } {
  let ended = false
  let controller: Dispatcher.DispatchController | undefined
  let status: number | null = null
  let read = 0

  function finish(error: AttemptError | null) {
    if (ended) return
    ended = true
    report(status, error)
  }
  function end(error: AttemptError | null) {
    finish(error)
    controller?.abort(new Error("the attempt has ended"))
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (ended) started.abort(new Error("the attempt has ended")) // it ended while it waited for its connection
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode
    },
    onResponseData(_controller, chunk) {
      read += chunk.length
      if (read > MAX_RESPONSE_BYTES) end(null)
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_controller, error) => finish(nameOf(error)),
  }
  // The attempt's own timer covers everything, so undici's are off.
  const request = { origin: url.origin, path: url.pathname + url.search, method: "POST" as const, headers, body }
  // undici frees a connection for its next request one turn after an answer: dispatching later than that re-uses it.
  setImmediate(() => {
    if (url.protocol !== "https:") return finish("tls_error")
    agent.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler)
  })
  return { end }
}

/** Specification, Delivery and signature: any 2xx within 30 seconds. */
export function hasDelivered({ http_status, error }: AttemptResult): boolean {
  return error === null && http_status !== null && http_status >= 200 && http_status < 300
}

/**
 * Connects to addresses that passed the guard, and to no others: the name is looked up once a connection and the answer that
 * was judged is the one dialled, so a name that changes its answer afterwards gains nothing. Net does not ask `lookup` for IP
 * literals, which are judged before it.
 */
function guardedConnector(mayReach: AddressGuard, resolve: Resolve, ca: string[] | undefined, timeoutMs: number) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const addresses = answers.filter(mayReach).map((address) => ({ address, family: isIP(address) }))
        if (addresses.length === 0) callback(new AddressRefused(), "")
        else if (options.all) callback(null, addresses)
        else callback(null, addresses[0]!.address, addresses[0]!.family)
      },
      (error) => callback(error, ""),
    )
  }
  let dial: buildConnector.connector | undefined
  const connect: buildConnector.connector = (options, callback) => {
    if (isIP(options.hostname) && !mayReach(options.hostname)) return callback(new AddressRefused(), null)
    // Reading hundreds of root certificates takes a while, which a process that never posts need not wait for.
    dial ??= buildConnector({
      lookup,
      secureContext: createSecureContext({ ca: ca ?? trustedRoots() }),
      rejectUnauthorized: true,
      timeout: timeoutMs,
    })
    dial(options, callback)
  }
  return connect
}

/** Node's own list, NODE_EXTRA_CA_CERTS and what the operating system trusts. */
function trustedRoots(): string[] {
  return [...new Set([...getCACertificates("default"), ...getCACertificates("extra"), ...getCACertificates("system")])]
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

/** OpenSSL's verdicts on a certificate are the codes that node:tls documents; the rest of them begin with ERR_TLS or ERR_SSL. */
const tlsCode =
  /^(ERR_(TLS|SSL|OSSL)|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERROR_IN_)/

function nameOf(error: Error): AttemptError {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map((each) => String(each.code ?? ""))
  for (const code of codes) {
    const name = errorNames[code]
    if (name) return name
    if (tlsCode.test(code)) return "tls_error"
  }
  return error instanceof errors.HTTPParserError ? "invalid_response" : "connection_failed"
}
