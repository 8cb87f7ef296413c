import type { Dispatcher } from "undici"
import type { Logger } from "../../../base/log.ts"
import { trustedRoots } from "../../../base/tls.ts"
import { CallRefused } from "../../acquirer.ts"
import type { DeskAddresses, DeskCredentials } from "../../chargebacks.ts"
import { type Answer, NoAnswer, poolsWith, request } from "../../wire/request.ts"
import { NOTHING_FOUND } from "./codes.ts"
import { readCode } from "./read.ts"
import { openTokens, type Tokens } from "./token.ts"

/** A document of 8 MB in base64. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** What the calls of one account share. */
export type Account = {
  pool: Dispatcher
  tokens: Tokens
  credentials: DeskCredentials
  addresses: DeskAddresses
  log: Logger
  /** Whether the query has `Page` and `Order`: editions of the manual differ. */
  isCapital: boolean
}
export type Call = { method: "GET" | "POST" | "PUT"; path: string; body?: string | Buffer; type?: string }

/** The connections and the tokens of an account. Nothing is sent before the first call. `connections`: of a simulated network. */
export function openAccount(
  credentials: DeskCredentials,
  addresses: DeskAddresses,
  log: Logger,
  connections?: Dispatcher,
): Account {
  const { client_id, client_secret, certificate: cert, key } = credentials
  const pool = connections ?? poolsWith(() => ({ ca: trustedRoots(), cert, key }), MAX_RESPONSE_BYTES)
  const tokens = openTokens(pool, { url: addresses.cieloChargebackTokenUrl, client_id, client_secret })
  return { pool, tokens, credentials, addresses, log, isCapital: false }
}

/** The answer of any status. A token that is refused is fetched anew, once. Throws NotSent, NoAnswer and CallRefused. */
export async function send(account: Account, wanted: Call, signal: AbortSignal): Promise<Answer> {
  const { tokens } = account
  const token = await tokens.current(signal)
  const answer = await sendWith(account, token, wanted, signal)
  if (answer.status !== 401) return answer
  tokens.forget(token)
  return sendWith(account, await tokens.current(signal), wanted, signal)
}

function sendWith({ pool, addresses }: Account, token: string, call: Call, signal: AbortSignal): Promise<Answer> {
  const { method, path, body, type = "application/json" } = call
  const { origin, pathname, search } = new URL(addresses.cieloChargebackUrl + path)
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: "application/json",
    ...(body !== undefined && { "Content-Type": type }),
  }
  const options: Dispatcher.DispatchOptions = { origin, path: pathname + search, method, headers, body: body ?? null }
  return request(pool, options, `${method} ${path}`, signal)
}

/** A call that only asks. Undefined if there is nothing. Throws if there is no answer. */
export async function ask(account: Account, call: Call, signal: AbortSignal): Promise<Answer | undefined> {
  return judged(account, await send(account, call, signal))
}

/** The same for an answer. */
export function judged(account: Account, answer: Answer): Answer | undefined {
  const { status, call, body } = answer
  const code = readCode(body)
  if (code !== undefined && NOTHING_FOUND.has(code)) return undefined
  if (status >= 200 && status < 300 && (code === undefined || code.startsWith("1"))) return answer
  const about = { account: account.credentials.account, call, status, code }
  account.log.warn(about, "Cielo's Chargeback API does not answer a call")
  const Failed = [401, 403, 404].includes(status) ? CallRefused : NoAnswer
  throw new Failed(`${call}: status ${status}${code ? `, code ${code}` : ""}`)
}
