// A merchant with a webhook endpoint on servers that fail, for the tests of deliveries.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import { connect } from "../../src/db/drivers/connect.ts"
import type { Json } from "../support/app/client.ts"
import { type Spawned, spawnVintem } from "../support/app/vintem.ts"
import type { Databases } from "../support/databases/databases.ts"
import { ageLeases } from "../support/databases/leases.ts"
import { until } from "../support/merchants/merchant.ts"
import { cardBody } from "../support/merchants/payments.ts"
import { authorityFile, type Sink } from "../support/network/https-sink.ts"

export const atOnce = 6
/** An attempt whose process died is made again within 60 s (docs/webhooks.md). */
export const recoveryMs = 60_000
/** A server can be slow on a busy machine. */
export const patienceMs = 60_000

/** What the endpoint hears of: one event a payment. */
const type = "payment_intent.succeeded"

/** A merchant with one endpoint, on a server that can be killed and replaced. Requests are retried until a server responds. */
export async function shopOn(databases: Databases, sink: Sink) {
  const env = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: await authorityFile(databases.directory) }
  let laterMs = 0
  const spawn = () => spawnVintem(env, { databases, laterMs })
  let server = await spawn()
  const { key } = server

  async function send(method: string, path: string, body?: object): Promise<Json> {
    const idempotencyKey = method === "GET" ? undefined : randomUUID()
    return until(async () => {
      const response = await server.request(method, path, body, { key, idempotencyKey }).catch(() => undefined)
      if (!response || response.status >= 500 || response.status === 409) return undefined
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
      return response.body
    }, patienceMs)
  }
  /** A sale that a dying server never sent stays processing for 15 minutes, without an event. The payer then pays once more. */
  async function pay(customer: string): Promise<string> {
    const { id } = await send("POST", "/v1/payment_intents", { amount: 100, currency: "brl", customer })
    const token = await send("POST", "/v1/tokens", cardBody())
    const { status } = await send("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(status).to.be.oneOf(["succeeded", "processing"])
    return status === "succeeded" ? id : pay(customer)
  }
  async function everyEvent(): Promise<Json[]> {
    const events: Json[] = []
    for (let after = ""; ; ) {
      const { data, has_more } = await send("GET", `/v1/events?type=${type}&limit=100${after}`)
      events.push(...data)
      if (!has_more) return events
      after = `&starting_after=${data.at(-1).id}`
    }
  }

  const { id: customer } = await send("POST", "/v1/customers", { email: "ana@example.com" })
  const { id: endpoint } = await send("POST", "/v1/webhook_endpoints", { url: sink.url, events: [type] })
  const path = `/v1/webhook_endpoints/${endpoint}/deliveries`
  return {
    /** For other servers on the same data. */
    env,
    everyEvent,
    deliveries: async (): Promise<Json[]> => (await send("GET", `${path}?limit=100`)).data,
    replay: ({ id }: Json) => send("POST", `${path}/${id}/replay`),
    server: (): Spawned => server,
    /** Waits until the server is dead, then starts another on the same data, as if `passedMs` had passed. */
    replace: async (passedMs = 0) => {
      await server.exited
      if (passedMs > 0) {
        const open = connect(databases.env.TEST_DATABASE_URL!, false)
        await ageLeases(open, passedMs)
        await open.close()
      }
      laterMs += passedMs
      server = await spawn()
    },
    /** Makes `payments` payments that succeed, `atOnce` at a time. Returns the ids of the payment intents. */
    payMany: async (payments: number) => {
      const ids: string[] = []
      let left = payments
      const worker = async () => {
        while (left-- > 0) ids.push(await pay(customer))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      return ids
    },
    close: () => server.close(),
  }
}

export type Shop = Awaited<ReturnType<typeof shopOn>>

/** The number of times that each event arrived, by event id. */
export function arrivals(sink: Sink): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { body } of sink.received) {
    const { id } = JSON.parse(body.toString())
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Waits until these events have arrived and every delivery has status `delivered`. */
export async function allDelivered(shop: Shop, sink: Sink, events: Json[], withinMs = patienceMs): Promise<void> {
  await until(async () => {
    const arrived = arrivals(sink)
    if (!events.every(({ id }) => arrived.has(id))) return undefined
    return (await shop.deliveries()).every(({ status }) => status === "delivered")
  }, withinMs)
}
