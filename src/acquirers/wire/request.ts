// One request to an acquirer's API, and what its failure says.
import type { IncomingHttpHeaders } from "node:http"
import { Agent, buildConnector, type Dispatcher } from "undici"
import { trustedContext } from "../../base/tls.ts"

/** Nothing was sent to the acquirer, so the call was certainly not carried out. */
export class NotSent extends Error {
  override readonly name = "NotSent"
}

/** The acquirer gave no response that says whether a call was carried out. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
}

/** A response of any status. `body` is its JSON, or undefined if the response has no JSON. */
export type Answer = {
  status: number
  body: unknown
  /** Method and path, for messages. */
  call: string
  headers?: IncomingHttpHeaders
}

/** A sale is about 3 KiB. */
const MAX_RESPONSE_BYTES = 256 * 1024
/** The deadline of a call is usually shorter (docs/engine.md). This limit applies if no caller waits any more. */
const MAX_SILENCE_MS = 30_000
/**
 * An acquirer may close an idle connection at the moment at which a sale is sent on it. It is then unknown whether the sale was made, so
 * connections are reused for a short time only.
 */
const MAX_IDLE_MS = 4000

/** Connections without a certificate of the client, one pool for each host. */
export function createPools({ ca }: { ca?: string[] } = {}): Agent {
  return poolsWith(() => ({ secureContext: trustedContext(ca) }), MAX_RESPONSE_BYTES)
}

/**
 * Connections, one pool for each host. Idle ones close and keep no process alive. `tls` is asked on first use, because most processes have no
 * live account, and reading certificates is slow.
 */
export function poolsWith(tls: () => buildConnector.BuildOptions, maxResponseSize: number): Agent {
  let dial: buildConnector.connector | undefined
  return new Agent({
    connect: (options, callback) => {
      dial ??= buildConnector({ ...tls(), rejectUnauthorized: true, timeout: 10_000 })
      dial(options, callback)
    },
    keepAliveTimeout: MAX_IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    maxResponseSize,
    headersTimeout: MAX_SILENCE_MS,
    bodyTimeout: MAX_SILENCE_MS,
  })
}

/** Makes one request. A failure before the request begins is NotSent, because the acquirer has received nothing. `name` is for messages. */
export function request(
  pools: Dispatcher,
  options: Dispatcher.DispatchOptions,
  name: string,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    let headers: IncomingHttpHeaders = {}
    let begun: Dispatcher.DispatchController | undefined
    const abort = () => begun?.abort(new Error("the call was given up"))
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // Nothing has been written yet.
        if (signal.aborted) return controller.abort(new Error("the call was given up before it was sent"))
        begun = controller
      },
      onResponseStart: (_controller, code, fields) => {
        status = code
        headers = fields
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        signal.removeEventListener("abort", abort)
        resolve({ status, body: readJson(Buffer.concat(chunks).toString()), call: name, headers })
      },
      onResponseError: (_controller, error) => {
        signal.removeEventListener("abort", abort)
        const reason = reasonOf(error)
        reject(begun ? new NoAnswer(`${name}: no answer (${reason})`) : new NotSent(`${name}: not sent (${reason})`))
      },
    }
    signal.addEventListener("abort", abort, { once: true })
    // undici frees a connection one event loop turn after a response. Dispatching after that turn reuses the connection.
    setImmediate(() => pools.dispatch(options, handler))
  })
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** A code such as ECONNRESET. The messages of libraries stay out of the log, because they may repeat parts of the request. */
function reasonOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? error.name)
}

/** A number that a double would change, such as an id of twenty digits, stays as it is written. */
function wholeNumbers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const isChanged = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isChanged && context?.source ? context.source : value
}

/** Returns undefined if a text is not JSON. A success without a body then counts as an unknown outcome. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text, wholeNumbers)
  } catch {
    return undefined
  }
}
