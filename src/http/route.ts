import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError } from "../base/errors.ts"
import { type Contract, isHealthCheck } from "../contract/contract.ts"
import type { Context, Middleware } from "./context.ts"

/**
 * Finds the operation of a request. A path outside the contract may be one of the `pages`. Throws `route_not_found` or `method_not_allowed`
 * before the key is checked.
 */
export function route(contract: Contract, pages: Middleware): Middleware {
  return (ctx, next) => {
    const match = contract.match(ctx.method === "HEAD" && isHealthCheck(ctx.path) ? "GET" : ctx.method, ctx.path)
    if (match.found === "nothing") return pages(ctx, () => routeNotFound(ctx))
    if (match.found === "path") {
      ctx.set("Allow", match.allow.join(", "))
      throw new ApiError("method_not_allowed", `This path does not allow ${ctx.method}. Use ${match.allow.join(" or ")}.`)
    }
    ctx.state.operation = match.operation
    ctx.state.params = match.params
    return next()
  }
}

async function routeNotFound({ method, path }: Context): Promise<never> {
  throw new ApiError("route_not_found", `No such route: ${method} ${maskCardNumbers(path, 200)}. See /v1/docs.`)
}
