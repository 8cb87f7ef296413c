import type { Clock } from "../../clock.ts"
import type { Database } from "../../db/database.ts"
import type { Chore } from "../../jobs/chore.ts"
import { createAttempt } from "./attempt.ts"
import { accountMs, hasRunningAttempts, listDueTargets, listPendingTargets } from "./claims.ts"
import type { DeliveryStatus } from "./deliveries.ts"
import { type DelivererMode, Lanes } from "./lanes.ts"
import type { Outbox } from "./outbox.ts"
import { createOutcomeWriter, releaseClaims } from "./outcomes.ts"
import type { Poster } from "./post.ts"
import type { Slots } from "./slots.ts"

/** Makes the delivery attempts of one process for one mode. */
export type Deliverer = Outbox & {
  /** Looks for due deliveries and starts their attempts while there is room. Does not wait for the attempts. */
  tick(): Promise<void>
  /**
   * Makes the attempts that are due at the account's time, and waits until no process has a running attempt of the account.
   * Returns false if `deadlineMs` (real time) passes first, or if the deliverer is closed.
   */
  waitUntilIdle(account: string, deadlineMs: number): Promise<boolean>
  /** Starts no more attempts, gives running ones `graceMs` to finish, and releases the rest. */
  close(graceMs?: number): Promise<void>
}

type DelivererOptions = {
  mode: DelivererMode
  poster: Poster
  /** Shared by the deliverers of the process. */
  slots: Slots
  /** Called for every attempt, with the resulting status of the delivery and the duration. */
  observe?: (status: DeliveryStatus, seconds: number) => void
}

const MAX_WAKE_MS = 60_000
const IDLE_POLL_MS = 10

export function startDeliverer({ mode, poster, slots, observe = () => {} }: DelivererOptions): Deliverer {
  const { database, clock, log } = mode
  const outcomes = createOutcomeWriter(mode, ({ status, durationMs, dueInMs }) => {
    mode.checkpoint("delivery: stored")
    observe(status, durationMs / 1000)
    if (dueInMs !== null) wakeIn(dueInMs)
  })
  const lanes = new Lanes(mode, createAttempt(mode, poster, outcomes), slots, () => outcomes.stuck)
  let scanning: Promise<void> | undefined
  let wake: { timer: NodeJS.Timeout; at: number } | undefined

  function tick(): Promise<void> {
    if (lanes.closing || outcomes.stuck) return Promise.resolve()
    scanning ??= scan(database, clock, lanes, wakeIn).finally(() => {
      scanning = undefined
    })
    return scanning
  }

  /** The scheduler ticks once a second. This adds a tick at the moment when a delivery becomes due. */
  function wakeIn(ms: number): void {
    const at = clock.now() + ms
    if (lanes.closing || ms > MAX_WAKE_MS || (wake && wake.at <= at)) return
    clearTimeout(wake?.timer)
    const timer = setTimeout(() => {
      wake = undefined
      tick().catch((error) => log.warn({ err: error }, "could not look for due deliveries"))
    }, ms)
    wake = { timer, at }
  }

  async function close(graceMs = 5000): Promise<void> {
    const waiting = lanes.close()
    clearTimeout(wake?.timer)
    await releaseClaims(database, waiting).catch((error) =>
      log.warn({ err: error }, "could not release deliveries; other processes can claim them when the leases expire"),
    )
    const grace = setTimeout(() => void poster.close(), graceMs)
    await scanning?.catch(() => {}) // the caller of tick reports the error
    await lanes.ended()
    clearTimeout(grace)
    await poster.close()
    await outcomes.drained()
  }

  return {
    leaseFor: (target, account) => lanes.leaseFor(target, account),
    take: (delivery) => lanes.take(delivery),
    tick,
    waitUntilIdle: (account, deadlineMs) => waitUntilIdle({ database, clock, lanes }, account, deadlineMs),
    close,
  }
}

async function scan(database: Database, clock: Clock, lanes: Lanes, wakeIn: (ms: number) => void): Promise<void> {
  const found = await listPendingTargets(database)
  const now = clock.now()
  for (const { target, account, due_at_ms, offset } of found) {
    const dueIn = due_at_ms - offset * 1000 - now
    if (dueIn > 0) wakeIn(dueIn)
    else lanes.startDue(target, account)
  }
  lanes.removeIdle(now)
}

async function waitUntilIdle(
  { database, clock, lanes }: { database: Database; clock: Clock; lanes: Lanes },
  account: string,
  deadlineMs: number,
): Promise<boolean> {
  while (!lanes.closing) {
    const nowMs = clock.now()
    const due = await listDueTargets(database, account, await accountMs(database, account, nowMs))
    for (const target of due) lanes.startDue(target, account)
    if (due.length === 0 && !(await hasRunningAttempts(database, account))) return true
    if (nowMs >= deadlineMs) return false
    await new Promise((resolve) => setTimeout(resolve, IDLE_POLL_MS))
  }
  return false
}

/** Makes due retries and replays, and delivers what CLI commands wrote and what lost its lease. */
export const deliverWebhooks: Chore<{ readonly outbox?: Deliverer }> = {
  kind: "deliver_webhooks",
  run: async ({ outbox }) => outbox?.tick(),
}
