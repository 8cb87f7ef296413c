import { randomUUID } from "node:crypto"
import { Agent, buildConnector, type Dispatcher } from "undici"
import type { Logger } from "../../log.ts"
import { trustedContext } from "../../tls.ts"
import type { AcquirerAddresses, Credentials } from "../acquirer.ts"

/** Nothing was sent to Cielo: the call was certainly not carried out. */
export class NotSent extends Error {
  override readonly name = "NotSent"
}

/** Cielo gave no answer that tells what became of a call. It may have been carried out. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
}

/** A response of any status. `body` is its JSON, and undefined where it has none. */
export type Answer = { status: number; body: unknown /** Method and path, for messages. */; call: string }

/** Calls Cielo with the credentials of one account. Throws NotSent and NoAnswer. Their messages hold no key, card or payer. */
export type Exchange = {
  post(path: string, body: object, signal: AbortSignal): Promise<Answer>
  put(path: string, signal: AbortSignal): Promise<Answer>
  /** Queries go to a host of their own. */
  get(path: string, signal: AbortSignal): Promise<Answer>
}

/** What the calls of one account share. */
export type Account = { exchange: Exchange; credentials: Credentials; log: Logger }

type Call = { method: "GET" | "POST" | "PUT"; host: string; path: string; body?: object }

const REFUSED_KEY = new Set([401, 403])
/** A sale is about 3 KiB. */
const MAX_RESPONSE_BYTES = 256 * 1024
/** The deadline of the call ends most of them earlier (docs/engine.md). These hold where nobody waits any more. */
const MAX_SILENCE_MS = 30_000
/**
 * Cielo may close an idle connection at the moment at which a sale is sent on it. Nobody knows then whether the sale was made, so
 * connections are used again for a short time only.
 */
const MAX_IDLE_MS = 4000

/** The connections to Cielo. All accounts share them: a pool for each host. Idle ones close by themselves and keep no process alive. */
export function createPools({ ca }: { ca?: string[] } = {}): Agent {
  let dial: buildConnector.connector | undefined
  return new Agent({
    connect: (options, callback) => {
      // Created on first use, because most processes have no account at Cielo.
      dial ??= buildConnector({ secureContext: trustedContext(ca), rejectUnauthorized: true, timeout: 10_000 })
      dial(options, callback)
    },
    keepAliveTimeout: MAX_IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
    headersTimeout: MAX_SILENCE_MS,
    bodyTimeout: MAX_SILENCE_MS,
  })
}

/**
 * The calls of one account. Redirects are not followed: their status is the answer. Where Cielo refuses the key, it has done nothing: the call
 * is made with the key that was set later for the same merchant, if there is one.
 */
export function openExchange(pools: Agent, credentials: Credentials, addresses: AcquirerAddresses): Exchange {
  const { cieloApiUrl: api, cieloQueryUrl: query } = addresses
  let current = credentials
  const call = async (wanted: Call, signal: AbortSignal): Promise<Answer> => {
    const answer = await send(pools, current, wanted, signal)
    const merchant_key = REFUSED_KEY.has(answer.status) ? await credentials.renewedKey() : undefined
    if (merchant_key === undefined || merchant_key === current.merchant_key) return answer
    current = { ...credentials, merchant_key }
    return send(pools, current, wanted, signal)
  }
  return {
    post: (path, body, signal) => call({ method: "POST", host: api, path, body }, signal),
    put: (path, signal) => call({ method: "PUT", host: api, path }, signal),
    get: (path, signal) => call({ method: "GET", host: query, path }, signal),
  }
}

/** Makes one request. Whether it was begun tells what a failure means: before that, Cielo has received nothing. */
function send(pools: Agent, credentials: Credentials, call: Call, signal: AbortSignal): Promise<Answer> {
  const name = `${call.method} ${call.path}`
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let status = 0
    let begun: Dispatcher.DispatchController | undefined
    const abort = () => begun?.abort(new Error("the call was given up"))
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // Nothing has been written yet.
        if (signal.aborted) return controller.abort(new Error("the call was given up before it was sent"))
        begun = controller
      },
      onResponseStart: (_controller, code) => {
        status = code
      },
      onResponseData: (_controller, chunk) => void chunks.push(chunk),
      onResponseEnd: () => {
        signal.removeEventListener("abort", abort)
        resolve({ status, body: readJson(Buffer.concat(chunks).toString()), call: name })
      },
      onResponseError: (_controller, error) => {
        signal.removeEventListener("abort", abort)
        const reason = reasonOf(error)
        reject(begun ? new NoAnswer(`${name}: no answer (${reason})`) : new NotSent(`${name}: not sent (${reason})`))
      },
    }
    signal.addEventListener("abort", abort, { once: true })
    // undici frees a connection one event loop turn after a response. Dispatching after that turn reuses the connection.
    setImmediate(() => pools.dispatch(requestOf(credentials, call), handler))
  })
}

function requestOf({ merchant_id, merchant_key }: Credentials, { method, host, path, body }: Call): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(host + path)
  return {
    origin,
    path: pathname + search,
    method,
    headers: {
      MerchantId: merchant_id,
      MerchantKey: merchant_key,
      RequestId: randomUUID(),
      "Content-Type": "application/json",
    },
    body: body ? JSON.stringify(body) : null,
  }
}

/** A code such as ECONNRESET. Messages of libraries stay out of the log, because nobody knows what they repeat. */
function reasonOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? error.name)
}

/** Undefined where a text is not JSON. Who reads a success then finds nothing in it, and knows that its outcome is unknown. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
