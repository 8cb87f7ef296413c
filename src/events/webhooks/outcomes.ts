import { setTimeout as pause } from "node:timers/promises"
import { type Clock, timeIfKnown } from "../../base/clock.ts"
import type { Logger } from "../../base/log.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isMoving } from "../../db/unreachable.ts"
import { type Change, type Ended, settleDeliveries } from "./attempts.ts"
import { cancelDelivery } from "./cancel-deliveries.ts"
import { accountMs } from "./claims.ts"
import type { EventsMode } from "./mode.ts"
import type { Claimed } from "./outbox.ts"
import { type AttemptResult, hasDelivered } from "./post.ts"
import { waitAfter } from "./schedule.ts"
import { type DeliveryStatus, deliveries } from "./tables.ts"

/**
 * The end of an attempt. `endedAt` is in real milliseconds. `sent` are the headers of the request. `isFinal`: no other attempt would change
 * its failure. "gone" means that the target no longer existed, or that nothing is to be sent to it any more.
 */
export type Outcome = { delivery: Claimed; endedAt: number } & (
  | { result: AttemptResult; sent: Record<string, string>; isFinal?: boolean }
  | { result: "gone" }
)

const MAX_BATCH = 500
/** While more outcomes than this wait, no delivery is claimed: its lease could expire before its own outcome is stored. */
const MAX_WAITING = 2 * MAX_BATCH
/** Under load, commits are at least this far apart and share outcomes. A single outcome is stored at once. */
const MIN_INTERVAL_MS = 10
const RETRY_MS = 250
/** An endpoint with a delivery that has failed as often keeps failing: this attempt comes an hour after the first one. */
const FAILING_ATTEMPTS = 5
const MAX_AGE_MS = 10 * 60_000

const releaseRow = deliveries.find(["account", "id", "attempts"], (rows) =>
  rows.whereRaw("status = 'pending'").update({ lease_until_ms: 0 }),
)

/** The effect of an attempt on its delivery. `dueInMs` is the time from the end of the attempt to the next one. */
export type Stored = { status: DeliveryStatus; durationMs: number; dueInMs: number | null }

export type OutcomeMode = Pick<EventsMode, "failureListeners"> & {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

export type OutcomeWriter = {
  write(outcome: Outcome): void
  /** True while outcomes cannot be stored. Due deliveries should not be claimed then. */
  readonly stuck: boolean
  /** True while many outcomes wait to be stored. No delivery should be claimed then, not even a new one. */
  readonly behind: boolean
  /** Resolves when no outcome is waiting to be stored. */
  drained(): Promise<void>
}

/**
 * Stores the outcomes of attempts. Outcomes that arrive while a transaction runs share the next transaction. While the database is
 * unavailable, outcomes are kept in memory and retried, because a lost outcome means that the merchant receives the event twice. An outcome
 * whose delivery is locked is retried too, and the others do not wait for it.
 */
export function createOutcomeWriter(
  mode: OutcomeMode,
  { onStored, onCaughtUp }: { onStored: (stored: Stored) => void; onCaughtUp: () => void },
): OutcomeWriter {
  const waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  const putOff = new Set<Promise<void>>()
  let stuck = false
  let lastAt = Number.NEGATIVE_INFINITY

  const isBehind = () => waiting.length > MAX_WAITING

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const waitMs = lastAt + MIN_INTERVAL_MS - performance.now()
      if (waitMs > 0) await pause(waitMs)
      const batch = waiting.slice(0, MAX_BATCH)
      try {
        const { stored, locked } = await storeAll(mode, batch)
        const wasBehind = isBehind()
        waiting.splice(0, batch.length)
        if (locked.length > 0) putOffAll(locked)
        stuck = false
        lastAt = performance.now()
        for (const change of stored) onStored(change)
        if (wasBehind && !isBehind()) onCaughtUp()
      } catch (error) {
        if (!stuck)
          mode.log.error({ err: error, outcomes: waiting.length }, "could not store the outcomes of delivery attempts; retrying")
        stuck = true
        const oldest = (timeIfKnown(mode.clock) ?? 0) - MAX_AGE_MS
        while (waiting[0] && waiting[0].endedAt < oldest) waiting.shift()
        await pause(RETRY_MS)
      }
    }
    writing = undefined
  }

  function write(...outcomes: Outcome[]): void {
    waiting.push(...outcomes)
    writing ??= writeAll()
  }

  function putOffAll(outcomes: Outcome[]): void {
    const again = pause(RETRY_MS).then(() => {
      putOff.delete(again)
      write(...outcomes)
    })
    putOff.add(again)
  }

  return {
    write,
    get stuck() {
      return stuck
    },
    get behind() {
      return isBehind()
    },
    drained: async () => {
      while (writing || putOff.size > 0) await Promise.all([writing, ...putOff])
    },
  }
}

type Written = { stored: Stored[]; locked: Outcome[] }

/** The outcomes of an account that is moving are dropped: the other database has its deliveries, and makes these again. */
async function storeAll(mode: OutcomeMode, outcomes: Outcome[]): Promise<Written> {
  try {
    return await mode.database.transaction((tx) => store(tx, mode, outcomes))
  } catch (error) {
    if (!isMoving(error)) throw error
  }
  const written: Written = { stored: [], locked: [] }
  for (const [account, own] of Map.groupBy(outcomes, ({ delivery }) => delivery.account))
    try {
      const { stored, locked } = await mode.database.transaction((tx) => store(tx, mode, own))
      written.stored.push(...stored)
      written.locked.push(...locked)
    } catch (error) {
      if (!isMoving(error)) throw error
      mode.log.warn(
        { account, outcomes: own.length },
        "dropped the outcomes of deliveries: the account is moving to another database",
      )
    }
  return written
}

/** Returns the outcomes that it has stored, and those whose delivery is locked. */
async function store(tx: Transaction, mode: OutcomeMode, outcomes: Outcome[]): Promise<Written> {
  const known = new Map<string, Promise<number>>()
  const offsetOf = (account: string) => {
    const offset = known.get(account) ?? accountMs(tx, account, 0)
    known.set(account, offset)
    return offset
  }
  const ends = await tx.pipeline(...outcomes.map((outcome) => () => endOf(tx, outcome, offsetOf)))
  const ended = ends.filter((end) => end !== "gone")
  const locked = new Set<(typeof ends)[number]>(await settleDeliveries(tx, ended))
  await tellOfFailures(tx, mode, failingOf(outcomes, ends))
  return {
    stored: ended.filter((each) => !locked.has(each)).map(storedOf),
    locked: outcomes.filter((_, i) => locked.has(ends[i] ?? "gone")),
  }
}

type Failing = { account: string; endpoint: string; now: number }

/** The endpoints that keep failing, in one order for all processes: two that tell of the same ones wait for each other. */
function failingOf(outcomes: Outcome[], ends: (Ended | "gone")[]): Failing[] {
  const failing = new Map<string, Failing>()
  for (const [i, end] of ends.entries()) {
    const { account, target = "" } = outcomes[i]?.delivery ?? {}
    if (end === "gone" || account === undefined || !target.startsWith("we_")) continue
    const { status, attempts } = end.change
    if (status === "dead_letter" || (status === "pending" && attempts >= FAILING_ATTEMPTS))
      failing.set(`${account} ${target}`, { account, endpoint: target, now: Math.floor(end.endedAtMs / 1000) })
  }
  return [...failing].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

async function tellOfFailures(tx: Transaction, { failureListeners }: OutcomeMode, failing: Failing[]): Promise<void> {
  for (const { account, endpoint, now } of failing)
    for (const listener of failureListeners) await listener(tx, { account, now }, endpoint)
}

async function endOf(tx: Transaction, outcome: Outcome, offsetOf: (account: string) => Promise<number>): Promise<Ended | "gone"> {
  const { id: delivery, account, attempts: madeBefore, offsetMs } = outcome.delivery
  if (outcome.result === "gone") {
    await cancelDelivery(tx, outcome.delivery)
    return "gone"
  }
  // The clock may have moved on since the attempt began. The attempt stands at the time at which it was due.
  const offset = offsetMs ?? (await offsetOf(account))
  const { result, sent, endedAt, isFinal = false } = outcome
  const endedAtMs = endedAt + offset
  const change = changeBy(madeBefore + 1, result, endedAtMs, isFinal)
  return { account, delivery, madeBefore, endedAtMs, sent, result, change }
}

function storedOf({ change, result, endedAtMs }: Ended): Stored {
  const dueInMs = change.due_at_ms === null ? null : change.due_at_ms - endedAtMs
  return { status: change.status, durationMs: result.duration_ms, dueInMs }
}

/** Computes the new state of a delivery after attempt number `attempts`. `endedAt` is account time in milliseconds. */
function changeBy(attempts: number, result: AttemptResult, endedAt: number, isFinal: boolean): Change {
  const { http_status, error, duration_ms } = result
  const last_attempt = { at: Math.floor(endedAt / 1000), http_status, error, duration_ms }
  if (hasDelivered(result)) return { status: "delivered", attempts, due_at_ms: null, last_attempt }
  const wait = isFinal ? undefined : waitAfter(attempts)
  if (wait === undefined) return { status: "dead_letter", attempts, due_at_ms: null, last_attempt }
  return { status: "pending", attempts, due_at_ms: endedAt + wait, last_attempt }
}

/** Releases deliveries that were claimed but not attempted. Any process can then claim them at once. */
export async function releaseClaims(database: Database, deliveries: Claimed[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { account, id, attempts } of deliveries) await tx.run(releaseRow, { account, id, attempts })
  })
}
