import { setTimeout as wait } from "node:timers/promises"
import { CONTROL_PATH, control } from "../control.ts"
import { errorReply, failureReply, forbiddenReply, htmlReply, unauthorizedReply } from "../errors.ts"
import type { Merchant } from "../merchants.ts"
import { type FoundOperation, operationOf } from "../operations.ts"
import { PAGE_PATH } from "../payments/challenge.ts"
import type { Logged, Simulator } from "../simulator.ts"
import { type Json, type Reply, type Request, ServiceFailure } from "../types.ts"
import { keyed } from "./keyed.ts"
import { page } from "./page.ts"
import type { Passage } from "./passage.ts"
import type { Handled } from "./server.ts"
import { shapeProblems } from "./shape.ts"
import { twisted } from "./twisted.ts"

/** Answers requests: finds their fault, checks them, lets the operation work, and checks the answer. */
export function handlerOf(simulator: Simulator) {
  return (request: Request): Handled => {
    const { pathname } = request.url
    if (pathname.startsWith(CONTROL_PATH)) return { run: () => control(simulator, request) }
    if (pathname.startsWith(PAGE_PATH)) {
      simulator.tick()
      return { run: () => page(simulator.world, request) }
    }
    const found = request.method === "POST" ? operationOf(pathname) : undefined
    const key = textOf(request.headers["idempotency-key"])
    const body = parsed(request.text)
    const reference = body?.reference ?? body?.paymentReference
    const hit = found && simulator.faults.hit(found.name, [reference, key, ...Object.values(found.params)].filter(Boolean))
    const logged = log(simulator, { operation: found?.name ?? "unknown", path: pathname, key, reference, fault: hit?.fault })
    return {
      transport: hit?.transport,
      run: () => enter(simulator, request, { found, body, key, hit, logged }),
      done: (status) => void Object.assign(logged, { status }),
      tell: () => simulator.tick(),
    }
  }
}

function log({ calls, world }: Simulator, entry: Omit<Logged, "at">): Logged {
  const logged = { ...entry, at: new Date(world.clock.now()).toISOString() }
  calls.push(logged)
  return logged
}

type Arrived = Pick<Passage, "body" | "key" | "hit"> & { found: FoundOperation | undefined; logged: Logged }

/** The gate: the path, the API key, JSON, and the merchant account. */
async function enter(simulator: Simulator, request: Request, { found, logged, ...arrived }: Arrived): Promise<Reply> {
  const { world } = simulator
  simulator.tick()
  if (!found) {
    world.violate("unknown", `there is no ${request.method} ${request.url.pathname}: Adyen has no look-up`)
    return htmlReply(404)
  }
  const apiKey = textOf(request.headers["x-api-key"])
  if (!apiKey) world.violate(found.name, "has no X-API-Key")
  const owners = world.merchants.filter(({ apiKeys }) => apiKey && apiKeys.includes(apiKey))
  if (owners.length === 0) return unauthorizedReply()
  const isJson = /^application\/json(?:;|$)/.test(textOf(request.headers["content-type"]) ?? "")
  if (!isJson || typeof arrived.body !== "object" || arrived.body === null) {
    world.violate(found.name, "is no JSON, or is not called so")
    return errorReply(400, "702", "Unexpected input")
  }
  const { account } = found.operation
  const named = account && owners.find((one) => one.account === arrived.body[account])
  if (account && !named) return forbiddenReply()
  logged.account = named?.account ?? owners[0]!.account
  const passage = { ...arrived, simulator, request, found, owners }
  const reply = found.operation.api === "checkout" ? await keyed(passage, work) : await work(passage)
  return twisted(reply, arrived.hit?.twist ?? {})
}

/** What Adyen does with a request of which it does not know the answer. */
async function work({ simulator, found, body, owners, hit }: Passage): Promise<Reply> {
  const { world } = simulator
  const { name, operation, params } = found
  if (hit?.twist.slowMs) await wait(hit.twist.slowMs, undefined, { ref: false })
  const problems = world.contract?.request(operation.api, operation.path, body) ?? shapeProblems(operation.path, body)
  for (const problem of problems) world.violate(name, problem)
  if (problems.length > 0) return refusalOf(problems)
  try {
    const merchant = merchantOf(simulator, owners, found, body)
    const reply = operation.run(world, { operation: name, merchant, params, body })
    world.clock.tick()
    if (world.options.webhookFirst) {
      world.deliveries.pump()
      await world.deliveries.settled()
    }
    return checked(simulator, found, reply)
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error
    if (!error.isPayers) world.violate(name, error.message)
    return checked(simulator, found, failureReply(error))
  }
}

function merchantOf({ world }: Simulator, owners: Merchant[], { operation }: FoundOperation, body: Json): Merchant {
  if (operation.account) return owners.find(({ account }) => account === body[operation.account!])!
  const result = body.details?.redirectResult
  const payment = world.payments.find(({ challenge }) =>
    challenge?.decisions.some(({ redirectResult }) => redirectResult === result),
  )
  return owners.find(({ account }) => account === payment?.merchant) ?? owners[0]!
}

function refusalOf(problems: string[]): Reply {
  if (problems.some((one) => one.includes("'returnUrl'"))) return errorReply(422, "14_030", "Return URL is missing.")
  return errorReply(422, "702", problems.join("; "))
}

/** An answer as it goes over the wire. Remembers what of it breaks the contract, and then says so in its place. */
function checked({ world, breaches }: Simulator, { operation }: FoundOperation, reply: Reply): Reply {
  const body = reply.body === undefined ? undefined : JSON.parse(JSON.stringify(reply.body))
  if (!world.contract || reply.outside) return { ...reply, body }
  const problems = world.contract.answer(operation.api, operation.path, reply.status, body)
  if (problems.length === 0) return { ...reply, body }
  breaches.push(...problems.map((problem) => `${operation.path} ${reply.status}: ${problem}`))
  return { status: 500, type: "text/plain", text: `The simulator breaks the contract: ${problems.join("; ")}` }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
