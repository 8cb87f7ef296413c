import { Agent, request } from "undici"
import type { Target } from "../attack.ts"

export type Answer = { status: number; body: Record<string, string> }

/** A tenant that sends requests from its own address, each with the next of its keys. */
export type Tenant = {
  /** A failed request has the status 0, because the service may have no connection left. */
  post(path: string, body?: object, idempotencyKey?: string): Promise<Answer>
  keys: string[]
  end(): Promise<void>
}

export async function newTenant(target: Target, { keys: count, address }: { keys: number; address: string }): Promise<Tenant> {
  const dispatcher = new Agent({ connections: 2000, connect: { localAddress: address }, headersTimeout: 0 })
  const keys = await target.newAccount(count)
  let sent = 0
  return {
    keys,
    post: async (path, body = {}, idempotencyKey) => {
      const headers = {
        authorization: `Bearer ${keys[sent++ % keys.length]}`,
        "content-type": "application/json",
        ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      }
      const options = { dispatcher, method: "POST", headers, body: JSON.stringify(body) } as const
      const response = await request(target.url + path, options).catch(() => undefined)
      return { status: response?.statusCode ?? 0, body: ((await response?.body.json().catch(() => {})) ?? {}) as Answer["body"] }
    },
    end: () => dispatcher.destroy(),
  }
}

/** `3 × 200, 97 × 429` */
export function counted(statuses: number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} × ${status || "no response"}`).join(", ")
}

/** Subscribes this many customers to a plan that charges them daily. */
export async function subscribeDaily(target: Target, { keys, post }: Tenant, count: number): Promise<void> {
  const { id: product } = (await post("/v1/products", { name: "Daily" })).body
  await post(`/v1/products/${product}/price`, { amount: 100, currency: "brl" })
  await target.newDailyPlan(keys[0]!, product!)
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2034, cvc: "123" }
  for (let i = 0; i < count; i++) {
    const { id: customer } = (await post("/v1/customers", { email: `daily-${i}@example.com`, name: "Daily" })).body
    const { id } = (await post("/v1/payment_intents", { amount: 100, currency: "brl", customer, product })).body
    const { id: payment_method } = (await post("/v1/tokens", { type: "card", card })).body
    const { status } = await post(`/v1/payment_intents/${id}/confirm`, { payment_method })
    if (status !== 200) throw new Error(`a customer could not be subscribed: ${status}`)
  }
}
