// The output of `vintem listen`.
import type { EventRow } from "../../events/list/table.ts"
import { EVENT_TYPES } from "../../events/list/types.ts"
import { type AttemptError, type AttemptResult, hasDelivered } from "../../events/webhooks/post.ts"
import { colored } from "../shared/colors.ts"

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map((type) => type.length))

const REASONS: Record<AttemptError, string> = {
  address_refused: "address refused",
  connection_failed: "connection lost",
  connection_refused: "connection refused",
  dns_error: "unknown host",
  interrupted: "interrupted",
  invalid_response: "response is not valid HTTP",
  timeout: "no complete response within 30 s",
  tls_error: "TLS failed",
}

/** One line of text: the arrival time, the event, and the response of the developer's server. */
export function lineOf({ id, type, body }: EventRow, result: AttemptResult | undefined): string {
  const time = colored("dim", new Date().toTimeString().slice(0, 8))
  const about = result ? outcomeOf(result) : JSON.parse(body).data.object.id
  return [time, type.padEnd(TYPE_WIDTH), colored("dim", id), about].join("  ")
}

function outcomeOf(result: AttemptResult): string {
  const { http_status, error, duration_ms } = result
  if (error) return colored("red", REASONS[error])
  return `${colored(hasDelivered(result) ? "green" : "red", String(http_status))}  ${`${duration_ms} ms`.padStart(8)}`
}

/** One line of JSON. `forwarded` is null if events are only shown. */
export function jsonLineOf({ body }: EventRow, url: string | undefined, result: AttemptResult | undefined): string {
  const { response: _, ...outcome } = result ?? {}
  return JSON.stringify({ event: JSON.parse(body), forwarded: url && result ? { url, ...outcome } : null })
}

/** Returns advice for a failure. Undefined if only the server's own log can explain it. */
export function adviceFor({ http_status: status, error }: AttemptResult, url: string): string | undefined {
  const { host, pathname, protocol } = new URL(url)
  if (error === "connection_refused")
    return `Nothing listens on ${host}. Start your server there. Then send the event again with --latest, or trigger a new one.`
  if (error === "dns_error") return `No address was found for ${host}. Check --forward-to.`
  if (error === "tls_error")
    return "The certificate is not trusted, or the server does not speak TLS. Add --skip-verify, or forward to http://…"
  if (error === "timeout") return "A webhook must be answered within 30 seconds. Answer first, and do the work afterwards."
  if (error === "invalid_response" && protocol === "http:") return `If ${host} speaks TLS, forward to https://…`
  if (error || status === null) return undefined
  if (status >= 300 && status < 400) return "Webhooks do not follow redirects. Forward to the URL that answers."
  if (status === 404 || status === 405) return `Your server has no POST ${pathname}. Check its routes and --forward-to.`
  if (status >= 400 && status < 500)
    return "If your server refused the signature: it must verify the raw body, with the signing secret shown above."
  return undefined
}
