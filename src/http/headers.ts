import { ApiError } from "../errors.ts"
import type { Middleware } from "./context.ts"

/** Headers of every response. Pages and public documents override some of them. */
export const DEFAULT_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
}

/** If one of these is repeated, Node takes the first. A proxy in front may have checked the last. */
const AT_MOST_ONCE = new Set(["host", "authorization", "content-type", "origin"])

/** Refuses a request that two servers could read differently (RFC 9112, 3.2: exactly one Host in HTTP/1.1). */
export const refuseAmbiguous: Middleware = (ctx, next) => {
  const repeated = firstRepeated(ctx.req.rawHeaders)
  if (repeated) throw new ApiError("parameter_invalid", `Send the header '${repeated}' once.`)
  if (ctx.req.httpVersion === "1.1" && ctx.headers.host === undefined)
    throw new ApiError("parameter_invalid", "The request has no 'Host' header, which HTTP/1.1 requires.")
  return next()
}

/**
 * Returns the first repeated header. The list alternates names and values. This runs for every request, so it does not list each header's
 * values as `headersDistinct` does.
 */
function firstRepeated(rawHeaders: string[]): string | undefined {
  const seen: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!AT_MOST_ONCE.has(name)) continue
    if (seen.includes(name)) return name
    seen.push(name)
  }
  return undefined
}
