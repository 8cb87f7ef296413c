import type Router from "@koa/router"
import type { AcquirerKind } from "../acquirers/acquirer.ts"
import { NOTIFICATIONS } from "../base/bounds.ts"
import { ApiError } from "../base/errors.ts"
import { readJson } from "../http/body.ts"
import type { RequestState } from "../http/context.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import { noteNotification } from "../payments/notifications.ts"
import { TaskLimiter } from "./task-limiter.ts"

/** `Retry-After` if too many notifications wait. Acquirers use their own retry intervals. */
const RETRY_SECONDS = 60

/**
 * Receives acquirers' notifications that a payment has changed. They are not signed, so they only make Vintém query the acquirer. The
 * response does not reveal whether the payment is known. Test mode has no real acquirer.
 * Any client can send any number of notifications, so few are looked up at a time. Beyond the limit, a notification is refused and not
 * dropped: it may be the only sign of a chargeback, and the acquirer sends it again.
 */
export function notificationRoutes(
  router: Router<RequestState>,
  kinds: readonly AcquirerKind[],
  live: PaymentsMode | undefined,
): void {
  const gate = new TaskLimiter(NOTIFICATIONS)
  router.post("/acquirers/:kind/notifications", async (ctx, next) => {
    const kind = kinds.find(({ name }) => name === ctx.params.kind)
    if (!kind) return next()
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
