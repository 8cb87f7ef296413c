import { maskCardNumbers } from "../base/card-numbers.ts"
import { ApiError } from "../base/errors.ts"
import type { Contract } from "../contract/contract.ts"
import { isHealthCheck } from "../contract/routes.ts"
import type { Context, Middleware } from "./context.ts"

/**
 * Finds the operation of a request. A path outside the contract may be one of the `pages`. Throws `route_not_found` or `method_not_allowed`
 * before the key is checked. What only some versions have is found here, and `resolveVersion` refuses it for the others.
 */
export function route(contract: Contract, pages: Middleware): Middleware {
  return (ctx, next) => {
    const match = contract.match(ctx.method === "HEAD" && isHealthCheck(ctx.path) ? "GET" : ctx.method, ctx.path)
    if (match.found === "nothing") return pages(ctx, () => Promise.reject(routeNotFound(ctx)))
    if (match.found === "path") throw methodNotAllowed(ctx, match.allow)
    ctx.state.operation = match.operation
    ctx.state.params = match.params
    return next()
  }
}

export function routeNotFound({ method, path }: Context): ApiError {
  return new ApiError("route_not_found", `No such route: ${method} ${maskCardNumbers(path, 200)}. See /v1/docs.`)
}

/** Sets the header `Allow`. */
export function methodNotAllowed(ctx: Context, allow: string[]): ApiError {
  ctx.set("Allow", allow.join(", "))
  return new ApiError("method_not_allowed", `This path does not allow ${ctx.method}. Use ${allow.join(" or ")}.`)
}
