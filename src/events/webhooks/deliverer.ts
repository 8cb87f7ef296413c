import type { Clock } from "../../base/clock.ts"
import type { Database } from "../../db/database.ts"
import type { Chore } from "../../jobs/chore.ts"
import { createAttempt } from "./attempt.ts"
import { accountMs, attemptsAhead, listDueTargets, listPendingTargets } from "./claims.ts"
import { type DelivererMode, Lanes } from "./lanes.ts"
import type { Outbox } from "./outbox.ts"
import { createOutcomeWriter, releaseClaims, type Stored } from "./outcomes.ts"
import type { Poster } from "./post.ts"
import type { Slots } from "./slots.ts"
import type { DeliveryStatus } from "./tables.ts"

/** Makes the delivery attempts of one process for one mode. */
export type Deliverer = Outbox & {
  /** Looks for due deliveries and starts their attempts while there is room. Does not wait for the attempts. */
  tick(): Promise<void>
  /** Makes the attempts that are due at the account's time, and waits until its clock may pass. */
  letPass(account: string, limits: PassLimits): Promise<Passable>
  /** Starts no more attempts, gives running ones `graceMs` to finish, and releases the rest. */
  close(graceMs?: number): Promise<void>
}

/** `deadlineMs` is real time, and `before` is in Unix seconds of the account's time. Without `before`, no attempt may be running. */
export type PassLimits = { before?: number; deadlineMs: number }

/**
 * Whether a clock may pass. It may if no process has a running attempt of the account. With `to`, attempts are running, but the clock may
 * move to that time (Unix seconds), at which the next attempt is due: it is before `PassLimits.before`, and no running attempt can lead to
 * another one before it. `mayPass` is false if the deadline passed first, or if the deliverer is closed.
 */
export type Passable = { mayPass: boolean; to?: number }

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
  const onStored = ({ status, durationMs, dueInMs }: Stored) => {
    mode.checkpoint("delivery: stored")
    observe(status, durationMs / 1000)
    if (dueInMs !== null) wakeIn(dueInMs)
  }
  const outcomes = createOutcomeWriter(mode, { onStored, onCaughtUp: () => lanes.claimMore() })
  const lanes = new Lanes(mode, createAttempt(mode, poster, outcomes), slots, outcomes)
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
    const at = performance.now() + ms
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
    letPass: (account, limits) => letPass({ database, clock, lanes }, account, limits),
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
  lanes.removeIdle()
}

async function letPass(
  { database, clock, lanes }: { database: Database; clock: Clock; lanes: Lanes },
  account: string,
  { before = 0, deadlineMs }: PassLimits,
): Promise<Passable> {
  while (!lanes.closing) {
    const nowMs = clock.now()
    const due = await listDueTargets(database, account, await accountMs(database, account, nowMs))
    for (const target of due) lanes.startDue(target, account)
    if (due.length === 0) {
      const { next, areRunning, reach } = await attemptsAhead(database, account)
      if (!areRunning) return { mayPass: true }
      const to = next === undefined ? before : Math.ceil(next / 1000)
      if (to < before && to * 1000 < reach) return { mayPass: true, to }
    }
    if (nowMs >= deadlineMs) return { mayPass: false }
    await new Promise((resolve) => setTimeout(resolve, IDLE_POLL_MS))
  }
  return { mayPass: false }
}

/** Makes due retries and replays, and delivers what CLI commands wrote and what lost its lease. */
export const deliverWebhooks: Chore<{ readonly outbox?: Deliverer }> = {
  kind: "deliver_webhooks",
  run: async ({ outbox }) => outbox?.tick(),
}
