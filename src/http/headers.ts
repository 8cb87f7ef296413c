import { ApiError } from "../errors.ts"
import type { Middleware } from "./context.ts"

/** Headers of every response. A page or a public document sets others. */
export const DEFAULT_HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
}

/** Node takes the first of these where several are sent. A proxy in front may have checked the last. */
const AT_MOST_ONCE = ["host", "authorization", "content-type", "origin"]

/** Refuses a request that two servers could read differently (RFC 9112, 3.2: exactly one Host in HTTP/1.1). */
export const refuseAmbiguous: Middleware = (ctx, next) => {
  const sent = ctx.req.headersDistinct
  const repeated = AT_MOST_ONCE.find((name) => sent[name] && sent[name].length > 1)
  if (repeated) throw new ApiError("parameter_invalid", `Send the header '${repeated}' once.`)
  if (ctx.req.httpVersion === "1.1" && !sent.host)
    throw new ApiError("parameter_invalid", "The request has no 'Host' header, which HTTP/1.1 requires.")
  return next()
}
