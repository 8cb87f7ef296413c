import type { Locale, Token, TokenError } from "../../sdk/browser/types.ts"
import { has, isObject } from "../shared/appearance.ts"
import type { BareType } from "../shared/protocol.ts"
import type { CardData } from "./fields.ts"
import { type ConnectionProblem, type PassingError, TEXTS } from "./texts.ts"

/**
 * The time limits of each token request, of all tries together, and of finding the reason for a missing response. vintem.js waits a little
 * longer than the last two.
 */
const REQUEST_MS = 10_000
const ALL_MS = 20_000
const EXPLAIN_MS = 5000
const MAX_RETRIES = 2
const RETRY_MS = 400
/** The longest wait that a payer accepts. */
const MAX_RETRY_AFTER_MS = 5000

const SERVICE_VERSION = "2026-04-27"
/** The first version with PIX Automático, and whose tokens have a funding. */
const LATER_VERSION = "2026-12-01"

export type Caller = { tokensUrl: string; key: string; parentOrigin: string; locale: () => Locale }
export type TokenBody = { type: BareType } | { type: "card"; card: CardData & { holderName?: string } }
export type TokenAnswer = { token: Token; error?: undefined } | { token?: undefined; error: TokenError }

/** Creates a token. A repeated request has the same Idempotency-Key, so it creates no second token. */
export async function createToken(caller: Caller, body: TokenBody): Promise<TokenAnswer> {
  const until = performance.now() + ALL_MS
  const idempotencyKey = randomKey()
  for (let retries = 0; ; retries++) {
    const left = until - performance.now()
    const response = await post(caller, body, idempotencyKey, Math.min(REQUEST_MS, left))
    if (!(response instanceof Response)) return { error: await explain(caller, response) }
    const wait = retries < MAX_RETRIES ? waitBefore(response, retries) : undefined
    if (wait === undefined || performance.now() + wait >= until) return read(caller, response)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

function needsLater(body: TokenBody): boolean {
  return body.type === "card" ? body.card.funding !== undefined : body.type === "pix_automatico"
}

async function post(caller: Caller, body: TokenBody, idempotencyKey: string, ms: number): Promise<Response | ConnectionProblem> {
  try {
    return await fetchWithin(ms, caller.tokensUrl, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${caller.key}`,
        "Content-Type": "application/json",
        "Idempotency-Key": idempotencyKey,
        "Service-Parent-Origin": caller.parentOrigin,
        "Service-Version": needsLater(body) ? LATER_VERSION : SERVICE_VERSION,
      },
      body: JSON.stringify(body),
      redirect: "error",
      referrerPolicy: "no-referrer",
    })
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "timeout" : "network_error"
  }
}

/** Fetches without cookies or cache. Rejects with an AbortError if the response is not complete after `ms` milliseconds. */
async function fetchWithin(ms: number, url: string, options: RequestInit = {}): Promise<Response> {
  const aborter = new AbortController()
  const timer = setTimeout(() => aborter.abort(), Math.max(0, ms))
  try {
    const response = await fetch(url, { ...options, credentials: "omit", cache: "no-store", signal: aborter.signal })
    const text = await response.text()
    return new Response(text, { status: response.status, headers: response.headers })
  } finally {
    clearTimeout(timer)
  }
}

/** Returns how long to wait before a retry, or undefined if a retry would not help or would take too long. */
function waitBefore({ headers }: Response, retries: number): number | undefined {
  if (headers.get("Service-Should-Retry") !== "true") return undefined
  const after = Number(headers.get("Retry-After") ?? 0) * 1000
  const wait = Math.max(after, RETRY_MS * 2 ** retries * (0.75 + Math.random() / 2))
  return wait <= MAX_RETRY_AFTER_MS ? wait : undefined
}

async function read({ locale }: Caller, response: Response): Promise<TokenAnswer> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && isObject(body) && body.object === "token") return { token: body as Token }
  const error = isObject(body) ? asError(body.error, locale()) : undefined
  return { error: error ?? problem("network_error", locale()) }
}

/**
 * Finds the reason for a missing response. The API lets only registered origins read its responses. So a browser also hides refusals of a
 * key or an origin from the frame. The frame's own origin reports those.
 */
async function explain({ key, parentOrigin, locale }: Caller, kind: ConnectionProblem): Promise<TokenError> {
  const query = new URLSearchParams({ key, origin: parentOrigin })
  try {
    const response = await fetchWithin(EXPLAIN_MS, `/v1/frame/refusal?${query}`)
    const body: unknown = await response.json()
    const error = isObject(body) ? asError(body.error, locale()) : undefined
    return error ?? problem(kind, locale())
  } catch {
    return problem(kind, locale())
  }
}

export function problem(code: ConnectionProblem, locale: Locale): TokenError {
  return { type: "connection_error", code, message: TEXTS[locale].connection[code] }
}

/** The API's messages are in English, for developers. */
function asError(error: unknown, locale: Locale): TokenError | undefined {
  if (!isObject(error)) return undefined
  const { type, code, message, param } = error
  if (typeof type !== "string" || typeof code !== "string" || typeof message !== "string") return undefined
  const { passing } = TEXTS[locale]
  if (has(passing, type)) return { type, code, message: passing[type as PassingError] }
  return typeof param === "string" ? { type, code, message, param } : { type, code, message }
}

/** Returns a UUID of version 4. A page without https lacks crypto.randomUUID. */
function randomKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  const bytes = random.map((byte, i) => (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
