// A merchant whose requests all have an idempotency key, and are repeated with it until they get a response.
import { randomUUID } from "node:crypto"
import type { Json, RequestOptions, Response } from "../../test/support/app/client.ts"

/** The part of the service that merchants need. */
export type Reachable = {
  /** Sends a request until it gets a response, whatever process of the service gives it. */
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Response>
  newMerchant(): Promise<{ account: string; key: string }>
  /** The address of a process that serves the API. */
  url(): string
}

export type Answered = { path: string; body: object; idempotencyKey: string; response: Response }

/** How many requests are repeated at a time. */
const AT_ONCE = 8

export type Shop = {
  account: string
  key: string
  /** Every response, to check that a repeat gets the same one. */
  answers: Answered[]
  /** Returns the body of the response. */
  post(path: string, body: object): Promise<Json>
  order(path: string, body: object): Promise<Response>
  get(path: string): Promise<Json>
}

/** Sends a request with the merchant's key until it gets a response. */
type Send = (method: string, path: string, body?: object, idempotencyKey?: string) => Promise<Response>

/** A merchant that remembers every response to a POST. */
export function createShop(account: string, key: string, send: Send): Shop {
  const answers: Answered[] = []
  const order: Shop["order"] = async (path, body) => {
    const idempotencyKey = randomUUID()
    const response = await send("POST", path, body, idempotencyKey)
    answers.push({ path, body, idempotencyKey, response })
    return response
  }
  return {
    account,
    key,
    answers,
    order,
    post: async (path, body) => (await order(path, body)).body,
    get: async (path) => (await send("GET", path)).body,
  }
}

export async function openShop(service: Reachable): Promise<Shop> {
  const { account, key } = await service.newMerchant()
  return createShop(account, key, (method, path, body, idempotencyKey) =>
    service.request(method, path, body, { key, idempotencyKey }),
  )
}

/** Repeats every request, some at a time. Returns those with a response that differs from the first one. */
export async function changedAnswers(service: Reachable, { answers, key }: Shop): Promise<string[]> {
  const changed: string[] = []
  const repeat = async ({ path, body, idempotencyKey, response }: Answered) => {
    const again = await service.request("POST", path, body, { key, idempotencyKey })
    if (meaning(again) !== meaning(response)) changed.push(`${path}: first ${meaning(response)}, then ${meaning(again)}`)
  }
  for (let i = 0; i < answers.length; i += AT_ONCE) await Promise.all(answers.slice(i, i + AT_ONCE).map(repeat))
  return changed
}

/** Returns a response without its request id, because a replay has its own. */
function meaning({ status, body }: Response): string {
  return `${status} ${JSON.stringify(body, (name, value) => (name === "request_id" ? undefined : value))}`
}
