import { ApiError } from "../errors.ts"
import { VERSIONS } from "../versions.ts"
import type { Middleware } from "./context.ts"

/** Resolves the dated version: the header's, else the one that the key is pinned to (Specification, Versioning). */
export const resolveVersion: Middleware = async (ctx, next) => {
  if (!ctx.state.caller) return next()
  const asked = ctx.headers["service-version"]
  const version = asked === undefined ? ctx.state.caller.version : String(asked)
  if (!VERSIONS.some(({ date }) => date === version)) {
    const known = VERSIONS.map(({ date }) => date).join(", ")
    throw new ApiError(
      "parameter_invalid",
      `Unknown Service-Version '${version.slice(0, 20)}'. Known: ${known}.`,
      "Service-Version",
    )
  }
  ctx.state.version = version
  ctx.set("Service-Version", version)
  await next()
}
