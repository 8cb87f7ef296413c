import { setTimeout as pause } from "node:timers/promises"
import type { Version } from "../../versions.ts"
import type { Json } from "./contract/document.ts"
import { operationOf } from "./contract/operations.ts"
import { asClient, violations } from "./contract/responses.ts"
import { everyReply } from "./every-reply.ts"
import { exchange } from "./exchange.ts"
import { Deviation, type Reply, type Sent } from "./expect.ts"

export type RequestOptions = {
  /** Replaces the secret key. Null sends no key. */
  key?: string | null
  /** Replaces the version of the run. Null names none, so that the key's applies. */
  version?: string | null
  headers?: Record<string, string>
  idempotencyKey?: string
  /** A body to send unchanged. Set its Content-Type in `headers`. */
  raw?: string
}

/** Sends a request and compares the response with the contract. Throws a Deviation if they differ. */
export type SendRequest = (method: string, path: string, body?: unknown, options?: RequestOptions) => Promise<Reply>

export type Client = {
  request: SendRequest
  /** The operations and statuses of all responses, such as `createCustomer 201`. */
  seen: Set<string>
  /** The last request. */
  last(): Sent | undefined
  /** Deletes the remaining webhook endpoints and origins, because an account may have only a limited number. */
  cleanUp(): Promise<void>
}

export type ClientOptions = {
  baseUrl: string
  version: Version
  key: string
  timeoutMs: number
  /** Called before the client waits for the rate limit. */
  onWait(seconds: number): void
}

/** The longest window is that of refused cards: ten minutes. */
const MAX_WAIT_SECONDS = 660
const MAX_WAITS = 5

/** Returns the path at which a created object can be deleted, for each operation that creates one. */
const MADE: Record<string, (body: Json) => string> = {
  createWebhookEndpoint: ({ id }) => `/v1/webhook_endpoints/${id}`,
  createMerchantOrigin: ({ origin }) => `/merchant-origins?${new URLSearchParams({ origin })}`,
}

/** Creates the client of a run. A request that the rate limit refuses is sent again when the server says so. */
export function createClient({ baseUrl, version, key, timeoutMs, onWait }: ClientOptions): Client {
  const seen = new Set<string>()
  const leftovers = new Set<string>()
  let last: Sent | undefined
  const problemsOf = everyReply()

  function checked(reply: Reply): Reply {
    const { method, path } = reply.sent
    const [target] = path.split("?") as [string]
    const operation = operationOf(method, target, version)
    if (operation) seen.add(`${operation.id} ${reply.status}`)
    const made = reply.status === 201 && MADE[operation?.id ?? ""]
    if (made && reply.body) leftovers.add(made(reply.body))
    if (method === "DELETE" && reply.status === 200) leftovers.delete(path)
    const found = method === "HEAD" ? [] : violations(method, target, reply, asClient)
    if (found.length > 0) throw new Deviation("a response that openapi.yaml describes", found.join("; "), reply.sent)
    for (const { expected, is } of problemsOf(reply)) throw new Deviation(expected, is, reply.sent)
    return reply
  }

  function exchanged(sent: Sent): Promise<Reply> {
    last = sent
    return exchange(baseUrl, sent, timeoutMs)
  }

  async function request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Reply> {
    const bearer = options.key === undefined ? key : options.key
    const named = options.version === undefined ? version : options.version
    const headers = {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.idempotencyKey ? { "idempotency-key": options.idempotencyKey } : {}),
      ...(named ? { "service-version": named } : {}),
      ...options.headers,
    }
    const sent = { method, path, headers, body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)) }
    for (let tries = 1; ; tries++) {
      const reply = checked(await exchanged(sent))
      if (reply.status !== 429) return reply
      const seconds = Number(reply.headers["retry-after"])
      if (tries > MAX_WAITS || seconds > MAX_WAIT_SECONDS)
        throw new Deviation("a rate limit that ends when Retry-After says", `429 for the ${tries}th time, for ${seconds} s`, sent)
      onWait(seconds)
      await pause(seconds * 1000)
    }
  }

  async function cleanUp(): Promise<void> {
    for (const path of leftovers) {
      const { status } = await exchanged({ method: "DELETE", path, headers: { authorization: `Bearer ${key}` }, body: undefined })
      if (status !== 429) leftovers.delete(path)
    }
  }

  return { request, seen, last: () => last, cleanUp }
}
