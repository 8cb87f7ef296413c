import { type Contract, isHealthCheck } from "../contract.ts"
import { ApiError } from "../errors.ts"
import type { Context, Middleware } from "./context.ts"

/**
 * Finds the operation of a request; what the contract does not have may be one of the `pages` beside it. A path or a method that
 * nobody has needs no key to be told so.
 */
export function route(contract: Contract, pages: Middleware): Middleware {
  return async (ctx, next) => {
    const match = contract.match(ctx.method === "HEAD" && isHealthCheck(ctx.path) ? "GET" : ctx.method, ctx.path)
    if (match.found === "nothing") return pages(ctx, () => routeNotFound(ctx))
    if (match.found === "path") {
      ctx.set("Allow", match.allow.join(", "))
      throw new ApiError("method_not_allowed", `${ctx.method} is not allowed here; use ${match.allow.join(" or ")}.`)
    }
    ctx.state.operation = match.operation
    ctx.state.params = match.params
    await next()
  }
}

async function routeNotFound({ method, path }: Context): Promise<never> {
  throw new ApiError("route_not_found", `There is no ${method} ${path.slice(0, 200)}. See /v1/docs.`)
}
