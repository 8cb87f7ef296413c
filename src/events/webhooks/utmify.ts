// How an order is sent to UTMify: docs/utmify.md.
import type { AttemptResult } from "./post.ts"
import { WITHHELD } from "./response.ts"

/** Where orders are sent, after UTMIFY_URL. */
export const ORDERS_PATH = "/api-credentials/orders"

const TOKEN_HEADER = "x-api-token"
/** Statuses that another attempt may change, although they blame the request. */
const PASSING = new Set([408, 425, 429])

/** The headers of an order, and what is kept of them. */
export function orderHeaders(token: string): { headers: Record<string, string>; kept: Record<string, string> } {
  const headers = { "Content-Type": "application/json", "User-Agent": "Vintem/1.0", [TOKEN_HEADER]: token }
  return { headers, kept: { ...headers, [TOKEN_HEADER]: WITHHELD } }
}

/** Whether the tool has refused an order for good. */
export function isRefused({ error, http_status }: AttemptResult): boolean {
  return error === null && http_status !== null && http_status >= 400 && http_status < 500 && !PASSING.has(http_status)
}

/** The result of an attempt as it is kept: a response may repeat the token that it refuses. */
export function withoutToken(result: AttemptResult, token: string): AttemptResult {
  const { response } = result
  if (!response) return result
  const hide = (text: string) => text.replaceAll(token, WITHHELD)
  const headers = response.headers.map(([name, value]) => [name, hide(value)] as const)
  return { ...result, response: { ...response, headers, body: hide(response.body) } }
}
