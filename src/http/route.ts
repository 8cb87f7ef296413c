import type { Contract } from "../contract.ts"
import { ApiError } from "../errors.ts"
import type { Context, Step } from "./context.ts"

/** Finds the operation of a request; a path or a method that the contract does not have needs no key to be told so. */
export function route(contract: Contract): Step {
  return async (ctx, next) => {
    const match = contract.match(isHealthCheck(ctx) ? "GET" : ctx.method, ctx.path)
    if (match.found === "nothing")
      throw new ApiError("route_not_found", `There is no ${ctx.method} ${ctx.path.slice(0, 200)}. See /v1/docs.`)
    if (match.found === "path") {
      ctx.set("Allow", match.allow.join(", "))
      throw new ApiError("method_not_allowed", `${ctx.method} is not allowed here; use ${match.allow.join(" or ")}.`)
    }
    ctx.state.operation = match.operation
    ctx.state.params = match.params
    await next()
  }
}

/** Load balancers like to ask with HEAD; nobody else is answered to it. */
function isHealthCheck({ method, path }: Context): boolean {
  return method === "HEAD" && (path === "/healthz" || path === "/readyz")
}
