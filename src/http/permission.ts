import type { Caller } from "../accounts/keys.ts"
import type { AccessScope } from "../accounts/scopes.ts"
import { ApiError } from "../base/errors.ts"
import type { Middleware } from "./context.ts"

/** Returns whether a key has a scope. A secret key has them all. */
export function mayAct({ kind, scopes }: Caller, scope: AccessScope): boolean {
  return kind === "secret" || (kind === "restricted" && scopes.includes(scope))
}

/** Checks that the key's kind and scopes allow the operation (openapi.yaml, Keys). */
export const checkPermission: Middleware = (ctx, next) => {
  const { caller, operation } = ctx.state
  if (!caller) return next()
  if (operation["x-test-only"] && caller.livemode)
    throw new ApiError("test_mode_only", "This endpoint works in test mode only. Use a test key.")
  if (caller.kind === "publishable" && !operation["x-publishable"]) {
    throw new ApiError("key_not_allowed", "A publishable key can only create tokens. Use a secret key on your server.")
  }
  if (caller.kind === "restricted") {
    const scope = operation["x-scope"] as AccessScope | undefined
    if (!scope) throw new ApiError("key_not_allowed", "This endpoint needs a secret key.")
    if (!mayAct(caller, scope)) throw new ApiError("scope_missing", `This restricted key does not have the scope '${scope}'.`)
  }
  return next()
}
