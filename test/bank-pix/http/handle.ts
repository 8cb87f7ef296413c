import type { Account } from "../accounts.ts"
import type { Bank, Call } from "../bank.ts"
import type { Contract } from "../contract/contract.ts"
import { efiReply, gatewayReply, htmlReply, problemReply, refusalReply } from "../errors.ts"
import type { Faults } from "../faults.ts"
import { type Operation, type OperationName, operationOf } from "../operations.ts"
import { catchUp } from "../recurring/progress.ts"
import type { Tokens } from "../tokens.ts"
import { Refusal, type Reply, type Request, type Twist } from "../types.ts"
import type { Handled } from "./server.ts"
import { twisted } from "./twisted.ts"

/** A request that came. `status` is null where no answer was sent, and undefined while there is none. `client` is its id, if it is known. */
export type Logged = {
  operation: OperationName | "unknown"
  method: string
  path: string
  query: Record<string, string>
  at: number
  client?: string
  status?: number | null
  fault?: string
}

export type Desk = {
  bank: Bank
  tokens: Tokens
  faults: Faults
  contract?: Contract | undefined
  calls: Logged[]
  /** Answers of the simulator that break the contract. */
  breaches: string[]
  /** Somebody pays while a list is read. */
  shift(account: Account): void
}

const GUID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/

type Found = ReturnType<typeof operationOf>

/** Answers requests: finds their fault, checks them, lets the operation work, and checks the answer. */
export function handlerOf(desk: Desk) {
  return (request: Request): Handled => {
    const { bank, faults, tokens } = desk
    const isToken = request.url.pathname === bank.profile.token.path
    const found = isToken ? undefined : operationOf(request.method, request.url.pathname, bank.profile)
    const name = isToken ? "token" : found?.name
    const hit = name && faults.hit(name, Object.values(found?.params ?? {}))
    const logged = log(desk, request, name)
    if (hit) logged.fault = hit.transport?.kind ?? Object.keys(hit.twist).join("+")
    if (hit?.transport?.kind === "unauthorized") tokens.revoke(request)
    return {
      transport: hit?.transport,
      run: async () => (isToken ? issue(desk, request) : await answer(desk, request, found, hit?.twist ?? {}, logged)),
      done(status, reply) {
        logged.status = status
        if (isToken && reply && status !== 200) tokens.forget(reply)
      },
    }
  }
}

function log({ bank, calls }: Desk, { method, url }: Request, operation: Logged["operation"] = "unknown"): Logged {
  const query = Object.fromEntries(url.searchParams)
  const logged: Logged = { operation, method, path: url.pathname, query, at: bank.clock.now() }
  calls.push(logged)
  return logged
}

function issue({ tokens }: Desk, request: Request): Reply {
  return request.method === "POST" ? tokens.issue(request) : gatewayReply(405, "Method Not Allowed")
}

async function answer(desk: Desk, request: Request, found: Found, twist: Twist, logged: Logged): Promise<Reply> {
  const { bank, tokens } = desk
  if (!found) {
    bank.misuse.report(`there is no ${request.method} ${request.url.pathname}`)
    return htmlReply(404)
  }
  const gate = gateRules(desk, request)
  if (gate.length > 0) {
    bank.misuse.report(...gate)
    return gatewayReply(400, gate.join("; "))
  }
  const holder = tokens.check(request)
  if ("status" in holder) return holder
  logged.client = holder.account.client.id
  if (!holder.scopes.includes(found.operation.scope)) return checked(desk, found, problemReply(403, "AcessoNegado"))
  if (twist.shifts) desk.shift(holder.account)
  const reply = await run(desk, request, found, holder.account, twist)
  return twisted(checked(desk, found, reply), twist)
}

async function run(
  { bank, contract }: Desk,
  request: Request,
  { operation, params }: NonNullable<Found>,
  account: Account,
  twist: Twist,
): Promise<Reply> {
  try {
    catchUp(bank)
    const query = Object.fromEntries(request.url.searchParams)
    for (const name of bank.profile.query) delete query[name]
    const body = bodyOf(request, operation, bank)
    const problems = contract?.request(`${operation.method} ${operation.path}`, { path: params, query, body }) ?? []
    if (problems.length > 0) {
      bank.misuse.report(...problems.map((problem) => `${operation.method} ${operation.path}: ${problem}`))
      throw new Refusal(
        operation.invalid,
        problems.map((razao) => ({ razao, propriedade: razao.split(" ")[0]! })),
      )
    }
    const call: Call = { account, params, query, body, headers: request.headers, twist }
    const reply = await operation.run(bank, call)
    return twist.status && reply.status < 400 ? { ...reply, status: twist.status, outside: true } : reply
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (twist.efiErrors) return efiReply(error.status, error.error)
    return refusalReply(error, bank.profile)
  }
}

/** What a gateway in front of this bank wants of each call. */
function gateRules({ bank: { profile, accounts } }: Desk, { headers, url, fingerprint }: Request): string[] {
  const client = accounts.find(({ fingerprints }) => fingerprints.has(fingerprint))?.client.id
  const missing = profile.headers.filter(({ name, value }) => {
    const given = String(headers[name] ?? "")
    return value === "a GUID" ? !GUID.test(given) : given !== client
  })
  const hasKey = profile.query.length === 0 || profile.query.some((name) => url.searchParams.get(name))
  return [
    ...missing.map(({ name, value }) => `each call to this bank has the header ${name}: ${value}`),
    ...(hasKey ? [] : [`each call to this bank has the parameter ${profile.query.join(" or ")}`]),
  ]
}

/** The JSON of a body. Undefined where there is none. Throws a refusal for what is no JSON, or is not called so. */
function bodyOf({ headers, text }: Request, { invalid, method, path }: Operation, { misuse }: Bank): unknown {
  if (text === "") return undefined
  const problem = problemOfBody(headers["content-type"] ?? "", text)
  if (problem === undefined) return JSON.parse(text)
  misuse.report(`${method} ${path}: ${problem}`)
  throw new Refusal(invalid, [{ razao: problem, propriedade: "body" }])
}

function problemOfBody(type: string, text: string): string | undefined {
  if (!/^application\/json(?:;|$)/.test(type)) return "the header Content-Type must be application/json"
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return "the body must be JSON"
  }
}

/** An answer as it goes over the wire. Remembers what of it breaks the contract, and then says so in its place. */
function checked({ contract, breaches }: Desk, { operation }: NonNullable<Found>, reply: Reply): Reply {
  const body = reply.body === undefined ? undefined : JSON.parse(JSON.stringify(reply.body))
  if (!contract || reply.outside) return { ...reply, body }
  const name = `${operation.method} ${operation.path}`
  const problems = contract.answer(name, reply.status, body).map((problem) => `${name} ${reply.status}: ${problem}`)
  if (problems.length === 0) return { ...reply, body }
  breaches.push(...problems)
  return { status: 500, type: "text/plain", text: `The simulator breaks the contract: ${problems.join("; ")}` }
}
