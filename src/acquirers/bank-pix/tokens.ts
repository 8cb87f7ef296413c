import type { Dispatcher } from "undici"
import { CallRefused } from "../acquirer.ts"
import { objectOf } from "../wire/json.ts"
import { type Answer, NotSent, request } from "../wire/request.ts"
import type { BankCredentials } from "./credentials.ts"
import { textOf } from "./wire.ts"

const SCOPES = ["cob.write", "cob.read", "pix.write", "pix.read", "webhook.write", "webhook.read"]
const MANDATE_SCOPES = [
  ...["rec.write", "rec.read", "payloadlocationrec.write", "cobr.write", "cobr.read"],
  ...["webhookrec.write", "webhookrec.read", "webhookcobr.write", "webhookcobr.read"],
]

/** What the adapter does at the bank. Others are not asked for. */
export function scopesOf({ account }: Pick<BankCredentials, "account">): string[] {
  return account ? [...SCOPES, ...MANDATE_SCOPES] : SCOPES
}

const MAX_ASKING_MS = 10_000
/** A bank that does not say how long its tokens live. */
const DEFAULT_SECONDS = 300
/** A token is used for nine tenths of its life, because the bank began to count before its answer arrived. */
const USED_PART = 0.9
const REFUSED = new Set([400, 401, 403])

type Token = { value: string; until: number; scopes: readonly string[] | undefined }

/** The tokens of one certificate, to which the bank binds them. They live in memory only. */
export type Tokens = {
  /** Throws CallRefused for wrong credentials, and NotSent if there is no answer: no other call was made yet. */
  current(signal: AbortSignal): Promise<string>
  /** Forgets a token that was refused. */
  forget(value: string): void
  /** The scopes that the bank has denied, or undefined if it did not say. */
  missing(signal: AbortSignal): Promise<string[] | undefined>
}

/** Calls at the same time share one token. `denied` hears once of each token that lacks scopes. */
export function openTokens(pool: Dispatcher, credentials: BankCredentials, denied: (scopes: string[]) => void): Tokens {
  let held: Token | undefined
  let asking: Promise<Token> | undefined
  const ask = async (): Promise<Token> => {
    const token = await fetchToken(pool, credentials)
    held = token
    const missing = missingIn(token, credentials)
    if (missing && missing.length > 0) denied(missing)
    return token
  }
  const current = async (signal: AbortSignal): Promise<Token> => {
    if (held && performance.now() < held.until) return held
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return unlessAborted(asking, signal)
  }
  return {
    current: async (signal) => (await current(signal)).value,
    forget: (value) => {
      if (held?.value === value) held = undefined
    },
    missing: async (signal) => missingIn(await current(signal), credentials),
  }
}

function missingIn({ scopes }: Token, credentials: BankCredentials): string[] | undefined {
  return scopes && scopesOf(credentials).filter((scope) => !scopes.includes(scope))
}

/** One caller that gives up does not end the question for the others. */
function unlessAborted<T>(asking: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new NotSent("POST token: the call was given up"))
    if (signal.aborted) abort()
    signal.addEventListener("abort", abort, { once: true })
    void asking.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort))
  })
}

async function fetchToken(pool: Dispatcher, credentials: BankCredentials): Promise<Token> {
  const askedAt = performance.now()
  const answer = await askForToken(pool, credentials)
  // A bank may give nothing at all because it has no PIX Automático. PIX goes on without it.
  if (credentials.account && objectOf(answer.body).error === "invalid_scope") {
    const token = await fetchToken(pool, { ...credentials, account: undefined })
    return { ...token, scopes: token.scopes ?? SCOPES }
  }
  if (REFUSED.has(answer.status)) throw new CallRefused(`${answer.call}: status ${answer.status}`)
  const { access_token, expires_in, scope } = objectOf(answer.body)
  const value = textOf(access_token)
  if (answer.status >= 300 || value === undefined) throw new NotSent(`${answer.call}: status ${answer.status}, without a token`)
  const seconds = Number(expires_in) > 0 ? Number(expires_in) : DEFAULT_SECONDS
  return { value, until: askedAt + seconds * 1000 * USED_PART, scopes: textOf(scope)?.split(/[\s,]+/) }
}

async function askForToken(pool: Dispatcher, credentials: BankCredentials): Promise<Answer> {
  const { tokenUrl, profile, client_id, client_secret } = credentials
  const { secret, body: form, query = "" } = profile.token
  if (tokenUrl === undefined) throw new CallRefused("POST token: nobody has said where the bank gives tokens")
  const { origin, pathname } = new URL(tokenUrl)
  const members = {
    grant_type: "client_credentials",
    scope: scopesOf(credentials).join(" "),
    ...(secret !== "basic" && { client_id }),
    ...(secret === "body" && { client_secret }),
  }
  const isJson = form === "json"
  const headers = {
    Accept: "application/json",
    "Content-Type": isJson ? "application/json" : "application/x-www-form-urlencoded",
    ...(secret === "basic" && { Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}` }),
  }
  const body = isJson ? JSON.stringify(members) : new URLSearchParams(members).toString()
  const path = pathname + (query && `?${query}`)
  const asked = request(pool, { origin, path, method: "POST", headers, body }, "POST token", AbortSignal.timeout(MAX_ASKING_MS))
  return asked.catch((error: Error) => {
    throw new NotSent(error.message)
  })
}
