import { invalid } from "./bank.ts"
import { type Call, routeOf } from "./calls.ts"
import { CONTROL_PATH, control } from "./control.ts"
import { type Hit, hitOf, type Target, type Transport } from "./faults.ts"
import type { Request } from "./server.ts"
import type { Simulator } from "./simulator.ts"
import type { Reply, Twist } from "./types.ts"

const GUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/
const METHODS = { api: ["POST", "PUT"], query: ["GET"], both: ["GET", "POST", "PUT"] }

/**
 * Answers the requests of a simulator: those that control it, and those that the bank has. `otherwise` is the fault of a call that no rule
 * hits.
 */
export function handlerOf(simulator: Simulator) {
  return (request: Request, otherwise?: string): { transport?: Transport | undefined; run(): Reply } => {
    if (request.url.pathname.startsWith(CONTROL_PATH)) return { run: () => control(simulator, request) }
    const body = bodyOf(request)
    const { method } = request
    const path = request.url.pathname
    const merchant = String(request.headers.merchantid ?? "").toLowerCase()
    const call: Call = { method, path, query: request.url.searchParams, body, merchant }
    const route = routeOf(call)
    const operation = route?.operation(call)
    const sale = body as { MerchantOrderId?: string; Payment?: { Amount?: number } } | null | undefined
    const order = sale?.MerchantOrderId ?? orderOf(call.query)
    const target = operation && { operation, merchant, payment: route?.id || undefined, order, amount: sale?.Payment?.Amount }
    const fault = target && (count(simulator, target) ?? (otherwise ? hitOf(otherwise) : undefined))
    return {
      transport: fault?.transport ?? (target && silenceOf(simulator, target)),
      run: () => {
        const reply = refuse(simulator, request, call, route?.parameters) ?? run(simulator, call, route, fault?.twist ?? {})
        const { broken } = reply
        if (broken) simulator.violate({ method, path, merchant: GUID.test(merchant) ? merchant : null, messages: broken })
        return reply
      },
    }
  }
}

function run({ bank }: Simulator, call: Call, route: ReturnType<typeof routeOf>, twist: Twist): Reply {
  if (!route) return invalid(["the bank has no such path"], 404)
  const twisted = twist.options ? { ...bank, options: { ...bank.options, ...twist.options } } : bank
  return route.run(twisted, call, route.id, twist)
}

/** How a look-up fails about whose sale the bank is silent. */
function silenceOf({ bank }: Simulator, { operation, merchant = "", payment = "", order = "" }: Target): Transport | undefined {
  if (operation !== "query" && operation !== "query_order") return undefined
  const asked = operation === "query" ? [bank.ledger.find(merchant, payment)] : bank.ledger.ofOrder(merchant, order)
  const kind = asked.find((sale) => sale?.silence)?.silence
  return kind ? { kind, value: 500 } : undefined
}

function count(simulator: Simulator, target: Target): Hit | undefined {
  const { operation, payment, order } = target
  simulator.counts[operation] = (simulator.counts[operation] ?? 0) + 1
  const found = simulator.faults.hit(target)
  if (found) simulator.hits.push({ operation, fault: found.fault, payment, order })
  return found?.hit
}

/** The answer to a request whose host, headers, parameters or body are wrong. */
function refuse(simulator: Simulator, request: Request, call: Call, parameters: string[] | undefined): Reply | undefined {
  const { headers, role, method, text } = request
  if (!METHODS[role].includes(method)) return invalid([`${method} is not for this host (${role})`], 404)
  const headerMessages = headerRules(request)
  if (headerMessages.length > 0) return invalid(headerMessages, headers.merchantid && headers.merchantkey ? 400 : 401)
  if (simulator.merchants.get(call.merchant) !== headers.merchantkey)
    return { status: 401, body: [{ Code: 126, Message: "MerchantId and MerchantKey do not belong together" }] }
  if (!parameters) return undefined
  const unknown = [...call.query.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0) return invalid(unknown.map((name) => `the query parameter ${name} is not one that the document has`))
  if (method !== "POST" && text !== "") return invalid(["the body must be empty"])
  if (method === "POST" && call.body === undefined) return invalid(["the body must be JSON"])
  return undefined
}

function headerRules({ headers, method, text }: Request): string[] {
  const messages: string[] = []
  if (!GUID.test(String(headers.merchantid))) messages.push("the header MerchantId must be a GUID")
  if (!/^[\x21-\x7e]{40}$/.test(String(headers.merchantkey))) messages.push("the header MerchantKey must have 40 characters")
  if (headers.requestid !== undefined && !GUID.test(String(headers.requestid)))
    messages.push("the header RequestId must be a GUID")
  if ((method === "POST" || text !== "") && !/^application\/json(;|$)/.test(headers["content-type"] ?? ""))
    messages.push("the header Content-Type must be application/json")
  return messages
}

function orderOf(query: URLSearchParams): string | undefined {
  return query.get("merchantOrderId") ?? undefined
}

function bodyOf({ text }: Request): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
