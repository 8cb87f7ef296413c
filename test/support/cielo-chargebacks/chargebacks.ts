import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import type { Certificate } from "mkcert"
import { serverCertificate } from "../network/https-sink.ts"
import { BASES, callOf, TOKEN_PATH, wrongRequest } from "./calls.ts"
import { type Cases, createCases } from "./cases.ts"
import { merchantAuthority, merchantCertificate } from "./certificates.ts"
import { notAllowed } from "./codes.ts"
import { dayAt } from "./days.ts"
import { after, before, createFaults, type Fault } from "./faults.ts"
import { createTokens } from "./tokens.ts"
import type { Call, Client, Options, Reply, Request, Violation } from "./types.ts"

export const DEFAULTS: Options = {
  spelling: "newer",
  base: "newer",
  done: "page",
  ids: "numbers",
  unused: "empty",
  emptyFlag: "right",
  refusal: "multipart",
  mainCustomer: "text",
  query: "lower",
  nothingFound: 200,
  wording: "accents",
  dates: "day",
  daysToTreat: 10,
}

/** The merchant that every server knows. */
export const CLIENT: Client = { id: "vintem-chargebacks", secret: "simulated-secret", establishments: ["2000000001"] }

/** A running server of Cielo's chargebacks. */
export type Chargebacks = {
  tokenUrl: string
  /** It ends with a slash. With the option `base`, it changes. */
  baseUrl(): string
  client: Client
  /** What a caller needs besides the authority of the tests (testAuthority). */
  certificate: Certificate
  cases: Cases
  options: Options
  /** What it was sent against the document. A test asserts that there is none. */
  violations: Violation[]
  /** The calls that came, in their order, whatever became of them. */
  calls: Call[]
  fail(...faults: Fault[]): void
  /** No more faults. */
  heal(): void
  /** Moves its clock forward. */
  advance(ms: number): void
  /** All tokens expire. */
  expireTokens(): void
  close(): Promise<void>
}

type Start = Partial<Options> & { clients?: Client[]; clock?: () => number }

/** Cielo's side without a server: what it knows, and how it answers. */
export function openChargebacks({ clients = [CLIENT], clock = Date.now, ...given }: Start = {}) {
  const options: Options = { ...DEFAULTS, ...given }
  let aheadMs = 0
  const now = () => clock() + aheadMs
  const state: State = {
    ...{ options, now, cases: createCases(options, now), tokens: createTokens(clients, now), faults: createFaults() },
    ...{ violations: [], calls: [] },
  }
  return {
    ...state,
    client: clients[0] as Client,
    /** Answers a request, and remembers what the document doesn't allow of it. */
    reply: (request: Request) => replyTo(state, request),
    advance: (ms: number) => {
      aheadMs += ms
    },
  }
}

/** Starts it in this process, on loopback, over HTTPS. It takes no connection without a certificate of the merchants' authority. */
export async function startChargebacks(start: Start = {}): Promise<Chargebacks> {
  const { client, advance, ...state } = openChargebacks(start)
  const { options } = state
  const { key, cert } = await serverCertificate()
  const ca = (await merchantAuthority()).cert
  const demands = { ca, requestCert: true, rejectUnauthorized: true, key, cert }
  const server = createServer(demands, (request, response) => void answer(state, request, response))
  server.keepAliveTimeout = 120_000
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    tokenUrl: origin + TOKEN_PATH,
    baseUrl: () => origin + BASES[options.base],
    client,
    certificate: await merchantCertificate(),
    ...{ cases: state.cases, options, violations: state.violations, calls: state.calls },
    fail: state.faults.add,
    heal: state.faults.clear,
    advance,
    expireTokens: state.tokens.expire,
    close: () => close(server),
  }
}

type State = {
  options: Options
  now: () => number
  cases: Cases
  tokens: ReturnType<typeof createTokens>
  faults: ReturnType<typeof createFaults>
  violations: Violation[]
  calls: Call[]
}

async function answer(state: State, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const request = await read(incoming)
    const found = request.url.pathname === TOKEN_PATH ? ("token" as const) : callOf(request, state.options)?.call
    if (found) state.calls.push(found)
    const fault = found && state.faults.hit(found)
    const instead = await before(fault, response)
    if (instead === "gone") return
    const reply = instead ?? (await replyTo(state, request))
    const lost = after(fault, response)
    if (lost !== "gone") send(response, typeof lost === "object" ? lost : reply, lost === "truncated")
  } catch (error) {
    // A client that has gone is what tests do on purpose. Everything else is a bug of the simulator.
    if (!incoming.complete) return
    send(response, { status: 500, body: { message: `The simulator failed: ${(error as Error).stack}` } })
  }
}

async function replyTo(state: State, request: Request): Promise<Reply> {
  const reply = await run(state, request)
  if (reply.broken) state.violations.push({ method: request.method, path: request.url.pathname, messages: reply.broken })
  return reply
}

async function run(state: State, request: Request): Promise<Reply> {
  const { options, cases, tokens, now, faults } = state
  if (request.url.pathname === TOKEN_PATH) {
    if (request.method !== "POST") return notAllowed(["a token is asked for by POST"], 404)
    return tokens.issue(request)
  }
  const client = tokens.clientOf(request)
  if (!client) return { status: 401, body: { error: "invalid_token", error_description: "The token is missing or has expired" } }
  const found = callOf(request, options)
  if (!found) return notAllowed(["there is no such path"], 404)
  const wrong = wrongRequest(request, found.call)
  if (wrong.length > 0) return notAllowed(wrong)
  return found.run({ options, cases, client, today: dayAt(now()), failing: faults.item }, request, found.parts)
}

async function read(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = "", url = "/", headers } = incoming
  return { method, headers, url: new URL(url, "https://simulator"), body: Buffer.concat(chunks) }
}

function send(response: ServerResponse, { status, body }: Reply, truncated = false): void {
  const isText = typeof body === "string"
  const bytes = Buffer.from(isText ? body : JSON.stringify(body))
  response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", "content-length": bytes.length })
  if (!truncated) response.end(bytes)
  else response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, "close")
}
