import type Router from "@koa/router"
import type { AcquirerKind } from "../acquirers/acquirer.ts"
import { ApiError } from "../errors.ts"
import { readJson } from "../http/body.ts"
import type { Context, RequestState } from "../http/context.ts"
import type { PaymentsMode } from "../payments/mode.ts"
import { noteNotification } from "../payments/notifications.ts"

/**
 * Where acquirers say that a payment has changed. Nobody signs that, so it only makes Vintém ask them. The response does not tell whether
 * the payment is known. Test mode has no real acquirer.
 */
export function notificationRoutes(
  router: Router<RequestState>,
  kinds: readonly AcquirerKind[],
  live: PaymentsMode | undefined,
): void {
  router.post("/acquirers/:kind/notifications", async (context, next) => {
    const kind = kinds.find(({ name }) => name === context.params.kind)
    if (!kind) return next()
    const ctx = context as unknown as Context
    const notification = kind.readNotification(await readJson(ctx))
    if (!notification) throw new ApiError("parameter_invalid", `The body is not a notification of ${kind.name}.`)
    if (live) await noteNotification(live, { acquirer: kind.name, ...notification })
    ctx.body = {}
  })
}
