// Cielo's 3-D Secure by MPI V3 (docs/acquirers.md): token, init, enroll and, after a challenge, validate. One token serves one session.
import type {
  AuthenticationAnswer,
  AuthenticationOrder,
  AuthenticationRequest,
  AuthenticationSession,
  Authenticator,
  OpenSession,
} from "../../authentication.ts"
import { normalCode } from "../wire/members.ts"
import { readDecision, readSession, readToken } from "./answers.ts"
import { ask, basic, type MpiAccount, noAnswer, notBegun, refusesData, refusesMerchant, type Unavailable } from "./calls.ts"
import { type Asked, notEnrolled, outcomeOf } from "./outcomes.ts"
import { enrollRequest, initRequest, tokenRequest, validateRequest } from "./requests.ts"
import { isPageAllowed, scriptOf } from "./script.ts"

/** The networks that take data without an authentication. */
const DATA_ONLY_BRANDS = new Set(["visa", "mastercard"])

const BADLY_CONFIGURED = "234"
/** Members are missing or invalid. */
const BAD_DATA = new Set(["101", "102"])

export function authenticatorFor(account: MpiAccount): Authenticator {
  return {
    script: scriptOf(account.url, account.addresses),
    begin: (order, signal) => begin(account, order, signal),
    enroll: (session, request, signal) => enroll(account, session, request, signal),
    validate: (session, request, signal) => {
      const body = validateRequest(request)
      const asked = { session: session.id, brand: request.card.brand, dataOnly: false, afterChallenge: true }
      return decide(account, { path: "3ds/validate", secret: session.secret, body }, asked, signal)
    },
  }
}

async function begin(
  account: MpiAccount,
  order: AuthenticationOrder,
  signal: AbortSignal,
): Promise<AuthenticationSession | Unavailable> {
  const { mpi } = account
  const token = await ask(account, { path: "auth/token", authorization: basic(mpi), body: tokenRequest(mpi) }, signal)
  if ("result" in token) return token
  const secret = readToken(token)
  if (secret === null) return notBegun(account, "auth/token", token, "token")
  const call = { path: "3ds/init", authorization: `Bearer ${secret}`, body: initRequest(order) }
  const answer = await ask(account, call, signal)
  if ("result" in answer) return answer
  const session = readSession(answer)
  return session ? { ...session, secret } : notBegun(account, call.path, answer, "session")
}

/** American Express needs the merchant's number there. Without it, its cards take no part. */
async function enroll(
  account: MpiAccount,
  session: OpenSession,
  request: AuthenticationRequest,
  signal: AbortSignal,
): Promise<AuthenticationAnswer> {
  const { mpi, addresses } = account
  const { brand } = request.card
  const takesPart = brand !== "amex" || mpi.amex_code !== undefined
  if (!takesPart || (request.data_only && !DATA_ONLY_BRANDS.has(brand))) return notEnrolled(session.id)
  const names = { ip: addresses.cieloMpiIpMember, amex: addresses.cieloMpiAmexMember }
  const body = enrollRequest(session.id, request, mpi, names)
  const asked = { session: session.id, brand, dataOnly: request.data_only, afterChallenge: false }
  return decide(account, { path: "3ds/enroll", secret: session.secret, body }, asked, signal)
}

async function decide(
  account: MpiAccount,
  { path, secret, body }: { path: string; secret: string; body: object },
  asked: Asked,
  signal: AbortSignal,
): Promise<AuthenticationAnswer> {
  const answer = await ask(account, { path, authorization: `Bearer ${secret}`, body }, signal)
  if ("result" in answer) return answer
  const decision = readDecision(answer)
  const { cieloMpiFailedCodes: failed, cieloMpiUnavailableCodes: unavailable } = account.addresses
  const outcome = outcomeOf(decision, asked, { failed, unavailable }, (url) => isPageAllowed(account.url, url))
  return tell(account, path, decision, outcome)
}

/** Logs what an operator must see. An authentication that was decided is decided. */
function tell(
  account: MpiAccount,
  path: string,
  { status, code }: { status: number | null; code: string | null },
  outcome: AuthenticationAnswer,
): AuthenticationAnswer {
  const fields = { codes: code === null ? [] : [code], decision: status }
  const normal = code === null ? "" : normalCode(code)
  const isUnavailable = outcome.result === "unavailable"
  if (normal === BADLY_CONFIGURED) {
    const refused = refusesMerchant(account, path, fields)
    return isUnavailable ? refused : outcome
  }
  if (BAD_DATA.has(normal)) refusesData(account, path, fields)
  else if (isUnavailable) noAnswer(account, path, fields)
  return outcome
}
