import { randomUUID } from "node:crypto"
import type { Dispatcher } from "undici"
import { CallRefused } from "../acquirer.ts"
import { type Answer, NotSent, request } from "../wire/request.ts"
import type { BankCredentials } from "./credentials.ts"
import type { Tokens } from "./tokens.ts"

export type Call = {
  method: "GET" | "PUT" | "POST" | "PATCH"
  /** After the bank's base address. Its head says which one, because banks may have PIX Automático elsewhere. */
  path: string
  query?: Record<string, string>
  body?: object
  /** Beyond those of every call. */
  headers?: Record<string, string>
}

/** What the calls with one certificate share. */
export type Session = {
  credentials: BankCredentials
  pool: Dispatcher
  tokens: Tokens
  now(): number
  /** Until when (`performance.now`) the bank wants no calls. */
  quietUntil: number
}

/** How long a bank is left alone that does not say for how long. */
const QUIET_MS = 1000
const MAX_QUIET_MS = 60_000
const TOO_MANY = 429

/**
 * Makes a call, once. A token that is refused has let the bank do nothing, so the call is made with a new token, once more. Throws NotSent and
 * NoAnswer, and CallRefused if the bank takes no calls with these credentials. No message has a secret, or anything of the payer.
 */
export async function callWith(session: Session, call: Call, signal: AbortSignal): Promise<Answer> {
  const { tokens, credentials, now } = session
  const name = nameOf(call)
  if (baseFor(credentials, call) === undefined) throw new CallRefused(`${name}: nobody has said where the bank is`)
  // The bank would only say so after it has read the call, and then nobody knows what it did.
  if (credentials.certificateEnd * 1000 <= now()) throw new CallRefused(`${name}: the certificate has ended`)
  if (performance.now() < session.quietUntil) throw new NotSent(`${name}: the bank wants no calls for a while`)
  const token = await tokens.current(signal)
  const answer = await send(session, token, call, signal)
  if (answer.status === TOO_MANY) session.quietUntil = performance.now() + quietFor(answer)
  if (answer.status !== 401) return answer
  tokens.forget(token)
  return send(session, await tokens.current(signal), call, signal)
}

function quietFor({ headers }: Answer): number {
  const seconds = Number(headers?.["retry-after"])
  return seconds > 0 ? Math.min(seconds * 1000, MAX_QUIET_MS) : QUIET_MS
}

/** Method and path. The query may have a key. */
function nameOf({ method, path }: Call): string {
  return `${method} ${path}`
}

function send({ pool, credentials }: Session, token: string, call: Call, signal: AbortSignal): Promise<Answer> {
  const { method, path, query = {}, body } = call
  const { origin, pathname, hostname } = new URL(baseFor(credentials, call) + path)
  const search = new URLSearchParams({ ...query, ...appKey(credentials, hostname) }).toString()
  const options: Dispatcher.DispatchOptions = {
    ...{ origin, path: pathname + (search && `?${search}`), method },
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...ownHeader(credentials),
      ...call.headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  }
  return request(pool, options, nameOf(call), signal)
}

function baseFor({ baseUrl, mandatesUrl, mandateChargesUrl }: BankCredentials, { path }: Call): string | undefined {
  if (/^\/(rec|locrec|webhookrec)(\/|$)/.test(path)) return mandatesUrl
  return /^\/(cobr|webhookcobr)(\/|$)/.test(path) ? mandateChargesUrl : baseUrl
}

/** Banco do Brasil names its parameter differently in its test environment. */
function appKey({ profile, app_key }: BankCredentials, hostname: string): Record<string, string> {
  if (!profile.hasAppKey) return {}
  return { [/\bhm\b/.test(hostname) ? "gw-dev-app-key" : "gw-app-key"]: app_key }
}

function ownHeader({ profile: { header }, client_id }: BankCredentials): Record<string, string> {
  return header ? { [header.name]: header.value === "guid" ? randomUUID() : client_id } : {}
}
