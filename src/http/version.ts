import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError } from "../base/errors.ts"
import { VERSIONS } from "../contract/versions.ts"
import type { Middleware } from "./context.ts"

/** Resolves the dated version: the one in the header, otherwise the one that the key is pinned to (openapi.yaml, Versions). */
export const resolveVersion: Middleware = (ctx, next) => {
  if (!ctx.state.caller) return next()
  const requested = ctx.headers["service-version"]
  const version = requested === undefined ? ctx.state.caller.version : String(requested)
  if (!VERSIONS.some(({ date }) => date === version)) {
    const known = VERSIONS.map(({ date }) => date).join(", ")
    throw new ApiError(
      "parameter_invalid",
      `Unknown Service-Version '${maskCardNumbers(version, 20)}'. Use one of ${known}.`,
      "Service-Version",
    )
  }
  ctx.state.version = version
  ctx.set("Service-Version", version)
  return next()
}
