// The client through which tests speak to Vintém. Every answer is judged by the contract; a violation fails the test.
import { Agent, request as send } from "undici"
import { operationOf, violations } from "./contract.ts"
import { saw } from "./seen.ts"
import { askThroughSdk } from "./through-sdk.ts"

export type Json = any

export type RequestOptions = {
  /** Another key than the client's own; null sends none. */
  key?: string | null
  headers?: Record<string, string>
  idempotencyKey?: string
  /** Bytes sent as they are, instead of a body in JSON; give the Content-Type in `headers`. */
  raw?: string | Uint8Array
  /** Another origin of the same server, as that of the frame. */
  url?: string
  signal?: AbortSignal
}
export type Response = { status: number; headers: Record<string, string>; body: Json; text: string; bytes: Buffer }
export type Client = {
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>
  close(): Promise<void>
}

/**
 * A client for the server at `url`, with `key` as its Bearer token unless a request says otherwise. A 500 fails the test with the
 * `complaints` of the server's log.
 */
export function newClient(url: string, key?: string, complaints: () => string = () => ""): Client {
  const dispatcher = new Agent({ connections: 128, pipelining: 1, bodyTimeout: 60_000, headersTimeout: 60_000 })

  async function request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Response> {
    const bearer = options.key === undefined ? key : options.key
    const headers = {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.idempotencyKey ? { "idempotency-key": options.idempotencyKey } : {}),
      ...options.headers,
    }
    const response =
      (options.raw === undefined && !options.url && !options.signal && (await throughSdk(method, path, body, headers))) ||
      (await straight(method, path, body, headers, options))
    if (response.status === 500) throw new Error(`${method} ${path} answers 500: ${response.text}\n${complaints()}`)
    if (!options.url) judge(method, path, response)
    return response
  }

  async function throughSdk(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response | undefined> {
    const answer = await askThroughSdk({ url, method, path, body, headers })
    if (!answer) return undefined
    const text = JSON.stringify(answer.body)
    return { ...answer, text, bytes: Buffer.from(text) }
  }

  async function straight(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    options: RequestOptions,
  ): Promise<Response> {
    const answer = await send((options.url ?? url) + path, {
      dispatcher,
      method: method as "GET",
      signal: options.signal,
      body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      headers,
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      body: asJson(bytes.toString()),
      text: bytes.toString(),
      bytes,
    }
  }

  return { request, close: () => dispatcher.destroy() }
}

function judge(method: string, target: string, response: Response): void {
  const path = target.split("?")[0] as string
  const found = violations(method, path, response)
  const error = response.body?.error
  if (error && error.request_id !== response.headers["request-id"]) found.push("error.request_id is not the Request-Id")
  if (found.length) {
    throw new Error(
      `${method} ${target} answers ${response.status}, against the contract:\n  ${found.join("\n  ")}\n  ${response.text.slice(0, 2000)}`,
    )
  }
  const operation = operationOf(method, path)
  if (operation) saw(operation.id, response.status)
}

function asJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
