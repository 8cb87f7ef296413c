import { MAX_ATTEMPTS_UNDER_WAY } from "../../base/bounds.ts"
import { modeName } from "../../base/mode-name.ts"
import type { Attempt, Made } from "./attempt.ts"
import { claimDue } from "./claims.ts"
import type { EventsMode } from "./mode.ts"
import type { Claimed } from "./outbox.ts"
import { type OutcomeMode, type OutcomeWriter, releaseClaims } from "./outcomes.ts"
import type { Slots, Waiting } from "./slots.ts"
import { hostOf } from "./targets.ts"

export type DelivererMode = Omit<EventsMode, "outbox"> & OutcomeMode

/** The attempts of one target. A slow or dead target fills its own lane and delays no other. */
type Lane = Waiting & {
  readonly target: string
  readonly account: string
  /** That of the last attempt. The next one goes elsewhere if the URL was changed meanwhile. */
  host: string
  /** The lane makes no attempts until its host has been read from the database. */
  hostIs: "unknown" | "asked" | "known"
  fast: boolean
  waiting: Claimed[]
  running: number
  /** The number of attempts that may run at once. It shrinks while the target is slow. */
  window: number
  /** Whether the database may have more due deliveries. */
  more: boolean
  claiming: boolean
  usedAt: number
}

/**
 * While outcomes cannot be stored (`stuck`), no due deliveries are claimed, but new events get first attempts. While many wait to be stored
 * (`behind`), new events stay in the database, too.
 */
type OutcomesToStore = Pick<OutcomeWriter, "stuck" | "behind">

const MAX_WINDOW = MAX_ATTEMPTS_UNDER_WAY.target
/** A lane holds up to this many windows of waiting deliveries. Each claim costs a commit, so a claim should return many. */
const WINDOWS_AHEAD = 4
const SLOW_MS = 5000
/**
 * In the database's time. It is longer than MAX_CLAIM_AGE_MS plus the 30 s of an attempt, and short enough for another process to recover
 * within 60 s.
 */
const LEASE_MS = 45_000
const MAX_CLAIM_AGE_MS = 10_000
const IDLE_LANE_MS = 10 * 60_000

/** The lanes of one deliverer. They claim due deliveries and run their attempts. */
export class Lanes {
  readonly #mode: DelivererMode
  readonly #attempt: Attempt
  readonly #outcomes: OutcomesToStore
  readonly #slots: Slots
  readonly #lanes = new Map<string, Lane>()
  readonly #running = new Set<Promise<void>>()
  #closing = false

  constructor(mode: DelivererMode, attempt: Attempt, slots: Slots, outcomes: OutcomesToStore) {
    this.#mode = mode
    this.#attempt = attempt
    this.#slots = slots
    this.#outcomes = outcomes
  }

  get closing(): boolean {
    return this.#closing
  }

  /** See Outbox. If there is no room, the lane remembers to read the database. */
  leaseFor(target: string, account: string): number {
    const lane = this.#laneOf(target, account)
    const hasRoom = lane.waiting.length < WINDOWS_AHEAD * lane.window && this.#slots.hasRoom(lane)
    if (!this.#closing && !this.#outcomes.behind && hasRoom) return LEASE_MS
    lane.more = true
    return 0
  }

  /** See Outbox. */
  take(delivery: Claimed): void {
    const lane = this.#laneOf(delivery.target, delivery.account)
    lane.waiting.push(delivery)
    this.#pump(lane)
  }

  /** Claims the due deliveries of a target and starts their attempts while there is room. */
  startDue(target: string, account: string): void {
    const lane = this.#laneOf(target, account)
    lane.more = true
    this.#pump(lane)
  }

  /** Claims what the lanes left in the database while many outcomes waited to be stored. */
  claimMore(): void {
    for (const lane of this.#lanes.values()) if (lane.more) this.#pump(lane)
  }

  removeIdle(): void {
    const now = performance.now()
    for (const lane of this.#lanes.values()) {
      const idle = lane.running === 0 && lane.waiting.length === 0 && !lane.claiming
      if (idle && now - lane.usedAt > IDLE_LANE_MS) this.#lanes.delete(lane.target)
    }
  }

  /** Starts no more attempts. Returns the claimed deliveries that were not attempted. */
  close(): Claimed[] {
    this.#closing = true
    return [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0))
  }

  /** Resolves when the running claims and attempts have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running)
  }

  #laneOf(target: string, account: string): Lane {
    const known = this.#lanes.get(target)
    if (known) return known
    const lane: Lane = {
      target,
      account,
      tenant: `${account} ${modeName(this.#mode.database)}`,
      host: "",
      hostIs: "unknown",
      fast: false,
      start: (free) => this.#start(lane, free),
      waiting: [],
      running: 0,
      window: MAX_WINDOW / 2,
      more: false,
      claiming: false,
      usedAt: performance.now(),
    }
    this.#lanes.set(target, lane)
    return lane
  }

  /** Starts attempts while the window has room and it is the lane's turn, then claims more deliveries. */
  #pump(lane: Lane): void {
    lane.usedAt = performance.now()
    if (this.#wantsSlot(lane)) {
      if (lane.hostIs === "known") this.#slots.want(lane)
      else if (lane.hostIs === "unknown") this.#track(this.#findHost(lane))
    }
    const limit = this.#claimable(lane)
    const mayClaim = lane.more && !lane.claiming && !this.#closing && !this.#outcomes.stuck && !this.#outcomes.behind
    if (mayClaim && limit > 0) this.#track(this.#claim(lane, limit))
  }

  #wantsSlot(lane: Lane): boolean {
    return !this.#closing && lane.waiting.length > 0 && lane.running < lane.window
  }

  /** How many deliveries are worth a claim. A lane that must wait for its turn claims only what it would start at its turn. */
  #claimable(lane: Lane): number {
    if (!this.#slots.hasRoom(lane)) return lane.waiting.length > 0 ? 0 : lane.window - lane.running
    const room = WINDOWS_AHEAD * lane.window - lane.waiting.length
    return room >= (WINDOWS_AHEAD - 1) * lane.window ? room : 0
  }

  async #findHost(lane: Lane): Promise<void> {
    lane.hostIs = "asked"
    try {
      lane.host = await hostOf(this.#mode.database, { account: lane.account, id: lane.target })
      lane.hostIs = "known"
    } catch (error) {
      // The next tick tries again.
      lane.hostIs = "unknown"
      this.#mode.log.warn({ err: error, target: lane.target }, "could not look up the host of a webhook")
      return
    }
    this.#pump(lane)
  }

  /** Called when it is the lane's turn. */
  #start(lane: Lane, free: () => void): { started: boolean; wantsMore: boolean } {
    if (!this.#wantsSlot(lane)) return { started: false, wantsMore: false }
    const now = performance.now()
    const first = lane.waiting.findIndex(({ claimedAt }) => now - claimedAt <= MAX_CLAIM_AGE_MS)
    const late = lane.waiting.splice(0, first === -1 ? lane.waiting.length : first)
    if (late.length > 0) this.#track(this.#claimAgain(lane, late, now))
    const next = lane.waiting.shift()
    if (!next) return { started: false, wantsMore: false }
    this.#begin(lane, next, free)
    return { started: true, wantsMore: this.#wantsSlot(lane) }
  }

  /** Releases claims that might expire during the attempt, and claims again. */
  async #claimAgain(lane: Lane, late: Claimed[], now: number): Promise<void> {
    // Another process may already have claimed the deliveries whose lease here has expired.
    const held = late.filter(({ claimedAt }) => now < claimedAt + LEASE_MS)
    await releaseClaims(this.#mode.database, held).catch((error) =>
      this.#mode.log.warn({ err: error, target: lane.target }, "could not release deliveries; they are claimed again later"),
    )
    lane.more = true
    this.#pump(lane)
  }

  async #claim(lane: Lane, limit: number): Promise<void> {
    const { database, clock, log } = this.#mode
    lane.claiming = true
    lane.more = false
    try {
      const { target, account } = lane
      const claimedAt = performance.now()
      const rows = await claimDue(database, { target, account, nowMs: clock.now(), limit, leaseMs: LEASE_MS })
      this.#mode.checkpoint("delivery: claimed")
      lane.more ||= rows.length === limit
      const claimed = rows.map((row) => ({ ...row, claimedAt }))
      if (this.#closing) await releaseClaims(database, claimed)
      else lane.waiting.push(...claimed)
    } catch (error) {
      // The next tick tries again.
      log.warn({ err: error, target: lane.target }, "could not claim deliveries")
    }
    lane.claiming = false
    this.#pump(lane)
  }

  #begin(lane: Lane, delivery: Claimed, free: () => void): void {
    lane.running++
    const attempt = this.#attempt(delivery)
      .then((made) => {
        if (made) adjust(lane, made)
      })
      .catch((error) =>
        this.#mode.log.error(
          { err: error, delivery: delivery.id },
          "a delivery attempt failed; it is retried when its lease expires",
        ),
      )
      .finally(() => {
        lane.running--
        free()
        this.#pump(lane)
      })
    this.#track(attempt)
  }

  /** Tracked promises must end before the database is closed. */
  #track(work: Promise<void>): void {
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }
}

function adjust(lane: Lane, { durationMs, host }: Made): void {
  lane.host = host
  lane.fast = durationMs <= SLOW_MS
  lane.window = lane.fast ? Math.min(MAX_WINDOW, lane.window + 1) : Math.max(1, lane.window >> 1)
}
