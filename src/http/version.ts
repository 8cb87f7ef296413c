import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError } from "../base/errors.ts"
import type { Contract } from "../contract/contract.ts"
import { isVersion, NEWEST_VERSION, VERSIONS } from "../versions.ts"
import type { Middleware } from "./context.ts"
import { methodNotAllowed, routeNotFound } from "./route.ts"

/**
 * Resolves the dated version: the one in the header, otherwise the one that the key is pinned to (openapi.yaml, Versions). The operation is
 * then that of the version. Throws `route_not_found` and `method_not_allowed` if the version does not have it. `refuseUnknownVersion`
 * refuses a version that is unknown.
 */
export function resolveVersion(contract: Contract): Middleware {
  return (ctx, next) => {
    const { caller, operation } = ctx.state
    if (!caller) return next()
    const version = [ctx.headers["service-version"], caller.version].find(isVersion) ?? NEWEST_VERSION
    ctx.state.version = version
    const dated = contract.at(version)
    const own = dated.find(operation.operationId)
    if (own) {
      ctx.state.operation = own
      return next()
    }
    ctx.set("Service-Version", version)
    const match = dated.match(ctx.method, ctx.path)
    throw match.found === "path" ? methodNotAllowed(ctx, match.allow) : routeNotFound(ctx)
  }
}

/** Names the version in the response, and refuses a version that is unknown. */
export const refuseUnknownVersion: Middleware = (ctx, next) => {
  if (!ctx.state.caller) return next()
  const named = ctx.headers["service-version"]
  const version: string = named === undefined ? ctx.state.caller.version : String(named)
  if (!isVersion(version)) {
    const known = VERSIONS.map(({ date }) => date).join(", ")
    throw new ApiError(
      "parameter_invalid",
      `Unknown Service-Version '${maskCardNumbers(version, 20)}'. Use one of ${known}.`,
      "Service-Version",
    )
  }
  ctx.set("Service-Version", version)
  return next()
}
