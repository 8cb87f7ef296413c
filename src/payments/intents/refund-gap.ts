import { setTimeout } from "node:timers/promises"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import type { AttemptsMode } from "../attempts/mode.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { holdIntentOf } from "./retrieve.ts"

/**
 * More refunds of one charge hardly ever wait at once. A refund that has waited for this many gaps is sent anyway, because the database's
 * clock may have been set back.
 */
const MAX_WAITS = 4

const REFUNDS = "attempts.kind IN ('refund', 'reversal', 'void')"

/** Milliseconds since the latest call began that refunded or reversed money of a charge. Null if there was no such call. */
const sinceLatest = attempts.find(["account", "acquirer", "charge"], (rows, _, k) =>
  rows.whereRaw(REFUNDS).select<{ ms: number | null }>(k.raw(`${nowMs(k)} - max(sent_at_ms) AS ms`)),
)

/**
 * Runs `start`, which records that a call begins, as soon as the acquirer accepts the call. Some acquirers refuse a refund that follows
 * another refund of the same charge too soon. The gap is measured in the database's time, so it holds across all processes.
 */
export async function whenItMayStart<T>(
  mode: AttemptsMode,
  attempt: AttemptRow,
  { refundGapMs = 0 }: Pick<Acquirer, "refundGapMs">,
  start: (write: Queries["one"]) => Promise<T>,
): Promise<T> {
  const waitsUpTo = refundGapMs > 0 && isAboutCharge(attempt) ? MAX_WAITS : 0
  for (let waits = 0; waits < waitsUpTo; waits++) {
    const begun = await mode.database.transaction(async (tx) => {
      const early = await msTooEarly(tx, attempt, refundGapMs)
      return early > 0 ? { early } : { started: await start(tx.one) }
    })
    if ("started" in begun) return begun.started as T
    await setTimeout(Math.min(begun.early, refundGapMs))
  }
  return start(mode.database.write)
}

function isAboutCharge({ kind, charge }: AttemptRow): boolean {
  return charge !== null && (kind === "refund" || kind === "reversal" || kind === "void")
}

async function msTooEarly(tx: Transaction, attempt: AttemptRow, gapMs: number): Promise<number> {
  const { account, acquirer, charge } = attempt
  // If two calls begin at once, the lock makes the second one see the first.
  await holdIntentOf(tx, attempt)
  const { ms } = await tx.only(sinceLatest, { account, acquirer, charge })
  return ms === null ? 0 : gapMs - ms
}
