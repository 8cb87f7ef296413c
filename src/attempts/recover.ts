import type { Mode } from "../mode.ts"
import { resumeConfirm } from "../payment-intents/confirm.ts"
import { type AttemptRow, LEASE_MS, lapsedAttempts, takeOverAttempt } from "./store.ts"

/** Finishes the attempts that nobody renews any more: their processes have died in them. */
export async function resumeLapsedAttempts(mode: Mode): Promise<void> {
  const lapsed = await mode.database.all(lapsedAttempts, { now_ms: mode.clock.now() })
  await Promise.all(lapsed.map((attempt) => takeOver(mode, attempt)))
}

async function takeOver(mode: Mode, attempt: AttemptRow): Promise<void> {
  const lease_until_ms = mode.clock.now() + LEASE_MS
  const taken = await mode.database.transaction((tx) =>
    tx.one(takeOverAttempt, { id: attempt.id, lapsed: attempt.lease_until_ms, lease_until_ms }),
  )
  if (!taken) return
  mode.log.warn({ attempt: attempt.id, kind: attempt.kind }, "finishing an attempt that a dead process had begun")
  await resumeConfirm(mode, taken)
}
