import { recoverConfirm } from "../intents/confirm.ts"
import { dropVerification } from "../methods/save.ts"
import type { PaymentsMode } from "../mode.ts"
import { runRefund } from "../refunds/run.ts"
import { type AttemptRow, LEASE_MS, lapsedAttempts, recoverAttempt } from "./store.ts"

/** Finishes the attempts whose lease has lapsed: their process died, or they are new and no process has run them yet. */
export async function recoverLapsedAttempts(mode: PaymentsMode): Promise<void> {
  const lapsed = await mode.database.all(lapsedAttempts, { now_ms: mode.clock.now() })
  const done = await Promise.allSettled(lapsed.map((attempt) => recover(mode, attempt)))
  const broken = done.find((result) => result.status === "rejected")
  if (broken) throw broken.reason
}

async function recover(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  const lease_until_ms = mode.clock.now() + LEASE_MS
  const claimed = await mode.database.transaction((tx) =>
    tx.one(recoverAttempt, { id: attempt.id, lapsed: attempt.lease_until_ms, lease_until_ms }),
  )
  if (!claimed) return
  const { id, kind } = claimed
  const isNew = attempt.lease_until_ms === 0
  if (!isNew) mode.log.warn({ attempt: id, kind }, "recovering an attempt that a dead process left unfinished")
  switch (kind) {
    case "charge":
      return recoverConfirm(mode, claimed)
    case "verify":
      return dropVerification(mode, claimed)
    default:
      return runRefund(mode, claimed, { neverSent: isNew })
  }
}
