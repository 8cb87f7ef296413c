import { setTimeout as pause } from "node:timers/promises"
import { Agent, request } from "undici"

/** A tenant's measurements of the service: latencies in milliseconds. */
export type Seen = { median: number; worst: number; failed: number }

export type Shop = { url: string; customer: string }

/** The interval between requests: 400 a minute, which a key may send. */
const INTERVAL_MS = 150
const TIME_LIMIT_MS = 30_000

/** Creates a payment intent every 150 ms for `seconds`, even if earlier ones have no response yet. */
export async function probe(shop: Shop, key: string, seconds: number): Promise<Seen> {
  const dispatcher = new Agent({ connections: 64 })
  let failed = 0
  const timed = async () => {
    const began = performance.now()
    const body = { amount: 4990, currency: "brl", customer: shop.customer }
    await create(shop.url, key, "/v1/payment_intents", body, dispatcher).catch(() => failed++)
    return performance.now() - began
  }
  const running: Promise<number>[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await pause(INTERVAL_MS)) running.push(timed())
  const latencies = (await Promise.all(running)).sort((a, b) => a - b)
  await dispatcher.close()
  return { median: latencies[Math.floor(latencies.length / 2)]!, worst: latencies.at(-1)!, failed }
}

/** Creates a resource. Throws if this fails or takes longer than 30 seconds. */
export async function create(url: string, key: string, path: string, body: object, dispatcher?: Agent): Promise<{ id: string }> {
  const response = await request(url + path, {
    dispatcher,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  })
  const created = (await response.body.json()) as { id: string }
  if (response.statusCode !== 201) throw new Error(`${path}: ${response.statusCode} ${JSON.stringify(created)}`)
  return created
}
