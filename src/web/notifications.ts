import type Router from "@koa/router"
import { findMembers, isNotificationSecret } from "../acquirers/credentials.ts"
import type { AcquirerKind, Notification, SignedNotifications } from "../acquirers/kind.ts"
import { NOTIFICATIONS } from "../base/bounds.ts"
import { ApiError } from "../base/errors.ts"
import { readJson } from "../http/body.ts"
import type { Context, RequestState } from "../http/context.ts"
import { findLive, isThere } from "../http/find-live.ts"
import { hasLive, type Modes } from "../http/mode.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import { receiveNotices } from "../payments/notices.ts"
import { noteNotification } from "../payments/notifications.ts"
import { TaskLimiter } from "./task-limiter.ts"

/** `Retry-After` if too many notifications wait. Acquirers use their own retry intervals. */
const RETRY_SECONDS = 60

/**
 * Receives acquirers' notifications that payments have changed. Most are not signed, so they only make Vintém query the acquirer. The
 * response does not reveal whether a payment is known. Test mode has no real acquirer.
 * Any client can send any number of notifications to an address without a secret, so few are looked up at a time. Beyond the limit, a
 * notification is refused and not dropped: it may be the only sign of a chargeback, and the acquirer sends it again.
 */
export function notificationRoutes(
  router: Router<RequestState>,
  kinds: readonly AcquirerKind[],
  modes: Modes<PaymentsMode>,
): void {
  const gate = new TaskLimiter(NOTIFICATIONS)

  /** Without an account, whose database is known, each notification is for the database that knows its charge. */
  async function receive(ctx: Context, kind: AcquirerKind, of?: { live: PaymentsMode; account: string }): Promise<void> {
    const notifications = kind.readNotifications(await readJson(ctx))
    if (!notifications) throw new ApiError("parameter_invalid", `The body is not a notification of ${kind.name}.`)
    if (notifications.length > 0 && hasLive(modes)) {
      mustBeFree(ctx)
      await gate.run(async () => {
        for (const each of notifications)
          await (of ? noteNotification(of.live, received(each, kind, of)) : noteAnywhere(each, kind))
      })
    }
    ctx.body = {}
  }

  async function noteAnywhere(each: Notification, kind: AcquirerKind): Promise<void> {
    const what = () => `notification ${kind.name} ${Object.values(each).join(" ")}`
    await findLive(modes, what, async (live) => (await noteNotification(live, received(each, kind))) || undefined)
  }

  /** Stores what is signed before it is acknowledged. What could not be passed on to the engine comes again, because it is not acknowledged. */
  async function receiveSigned(
    ctx: Context,
    live: PaymentsMode,
    { name: acquirer, signed }: { name: string; signed: SignedNotifications },
    account: string,
  ): Promise<void> {
    const { database, ring, log } = live
    const of = { account, acquirer }
    const read = await signed.read(await readJson(ctx), (merchant) =>
      findMembers(database, ring, { ...of, merchant_id: merchant }),
    )
    if (!read) throw new ApiError("parameter_invalid", `The body is not a notification of ${acquirer}.`)
    mustBeFree(ctx)
    await gate.run(() => receiveNotices(live, of, signed, read.notices))
    if (read.refused > 0) {
      log.error(
        { ...of, refused: read.refused },
        "notifications are not signed with a key of the account: set the acquirer's keys",
      )
      throw new ApiError("parameter_invalid", "A notification is not signed with a key of this account.")
    }
    ctx.type = "text/plain"
    ctx.body = signed.answer
  }

  function mustBeFree(ctx: Context): void {
    if (!gate.isFull) return
    ctx.set("Retry-After", String(RETRY_SECONDS))
    throw new ApiError("not_ready", "Too many notifications arrive at the moment. Send this one again later.")
  }

  router.post("/acquirers/:kind/notifications", async (ctx, next) => {
    const kind = kinds.find(({ name, hasOneAddress }) => hasOneAddress && name === ctx.params.kind)
    return kind ? receive(ctx, kind) : next()
  })

  router.post("/acquirers/:kind/:account/:secret/notifications{/:topic}", async (ctx, next) => {
    const { kind: name = "", account = "", secret = "" } = ctx.params
    const kind = kinds.find((each) => each.name === name)
    const live = kind && (await findHolder(modes, { account, acquirer: name }, secret))
    if (!live) return next()
    return kind.signed ? receiveSigned(ctx, live, { name, signed: kind.signed }, account) : receive(ctx, kind, { live, account })
  })
}

/** The database of the account whose address at an acquirer has this secret. */
function findHolder(modes: Modes<PaymentsMode>, of: { account: string; acquirer: string }, secret: string) {
  return findLive(
    modes,
    () => `acquirer ${of.acquirer} ${of.account}`,
    async (live) => {
      const isIts = await isNotificationSecret(live.database, live.ring, of, secret)
      return isIts && (await isThere(modes, live, of.account)) ? live : undefined
    },
  )
}

function received(each: Notification, { name: acquirer }: AcquirerKind, { account }: { account?: string } = {}) {
  return { acquirer, ...(account !== undefined && { account }), ...each }
}
