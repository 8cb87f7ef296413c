import type { IncomingHttpHeaders, IncomingMessage } from "node:http"

/** Headers of every response. Pages and public documents override some of them. */
export const DEFAULT_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
}

/**
 * The most characters of each header that Vintém or a library parses. Parsing a longer one could take long, and a client has no reason to send it.
 * All headers together have at most 16 KiB. A header that is read without parsing needs no limit, and neither do those that proxies add.
 */
const MAX_LENGTH = {
  authorization: 1024,
  host: 300,
  origin: 300,
  "service-parent-origin": 300,
  "service-version": 100,
  "idempotency-key": 300,
  "content-type": 300,
  accept: 2048,
  "accept-encoding": 2048,
  "accept-language": 2048,
  "if-none-match": 2048,
  "x-forwarded-for": 2048,
}
const LIMITED = Object.entries(MAX_LENGTH)

/** Returns what is wrong with a request that has a header of more characters than it may have. Undefined if it has none. */
export function longHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const [name, max] of LIMITED) {
    if ((headers[name]?.length ?? 0) > max) return `The header '${name}' is longer than ${max} characters.`
  }
  return undefined
}

/** If one of these is repeated, Node takes the first. A proxy in front may have checked the last. */
const AT_MOST_ONCE = new Set(["host", "authorization", "content-type", "origin"])

/** Returns what lets two servers read a request differently (RFC 9112, 3.2: exactly one Host in HTTP/1.1). Undefined if there is nothing. */
export function ambiguity({ rawHeaders, headers, httpVersion }: IncomingMessage): string | undefined {
  const repeated = firstRepeated(rawHeaders)
  if (repeated) return `Send the header '${repeated}' once.`
  if (httpVersion === "1.1" && headers.host === undefined) return "The request has no 'Host' header, which HTTP/1.1 requires."
  return undefined
}

/**
 * Returns the first repeated header. The list alternates names and values. This runs for every request, so it does not list each header's
 * values as `headersDistinct` does.
 */
function firstRepeated(rawHeaders: string[]): string | undefined {
  const seen: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase()
    if (name === undefined || !AT_MOST_ONCE.has(name)) continue
    if (seen.includes(name)) return name
    seen.push(name)
  }
  return undefined
}
