// One tenant registers as many endpoints as it can, which all hang, and causes events that go to all of them.
import { Agent, request } from "undici"
import type { Attack, Target } from "../attack.ts"

const ENDPOINTS = 1000
const EVENTS = 20
const KEYS = 4

export const fanOut: Attack = {
  name: "fan-out",
  begin: async (target) => {
    const agent = new Agent({ connections: 16, localAddress: "127.0.0.2" })
    const keys = await target.newAccount(KEYS)
    const post = poster(target, agent, keys)
    let endpoints = 0
    while (endpoints < ENDPOINTS) {
      const made = await Promise.all(
        Array.from({ length: 16 }, () => post("/v1/webhook_endpoints", { url: target.sink, events: ["*"] })),
      )
      endpoints += made.filter(({ status }) => status === 201).length
      if (made.some(({ status }) => status !== 201)) break
    }
    const customer = (await post("/v1/customers", { email: "fan-out@example.com" })).body.id
    for (let event = 0; event < EVENTS; event++) {
      const intent = (await post("/v1/payment_intents", { amount: 100, currency: "brl", customer })).body.id
      await post(`/v1/payment_intents/${intent}/cancel`, {})
    }
    return { end: () => agent.destroy(), reached: () => `${endpoints} endpoints, ${EVENTS} events` }
  },
}

type Answer = { status: number; body: { id?: string } }

/** Sends each request with the next key. A failed request has the status 0, because the service may have no connection left. */
function poster({ url }: Target, dispatcher: Agent, keys: string[]) {
  let sent = 0
  return async (path: string, body: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${keys[sent++ % keys.length]}`, "content-type": "application/json" }
    const options = { dispatcher, method: "POST", headers, body: JSON.stringify(body) } as const
    const response = await request(url + path, options).catch(() => undefined)
    return { status: response?.statusCode ?? 0, body: ((await response?.body.json().catch(() => {})) ?? {}) as Answer["body"] }
  }
}
