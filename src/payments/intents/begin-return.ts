import type { Acquirer, Holdings } from "../../acquirers/acquirer.ts"
import type { Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { ASKED_AFTER_SECONDS, isChargebackOpen } from "../attempts/charges.ts"
import type { AttemptScope } from "../attempts/mode.ts"
import { LEASE_MS, markReturnSent, putOff } from "../attempts/store.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import { holdIntentOf } from "./store.ts"

const RETURNS = "attempts.kind IN ('refund', 'reversal', 'void')"

/** Milliseconds since the latest call began that gave money of a charge back. Null if there was no such call. */
const sinceLatest = attempts.find(["account", "acquirer", "charge"], (rows, _, k) =>
  rows.whereRaw(RETURNS).select<{ ms: number | null }>(k.raw(`${nowMs(k)} - max(sent_at_ms) AS ms`)),
)

/**
 * Records that a refund, a reversal or a void begins. `held` is what the acquirer held of the charge just before, if it could say. Puts the
 * attempt off, and returns no row, if the acquirer would refuse it because it follows another one of the same charge too soon, or if a
 * notified chargeback is not known to be there or not. The gap is measured in the database's time, so it holds across all processes.
 */
export function beginReturn(
  { mode, now }: AttemptScope,
  attempt: AttemptRow,
  { refundGapMs = 0 }: Pick<Acquirer, "refundGapMs">,
  { amount, held }: { amount: number | null; held: Holdings | undefined },
  onPutOff: (tx: Transaction) => Promise<void> = async () => {},
): Promise<AttemptRow | undefined> {
  const { account, id } = attempt
  return mode.database.transaction(async (tx) => {
    // If two calls begin at once, the lock makes the second one see the first.
    await holdIntentOf(tx, attempt)
    const early = await secondsTooEarly(tx, attempt, refundGapMs, now - attempt.created)
    if (early > 0) {
      await tx.run(putOff, { account, id, due_at: now + early })
      await onPutOff(tx)
      return undefined
    }
    const gone_back_before = held?.gone_back ?? null
    return tx.one(markReturnSent, { account, id, owner: mode.owner, amount, gone_back_before, lease_ms: LEASE_MS })
  })
}

/**
 * A refund waits while a chargeback was notified that the acquirer does not show: the payer must not get the money twice. `gapMs` is the gap
 * between two calls, and `age` that of the attempt in seconds.
 */
async function secondsTooEarly(tx: Transaction, attempt: AttemptRow, gapMs: number, age: number): Promise<number> {
  if (attempt.kind === "refund" && (await isChargebackOpen(tx, attempt))) return ASKED_AFTER_SECONDS
  const { account, acquirer, charge } = attempt
  if (gapMs === 0 || charge === null) return 0
  const { ms } = await tx.only(sinceLatest, { account, acquirer, charge })
  if (ms === null) return 0
  // A latest call that began long after now was recorded before the database's clock was set back. It says nothing.
  const since = ms < -gapMs ? age * 1000 : ms
  return Math.ceil(Math.max(0, gapMs - since) / 1000)
}
