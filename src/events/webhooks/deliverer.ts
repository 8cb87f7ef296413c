import type { EventsMode } from "../mode.ts"
import { accountMs, claimDue, isUnderWay, listDueTargets, listPendingTargets } from "./claims.ts"
import type { DeliveryStatus } from "./deliveries.ts"
import type { Claimed, Outbox } from "./outbox.ts"
import { createOutcomeWriter, type OutcomeMode, releaseClaims } from "./outcomes.ts"
import type { AttemptResult, Poster } from "./post.ts"
import { sign } from "./signature.ts"
import { createTargets, type Target } from "./targets.ts"

/** Makes the attempts of one process, for one mode. */
export type Deliverer = Outbox & {
  /** Looks for deliveries that are due and starts their attempts, as far as there is room; does not wait for them. */
  tick(): Promise<void>
  /**
   * Makes the attempts of an account that are due at its time, and waits for all of its attempts under way in any process,
   * until `deadlineMs` (real) at most. Answers whether they have all ended.
   */
  settle(account: string, deadlineMs: number): Promise<boolean>
  /** Takes no more, lets what is under way finish for `graceMs`, and gives back the rest. */
  close(graceMs?: number): Promise<void>
}

export type DelivererMode = Omit<EventsMode, "outbox"> & OutcomeMode

type DelivererOptions = {
  mode: DelivererMode
  poster: Poster
  /** Told of every attempt: what became of the delivery, and how long it took. */
  observe?: (status: DeliveryStatus, seconds: number) => void
}

/** What is at work for one target. A slow or dead one fills its own lane and no other. */
type Lane = {
  readonly target: string
  readonly account: string
  waiting: Claimed[]
  running: number
  /** How many attempts may run at once: fewer for a target that is slow. */
  window: number
  /** Whether the database may have more that is due. */
  more: boolean
  claiming: boolean
  usedAt: number
}

const MAX_WINDOW = 16
/** How many windows of deliveries a lane holds beside those under way: a claim costs a commit, so it should bring many. */
const WINDOWS_AHEAD = 4
const SLOW_MS = 5000
/** Longer than an attempt may take, from when it is begun at the latest; short enough for another process to take over within 60 s. */
const LEASE_MS = 45_000
const FRESH_MS = 10_000
const FORGET_LANE_MS = 10 * 60_000
const SETTLE_POLL_MS = 10

export function startDeliverer({ mode, poster, observe = () => {} }: DelivererOptions): Deliverer {
  const { database, clock, log } = mode
  const lanes = new Map<string, Lane>()
  const targets = createTargets(database, mode.ring)
  const outcomes = createOutcomeWriter(mode, ({ status, durationMs, dueInMs }) => {
    mode.checkpoint("delivery: stored")
    observe(status, durationMs / 1000)
    if (dueInMs !== null) wakeIn(dueInMs)
  })
  const running = new Set<Promise<void>>()
  let closing = false
  let scanning: Promise<void> | undefined
  let wake: { timer: NodeJS.Timeout; at: number } | undefined

  function laneOf(target: string, account: string): Lane {
    const known = lanes.get(target)
    if (known) return known
    const made = {
      target,
      account,
      waiting: [],
      running: 0,
      window: MAX_WINDOW / 2,
      more: false,
      claiming: false,
      usedAt: clock.now(),
    }
    lanes.set(target, made)
    return made
  }

  /** Starts what the lane has room for, then looks for more. */
  function pump(lane: Lane): void {
    lane.usedAt = clock.now()
    while (!closing && lane.running < lane.window && lane.waiting.length > 0) {
      const delivery = lane.waiting.shift()!
      // Its lease would end before the attempt does: whoever finds it after that begins anew.
      if (clock.now() - delivery.claimedAt > FRESH_MS) continue
      begin(lane, delivery)
    }
    const room = WINDOWS_AHEAD * lane.window - lane.waiting.length
    if (lane.more && room >= (WINDOWS_AHEAD - 1) * lane.window && !lane.claiming && !closing && !outcomes.stuck)
      track(claim(lane, room))
  }

  async function claim(lane: Lane, limit: number): Promise<void> {
    lane.claiming = true
    lane.more = false
    try {
      const { target, account } = lane
      const nowMs = clock.now()
      const rows = await claimDue(database, { target, account, nowMs, limit, leaseUntilMs: nowMs + LEASE_MS })
      mode.checkpoint("delivery: claimed")
      lane.more ||= rows.length === limit
      const claimed = rows.map((row) => ({ ...row, claimedAt: nowMs }))
      if (closing) await releaseClaims(database, claimed)
      else lane.waiting.push(...claimed)
    } catch (error) {
      // The next tick looks again.
      log.warn({ err: error, target: lane.target }, "could not claim deliveries")
    }
    lane.claiming = false
    pump(lane)
  }

  function begin(lane: Lane, delivery: Claimed): void {
    lane.running++
    const attempt = attemptOne(lane, delivery)
      .catch((error) => log.error({ err: error, delivery: delivery.id }, "an attempt to deliver broke off; it is made again"))
      .finally(() => {
        lane.running--
        pump(lane)
      })
    track(attempt)
  }

  /** What has to end before the database may be closed. */
  function track(work: Promise<void>): void {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  async function attemptOne(lane: Lane, delivery: Claimed): Promise<void> {
    const body = delivery.body ?? (await targets.bytesOf(delivery.message))
    const target = await targets.find(delivery.target)
    const startedAt = clock.now()
    if (!target) return outcomes.write({ delivery, endedAt: startedAt, result: "gone" })
    mode.checkpoint("delivery: begun")
    const result = await post(target, body, startedAt)
    mode.checkpoint("delivery: posted")
    if (result.error === "interrupted") return releaseClaims(database, [delivery])
    lane.window = result.duration_ms > SLOW_MS ? Math.max(1, lane.window >> 1) : Math.min(MAX_WINDOW, lane.window + 1)
    outcomes.write({ delivery, endedAt: startedAt + result.duration_ms, result })
  }

  /** Signed with the secret of this moment; nothing is awaited between reading it and posting. */
  function post({ url, secret }: Target, body: Buffer, nowMs: number): Promise<AttemptResult> {
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Vintem/1.0",
      "Service-Signature": sign(secret, Math.floor(nowMs / 1000), body),
    }
    return poster.post(url, headers, body)
  }

  async function scan(): Promise<void> {
    const found = await listPendingTargets(database)
    const now = clock.now()
    for (const { target, account, due_at_ms, offset } of found) {
      const dueIn = due_at_ms - offset * 1000 - now
      if (dueIn > 0) {
        wakeIn(dueIn)
        continue
      }
      const lane = laneOf(target, account)
      lane.more = true
      pump(lane)
    }
    for (const lane of lanes.values()) {
      const idle = lane.running === 0 && lane.waiting.length === 0 && !lane.claiming
      if (idle && now - lane.usedAt > FORGET_LANE_MS) lanes.delete(lane.target)
    }
  }

  function tick(): Promise<void> {
    if (closing || outcomes.stuck) return Promise.resolve()
    scanning ??= scan().finally(() => {
      scanning = undefined
    })
    return scanning
  }

  /** Ticks come once a second; what is due before the next one is looked for when it is due. */
  function wakeIn(ms: number): void {
    const at = clock.now() + ms
    if (closing || ms > 60_000 || (wake && wake.at <= at)) return
    clearTimeout(wake?.timer)
    const timer = setTimeout(() => {
      wake = undefined
      tick().catch((error) => log.warn({ err: error }, "could not look for deliveries that are due"))
    }, ms)
    wake = { timer, at }
  }

  async function settle(account: string, deadlineMs: number): Promise<boolean> {
    while (!closing) {
      const nowMs = clock.now()
      const due = await listDueTargets(database, account, await accountMs(database, account, nowMs), nowMs)
      for (const target of due) {
        const lane = laneOf(target, account)
        lane.more = true
        pump(lane)
      }
      if (due.length === 0 && !(await isUnderWay(database, account, nowMs))) return true
      if (nowMs >= deadlineMs) return false
      await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS))
    }
    return false
  }

  async function close(graceMs = 5000): Promise<void> {
    closing = true
    clearTimeout(wake?.timer)
    const notBegun = [...lanes.values()].flatMap((lane) => lane.waiting.splice(0))
    await releaseClaims(database, notBegun).catch((error) => log.warn({ err: error }, "deliveries go back when their leases end"))
    const grace = setTimeout(() => void poster.close(), graceMs)
    await scanning?.catch(() => {}) // reported where it was begun
    await Promise.all(running)
    clearTimeout(grace)
    await poster.close()
    await outcomes.drained()
  }

  return {
    leaseFor: (target, account) => {
      const lane = laneOf(target, account)
      if (!closing && lane.waiting.length < WINDOWS_AHEAD * lane.window) return clock.now() + LEASE_MS
      lane.more = true
      return 0
    },
    take: (delivery) => {
      const lane = laneOf(delivery.target, delivery.account)
      lane.waiting.push(delivery)
      pump(lane)
    },
    tick,
    settle,
    close,
  }
}

/** At each tick: the retries that are due, replays, what a command line wrote and what a dead process left. */
export async function deliverWebhooks(mode: { readonly outbox?: Deliverer }): Promise<void> {
  await mode.outbox?.tick()
}
