// The client of all tests. It checks every response against openapi.yaml, and a violation fails the test.
import { Agent, request as send } from "undici"
import { parsed } from "../../../src/cli/conformance/contract/responses.ts"
import { NEWEST_VERSION } from "../../../src/versions.ts"
import { operationOf, violations } from "../contract/contract.ts"
import type { Json } from "../contract/json.ts"
import { saw } from "../contract/seen.ts"
import { requestThroughSdk } from "../runner/through-sdk.ts"

export type { Json }

export type RequestOptions = {
  /** Replaces the client's own key. Null sends no key. */
  key?: string | null
  /** Undefined leaves a header out. Without a Service-Version here, the request names the newest one, as the SDK does. */
  headers?: Record<string, string | undefined>
  idempotencyKey?: string
  /** Bytes to send unchanged, in place of a JSON body. Set the Content-Type in `headers`. */
  raw?: string | Uint8Array
  /** Another origin of the same server. Its responses are not checked against the contract. */
  url?: string
  signal?: AbortSignal
}
export type Response = { status: number; headers: Record<string, string>; body: Json; text: string; bytes: Buffer }
export type Client = {
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>
  close(): Promise<void>
}

/**
 * undici's timers are slow on a busy machine. With a longer keep-alive, a request could come after the server has closed an idle
 * connection.
 */
export const KEEP_ALIVE = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 }

/**
 * Creates a client for the server at `url`. `key` is the Bearer token unless a request sets another. A 500 throws with the
 * server's error log (`complaints`).
 */
export function newClient(url: string, key?: string, complaints: () => string = () => ""): Client {
  const dispatcher = new Agent({ connections: 128, pipelining: 1, bodyTimeout: 240_000, headersTimeout: 240_000, ...KEEP_ALIVE })

  async function request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Response> {
    const bearer = options.key === undefined ? key : options.key
    const wanted = {
      "service-version": NEWEST_VERSION,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.idempotencyKey ? { "idempotency-key": options.idempotencyKey } : {}),
      ...options.headers,
    }
    const headers = Object.fromEntries(Object.entries(wanted).filter((pair): pair is [string, string] => pair[1] !== undefined))
    const response =
      (options.raw === undefined && !options.url && !options.signal && (await throughSdk(method, path, body, headers))) ||
      (await directly(method, path, body, headers, options))
    if (response.status === 500) throw new Error(`${method} ${path} returned 500: ${response.text}\n${complaints()}`)
    if (!options.url) checkContract(method, path, response)
    return response
  }

  async function throughSdk(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const received = await requestThroughSdk({ url, method, path, body, headers })
    if (!received) return undefined
    const text = JSON.stringify(received.body)
    return { ...received, text, bytes: Buffer.from(text) }
  }

  async function directly(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    options: RequestOptions,
  ): Promise<Response> {
    const received = await send((options.url ?? url) + path, {
      dispatcher,
      method: method as "GET",
      signal: options.signal,
      body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      headers,
    })
    const bytes = Buffer.from(await received.body.arrayBuffer())
    return {
      status: received.statusCode,
      headers: Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)])),
      body: parsed(bytes.toString()),
      text: bytes.toString(),
      bytes,
    }
  }

  return { request, close: () => dispatcher.destroy() }
}

function checkContract(method: string, target: string, response: Response): void {
  const path = target.split("?")[0] as string
  const found = violations(method, path, response)
  const error = response.body?.error
  if (error && error.request_id !== response.headers["request-id"])
    found.push("error.request_id differs from the header Request-Id")
  if (found.length) {
    throw new Error(
      `${method} ${target} returned ${response.status}, against openapi.yaml:\n  ${found.join("\n  ")}\n  ${response.text.slice(0, 2000)}`,
    )
  }
  const operation = operationOf(method, path)
  if (operation) saw(operation.id, response.status, response.body)
}
