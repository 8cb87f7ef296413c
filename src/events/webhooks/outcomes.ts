import { setTimeout as pause } from "node:timers/promises"
import type { Clock } from "../../clock.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { Logger } from "../../log.ts"
import { accountMs } from "./claims.ts"
import { cancelPending, type DeliveryStatus, type LastAttempt } from "./deliveries.ts"
import type { Claimed } from "./outbox.ts"
import { type AttemptResult, hasDelivered } from "./post.ts"
import { waitAfter } from "./schedule.ts"

/** How an attempt ended, in real milliseconds; "gone" where its endpoint was deleted before it. */
export type Outcome = { delivery: Claimed; endedAt: number; result: AttemptResult | "gone" }

type Change = { status: DeliveryStatus; attempts: number; due_at_ms: number | null; last_attempt: string }

const BATCH = 500
/** Under load a commit holds the outcomes of this long; one that comes alone is stored at once. */
const SPACING_MS = 10
const RETRY_MS = 250
const GIVE_UP_MS = 10 * 60_000

/** The number of attempts made before tells outcomes apart: of two processes that made the same attempt, the first is heard. */
const conclude = statement<void, "id" | "made_before" | "status" | "attempts" | "due_at_ms" | "last_attempt">((k, p) =>
  k("deliveries").where({ id: p.id, attempts: p.made_before }).whereRaw("status = 'pending'").update({
    status: p.status,
    attempts: p.attempts,
    due_at_ms: p.due_at_ms,
    last_attempt: p.last_attempt,
    lease_until_ms: 0,
  }),
)
const giveBackRow = statement<void, "id" | "attempts">((k, p) =>
  k("deliveries").where({ id: p.id, attempts: p.attempts }).whereRaw("status = 'pending'").update({ lease_until_ms: 0 }),
)

/** What became of a delivery by an attempt. `dueInMs`: how long after its end the next one is due. */
export type Stored = { status: DeliveryStatus; durationMs: number; dueInMs: number | null }

export type OutcomeMode = { readonly database: Database; readonly clock: Clock; readonly log: Logger }

export type OutcomeWriter = {
  write(outcome: Outcome): void
  /** Whether the database has stopped taking outcomes: then it is no time to make more attempts. */
  readonly stuck: boolean
  /** Resolves when everything written so far is stored. */
  drained(): Promise<void>
}

/**
 * Stores how attempts ended. Those that end while a transaction runs share the next one, and while the database is away they
 * are kept and tried again: an outcome that is lost means that a merchant is told twice.
 */
export function createOutcomeWriter(mode: OutcomeMode, told: (stored: Stored) => void): OutcomeWriter {
  const waiting: Outcome[] = []
  let writing: Promise<void> | undefined
  let stuck = false
  let lastAt = Number.NEGATIVE_INFINITY

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const tooSoon = lastAt + SPACING_MS - performance.now()
      if (tooSoon > 0) await pause(tooSoon)
      const some = waiting.slice(0, BATCH)
      try {
        const stored = await mode.database.transaction((tx) => store(tx, some))
        waiting.splice(0, some.length)
        stuck = false
        lastAt = performance.now()
        for (const each of stored) told(each)
      } catch (error) {
        if (!stuck) mode.log.error({ err: error, outcomes: waiting.length }, "cannot store how attempts to deliver ended")
        stuck = true
        const tooOld = mode.clock.now() - GIVE_UP_MS
        while (waiting[0] && waiting[0].endedAt < tooOld) waiting.shift()
        await pause(RETRY_MS)
      }
    }
    writing = undefined
  }

  return {
    write: (outcome) => {
      waiting.push(outcome)
      writing ??= writeAll()
    },
    get stuck() {
      return stuck
    },
    drained: async () => {
      await writing
    },
  }
}

async function store(tx: Transaction, outcomes: Outcome[]): Promise<Stored[]> {
  const offsets = new Map<string, number>()
  const stored: Stored[] = []
  for (const outcome of outcomes) {
    const { id, account, attempts, target } = outcome.delivery
    if (outcome.result === "gone") {
      await cancelPending(tx, target)
      continue
    }
    const offset = offsets.get(account) ?? (await accountMs(tx, account, 0))
    offsets.set(account, offset)
    const change = changeBy(attempts + 1, outcome.result, outcome.endedAt + offset)
    await tx.run(conclude, { id, made_before: attempts, ...change })
    stored.push({
      status: change.status,
      durationMs: outcome.result.duration_ms,
      dueInMs: change.due_at_ms === null ? null : change.due_at_ms - offset - outcome.endedAt,
    })
  }
  return stored
}

/** What the attempt of that number makes of its delivery. `endedAt` is in milliseconds on the account's axis. */
export function changeBy(attempts: number, result: AttemptResult, endedAt: number): Change {
  const last: LastAttempt = { at: Math.floor(endedAt / 1000), ...result }
  const last_attempt = JSON.stringify(last)
  if (hasDelivered(result)) return { status: "delivered", attempts, due_at_ms: null, last_attempt }
  const wait = waitAfter(attempts)
  if (wait === undefined) return { status: "dead_letter", attempts, due_at_ms: null, last_attempt }
  return { status: "pending", attempts, due_at_ms: endedAt + wait, last_attempt }
}

/** Gives deliveries back that were claimed and not attempted: anybody may make the attempt at once. */
export async function releaseClaims(database: Database, deliveries: Claimed[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { id, attempts } of deliveries) await tx.run(giveBackRow, { id, attempts })
  })
}
