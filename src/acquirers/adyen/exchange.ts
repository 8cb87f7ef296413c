import type { Dispatcher } from "undici"
import type { Logger } from "../../base/log.ts"
import type { AcquirerAddresses } from "../addresses.ts"
import type { Credentials } from "../kind.ts"
import type { Notices } from "../notices.ts"
import { type Answer, request } from "../wire/request.ts"
import { type AdyenCredentials, adyenCredentials } from "./credentials.ts"

/** What the calls of one account share. */
export type Account = Pick<Credentials, "id" | "account"> & {
  merchant: string
  log: Logger
  notices: Notices
  /** Unix milliseconds. */
  now(): number
  /** Where a payer's browser would come back to. */
  returnUrl: string
  /** Posts a body, with the merchant account in it unless its shape has no place for it. Adyen does it once for the key. Throws NotSent and NoAnswer. */
  post(call: Call, signal: AbortSignal): Promise<Answer>
}

type Given = { credentials: Credentials; addresses: AcquirerAddresses; log: Logger; notices: Notices; now?: () => number }

/** Adyen has done nothing. */
const REFUSED_KEY = new Set([401, 403])

/** The calls of one account. What Adyen refuses because of the API key is called again with a later one of the same merchant account, if any was set. */
export function openAccount(pools: Dispatcher, { credentials, addresses, log, notices, now = Date.now }: Given): Account {
  const { id, account, renewed } = credentials
  let current = adyenCredentials(credentials.members, addresses)
  const { merchant_account: merchant } = current
  return {
    ...{ id, account, merchant, log, notices, now },
    returnUrl: addresses.baseUrl ?? "https://localhost",
    post: async ({ path, body: given, key, isBare = false }, signal) => {
      const call = { path, body: isBare ? given : { merchantAccount: merchant, ...given }, key }
      const answer = await send(pools, current, call, signal)
      const members = REFUSED_KEY.has(answer.status) ? await renewed() : undefined
      const later = members && adyenCredentials(members, addresses)
      if (!later || later.api_key === current.api_key) return answer
      current = later
      return send(pools, current, call, signal)
    },
  }
}

export type Call = { path: string; body: object; key: string; isBare?: boolean }

function send(
  pools: Dispatcher,
  { url, api_key }: AdyenCredentials,
  { path, body, key }: Call,
  signal: AbortSignal,
): Promise<Answer> {
  const { origin, pathname } = new URL(url + path)
  const headers = { "X-API-Key": api_key, "Idempotency-Key": key, "Content-Type": "application/json" }
  const options = { origin, path: pathname, method: "POST", headers, body: JSON.stringify(body) } as const
  return request(pools, options, `POST ${path}`, signal)
}
