import { randomUUID } from "node:crypto"
import type { Dispatcher } from "undici"
import type { Logger } from "../../base/log.ts"
import type { AcquirerAddresses } from "../addresses.ts"
import { type Answer, request } from "../wire/request.ts"
import type { CieloCredentials } from "./credentials.ts"

/** Calls Cielo with the credentials of one account. Throws NotSent and NoAnswer. Their messages contain no key, card or payer data. */
export type Exchange = {
  post(path: string, body: object, signal: AbortSignal): Promise<Answer>
  put(path: string, signal: AbortSignal): Promise<Answer>
  /** Queries go to a separate host. */
  get(path: string, signal: AbortSignal): Promise<Answer>
}

/** The objects that the calls of one account share. */
export type Account = {
  exchange: Exchange
  credentials: CieloCredentials
  log: Logger
  /** What is unsure about Cielo's contract. */
  choices: Pick<
    AcquirerAddresses,
    "cieloCaptureDays" | "cieloDebitBrands" | "cieloAuthenticationCodes" | "cieloShortEci" | "cieloReturnUrl"
  >
}

type Call = { method: "GET" | "POST" | "PUT"; host: string; path: string; body?: object }

const REFUSED_KEY = new Set([401, 403])
/**
 * The calls of one account. Redirects are not followed: their status is the response. A call that Cielo refuses because of its key has done
 * nothing. It is repeated with the merchant's newer key, if one was set.
 */
export function openExchange(pools: Dispatcher, credentials: CieloCredentials, addresses: AcquirerAddresses): Exchange {
  const { cieloApiUrl: api, cieloQueryUrl: query } = addresses
  let current = credentials
  const call = async (wanted: Call, signal: AbortSignal): Promise<Answer> => {
    const answer = await send(pools, current, wanted, signal)
    const merchant_key = REFUSED_KEY.has(answer.status) ? await credentials.renewedKey() : undefined
    if (merchant_key === undefined || merchant_key === current.merchant_key) return answer
    current = { ...credentials, merchant_key }
    return send(pools, current, wanted, signal)
  }
  return {
    post: (path, body, signal) => call({ method: "POST", host: api, path, body }, signal),
    put: (path, signal) => call({ method: "PUT", host: api, path }, signal),
    get: (path, signal) => call({ method: "GET", host: query, path }, signal),
  }
}

function send(pools: Dispatcher, credentials: CieloCredentials, call: Call, signal: AbortSignal): Promise<Answer> {
  return request(pools, requestOf(credentials, call), `${call.method} ${call.path}`, signal)
}

function requestOf(
  { merchant_id, merchant_key }: CieloCredentials,
  { method, host, path, body }: Call,
): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(host + path)
  return {
    origin,
    path: pathname + search,
    method,
    headers: {
      MerchantId: merchant_id,
      MerchantKey: merchant_key,
      RequestId: randomUUID(),
      "Content-Type": "application/json",
    },
    body: body ? JSON.stringify(body) : null,
  }
}
