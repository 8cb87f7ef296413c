import type { Transport } from "../faults.ts"
import type { Handler, Request } from "../server.ts"
import type { Reply } from "../types.ts"
import { challengeAnswer, challengePage } from "./acs.ts"
import { refuse } from "./answers.ts"
import { begin, profile, script, setUp } from "./browser.ts"
import { enroll, initialize, makeToken, validate } from "./calls.ts"
import { CONTROL_PATH, control } from "./control.ts"
import type { Session } from "./sessions.ts"
import type { MpiSimulator } from "./simulator.ts"
import type { MpiOperation, MpiTwist } from "./types.ts"

type Call = { request: Request; body: unknown; twist: MpiTwist }
type Handled = { transport?: Transport | undefined; run(): Reply }
type Route = { operation: MpiOperation; run(mpi: MpiSimulator, call: Call): Reply }

const AT_THE_MPI: Record<string, Route> = {
  "POST /v3/auth/token": { operation: "token", run: authorize },
  "POST /v3/3ds/init": { operation: "init", run: inSession("init", initialize) },
  "POST /v3/3ds/enroll": { operation: "enroll", run: inSession("enroll", enroll) },
  "POST /v3/3ds/validate": { operation: "validate", run: inSession("validate", validate) },
  "GET /Scripts/V3/mpi.js": { operation: "script", run: (_, { twist }) => script("mpi.js", twist) },
  "GET /Scripts/V3/mpiHelpers.js": { operation: "script", run: (_, { twist }) => script("mpiHelpers.js", twist) },
  "POST /Browser/Setup": { operation: "setup", run: (mpi, { body, request }) => setUp(mpi, body, request.headers.origin) },
  "POST /Browser/Card": { operation: "card", run: (mpi, { body }) => profile(mpi, body) },
  "POST /Browser/Challenge": { operation: "challenge", run: (mpi, { body }) => begin(mpi, body) },
}

const AT_THE_BANK: Record<string, Route> = {
  "POST /acs/challenge": { operation: "acs", run: (mpi, { request }) => challengePage(mpi, request.text) },
  "POST /acs/answer": { operation: "acs_answer", run: (mpi, { request }) => challengeAnswer(mpi, request.text) },
}

/** Answers what is sent to the MPI, and what controls the simulator. */
export function mpiHandler(mpi: MpiSimulator): (request: Request) => Handled {
  return (request) =>
    request.url.pathname.startsWith(CONTROL_PATH) ? { run: () => control(mpi, request) } : handle(mpi, AT_THE_MPI, request)
}

/** Answers what is sent to the bank. */
export function acsHandler(mpi: MpiSimulator): Handler {
  return (request) => handle(mpi, AT_THE_BANK, request)
}

function handle(mpi: MpiSimulator, routes: Record<string, Route>, request: Request): Handled {
  const { method, url } = request
  const route = routes[`${method} ${url.pathname}`]
  const body = bodyOf(request)
  const fault = route && count(mpi, route.operation, body)
  const { delayMs } = mpi.options
  return {
    transport: fault?.transport ?? (delayMs > 0 ? { kind: "slow_before", value: delayMs } : undefined),
    run: () => {
      const reply =
        route?.run(mpi, { request, body, twist: fault?.twist ?? {} }) ??
        refuse(mpi, 404, [{ Code: "NotFound", Message: "the MPI has no such path" }])
      if (reply.broken) mpi.violate({ method, path: url.pathname, messages: reply.broken })
      return reply
    },
  }
}

function count(mpi: MpiSimulator, operation: MpiOperation, body: unknown) {
  mpi.counts[operation] = (mpi.counts[operation] ?? 0) + 1
  const { order, amount } = paymentOf(body)
  const found = mpi.faults.hit({ operation, order, amount }, mpi.options.delayMs)
  if (found) mpi.hits.push({ operation, fault: found.fault, order })
  return found?.hit
}

function authorize(mpi: MpiSimulator, { request, body }: Call): Reply {
  const { headers } = request
  const [, basic = ""] = /^Basic ([A-Za-z0-9+/]+=*)$/.exec(headers.authorization ?? "") ?? []
  const [, id, secret] = /^([^:]+):(.+)$/.exec(Buffer.from(basic, "base64").toString()) ?? []
  if (!id) return refuse(mpi, 401, [{ Code: "Unauthorized", Message: "Authorization must be Basic, with ClientId:ClientSecret" }])
  const form = contentRules(mpi, request, body)
  if (form) return form
  if (mpi.clients.get(id) !== secret)
    return refuse(mpi, 401, [{ Code: "Unauthorized", Message: "ClientId and ClientSecret do not belong together" }], false)
  return makeToken(mpi, id, body)
}

/** A call with a token. It is noted in the token's session, whatever came of it. */
function inSession(
  step: string,
  run: (mpi: MpiSimulator, session: Session, body: unknown, twist: MpiTwist) => Reply,
): Route["run"] {
  return (mpi, { request, body, twist }) => {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? []
    if (!token)
      return refuse(mpi, 401, [{ Code: "Unauthorized", Message: "Authorization must be Bearer, with the access_token" }])
    const form = contentRules(mpi, request, body)
    if (form) return form
    const session = mpi.sessions.byToken(token)
    if (!session || session.tokenExpires <= mpi.now())
      return refuse(mpi, 401, [{ Code: "Unauthorized", Message: "the token is not known, or its time is over" }], false)
    const reply = run(mpi, session, body, twist)
    const { status, reason } = session.result ?? {}
    const result = reply.status === 200 && step !== "init" && reason !== undefined ? { result: `${status} ${reason}` } : {}
    const card = session.enrolled && step !== "init" ? { card: session.enrolled.card } : {}
    mpi.note(session, { step, status: reply.status, ...paymentOf(body), ...card, ...result })
    return reply
  }
}

function contentRules(mpi: MpiSimulator, { headers, url }: Request, body: unknown): Reply | undefined {
  if (!/^application\/json(;|$)/.test(headers["content-type"] ?? ""))
    return refuse(mpi, 415, [{ Code: "ContentType", Message: "the header Content-Type must be application/json" }])
  if (url.search !== "") return refuse(mpi, 400, [{ Code: "Query", Message: "there must be no query parameters" }])
  if (typeof body !== "object" || body === null) return refuse(mpi, 400, [{ Code: "Body", Message: "the body must be JSON" }])
  return undefined
}

/** The order and the amount that a body names, in any case. */
function paymentOf(body: unknown): { order?: string; amount?: number } {
  const members = Object.entries(typeof body === "object" && body !== null ? body : {})
  const find = (...names: string[]) => members.find(([name]) => names.includes(name.toLowerCase()))?.[1] as unknown
  const [order, amount] = [find("ordernumber"), find("amount", "totalamount")]
  return {
    ...(typeof order === "string" && { order }),
    ...(Number.isInteger(Number(amount)) && amount !== undefined && { amount: Number(amount) }),
  }
}

function bodyOf({ text }: Request): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
