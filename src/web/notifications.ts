import type Router from "@koa/router"
import type { AcquirerKind } from "../acquirers/acquirer.ts"
import { NOTIFICATIONS } from "../bounds.ts"
import { ApiError } from "../errors.ts"
import { readJson } from "../http/body.ts"
import type { Context, RequestState } from "../http/context.ts"
import type { PaymentsMode } from "../payments/mode.ts"
import { noteNotification } from "../payments/notifications.ts"
import { Gate } from "./gate.ts"

/** `Retry-After` where too many notifications wait. Acquirers have gaps of their own. */
const RETRY_SECONDS = 60

/**
 * Where acquirers say that a payment has changed. Nobody signs that, so it only makes Vintém ask them. The response does not tell whether
 * the payment is known. Test mode has no real acquirer. Anybody can send any number, so few are looked up at a time. One that comes on
 * top of those that wait is not swallowed, as it may be the only word of a chargeback: it is refused, and the acquirer sends it again.
 */
export function notificationRoutes(
  router: Router<RequestState>,
  kinds: readonly AcquirerKind[],
  live: PaymentsMode | undefined,
): void {
  const gate = new Gate(NOTIFICATIONS)
  router.post("/acquirers/:kind/notifications", async (context, next) => {
    const kind = kinds.find(({ name }) => name === context.params.kind)
    if (!kind) return next()
    const ctx = context as unknown as Context
    const notification = kind.readNotification(await readJson(ctx))
    if (!notification) throw new ApiError("parameter_invalid", `The body is not a notification of ${kind.name}.`)
    if (live) {
      if (gate.isFull) {
        ctx.set("Retry-After", String(RETRY_SECONDS))
        throw new ApiError("not_ready", "Too many notifications arrive at the moment. Send this one again later.")
      }
      await gate.run(() => noteNotification(live, { acquirer: kind.name, ...notification }))
    }
    ctx.body = {}
  })
}
