import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { wrongAfter } from "./history.ts"
import { type Order, wrongIn } from "./order.ts"

const PATH = "/api-credentials/orders"

/** A call that arrived. `status` is what was answered: null while it is not, or if the connection was cut. */
type Call = { order: Order; token: string; status: number | null; wrong: string[] }

/**
 * What happens to a call instead of the usual: it is answered with a status and not taken, is taken and its answer lost, or waits for `until`
 * before it is judged.
 */
type Fault = { status: number; body?: string } | { lost: true } | { until: Promise<void> }

export type Utmify = {
  /** For UTMIFY_URL. */
  url: string
  /** All calls with an order in JSON, the first one first. */
  calls: Call[]
  /** What was wrong with calls so far: nothing, if the platform keeps to the contract. */
  errors: string[]
  /** The orders as they are now. */
  orders: Map<string, Order>
  /** Decides about a call before it is judged. Undefined: as usual. */
  fault: ((order: Order, count: number) => Fault | undefined) | undefined
  /** Resolves when `count` calls were answered in all. */
  answered(count: number, withinMs?: number): Promise<Call[]>
  close(): Promise<void>
}

/** Starts UTMify with the tokens of its sellers. `now` is its clock in Unix seconds. */
export async function startUtmify(tokens: readonly string[], now = () => Date.now() / 1000): Promise<Utmify> {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    void handle(utmify, { tokens, now }, request, response).finally(() => {
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  const utmify: Utmify = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    errors: [],
    orders: new Map(),
    fault: undefined,
    answered: (count, withinMs = 30_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const answered = utmify.calls.filter(({ status }) => status !== null)
          if (answered.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(answered)
        }
        const fail = () => {
          waiting.delete(look)
          reject(new Error(`fewer than ${count} calls within ${withinMs} ms: ${JSON.stringify(utmify.calls)}`))
        }
        const timer = setTimeout(fail, withinMs)
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return utmify
}

type Seller = { tokens: readonly string[]; now: () => number }

async function handle(utmify: Utmify, seller: Seller, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const answer = (status: number, said: object | string) => {
    response.writeHead(status, { "content-type": "application/json" })
    response.end(typeof said === "string" ? said : JSON.stringify(said))
  }
  if (request.url !== PATH || request.method !== "POST") return answer(404, { error: "not found" })
  if (request.headers["content-type"]?.split(";")[0] !== "application/json") return answer(415, { error: "not JSON" })
  const order = parsed(body)
  if (order === undefined) {
    utmify.errors.push("the body is not JSON")
    return answer(400, { error: "the body is not JSON" })
  }
  const call: Call = { order, token: String(request.headers["x-api-token"] ?? ""), status: null, wrong: [] }
  utmify.calls.push(call)
  const verdict = await judge(utmify, seller, call)
  if (verdict === "lost") return void request.socket.destroy()
  call.status = verdict.status
  answer(verdict.status, verdict.said)
}

/** What a call is answered. "lost": it was taken, but its answer is lost. */
async function judge(
  utmify: Utmify,
  { tokens, now }: Seller,
  call: Call,
): Promise<{ status: number; said: object | string } | "lost"> {
  const { order, token } = call
  if (!tokens.includes(token)) return { status: 401, said: { error: "unknown credential" } }
  const fault = utmify.fault?.(order, utmify.calls.length)
  if (fault && "status" in fault) return { status: fault.status, said: fault.body ?? {} }
  if (fault && "until" in fault) await fault.until
  const form = wrongIn(order)
  call.wrong = form.length > 0 ? form : wrongAfter(utmify.orders.get(order.orderId), order, now())
  utmify.errors.push(...call.wrong.map((each) => `${order.orderId}: ${each}`))
  if (call.wrong.length > 0) return { status: 400, said: { result: "ERROR", errors: call.wrong } }
  utmify.orders.set(order.orderId, order)
  return fault && "lost" in fault ? "lost" : { status: 200, said: { result: "SUCCESS" } }
}

function parsed(body: string): Order | undefined {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
