import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { nextPollAt, nextTryAt } from "./poll-schedule.ts"
import { type AttemptState, type AttemptTrigger, nextAttemptState } from "./state.ts"
import { transitionAttempt } from "./store.ts"
import type { AttemptRow } from "./table.ts"

/** The acquirer's own id of the charge, once it is known, and times other than those of the state. */
type Changes = { charge?: string | null; due_at?: number | null; polling_since?: number }

/**
 * Moves an attempt by the table of its states. `outcome` is for people. Returns undefined if the table has no such transition, or if another
 * process has moved the attempt first.
 */
export async function moveAttempt(
  tx: Transaction,
  { now }: Pick<Scope, "now">,
  attempt: AttemptRow,
  trigger: AttemptTrigger,
  outcome: string | null,
  changes: Changes = {},
): Promise<AttemptRow | undefined> {
  const { account, id, state: from } = attempt
  const state = nextAttemptState(from, trigger)
  const moved = { account, id, from, outcome, charge: null }
  return state && tx.one(transitionAttempt, { ...moved, state, ...timesAfter(attempt, state, now), ...changes })
}

/** Closes an attempt in the same way. */
export async function closeAttempt(tx: Transaction, attempt: AttemptRow, outcome: string): Promise<AttemptRow | undefined> {
  const { account, id, state: from, polling_since } = attempt
  const state = nextAttemptState(from, "close")
  return state && tx.one(transitionAttempt, { account, id, from, state, outcome, charge: null, polling_since, due_at: null })
}

/** When polling began, and when work on the attempt is due next, for an attempt that enters `state`. */
function timesAfter(attempt: AttemptRow, state: AttemptState, now: number): Pick<AttemptRow, "polling_since" | "due_at"> {
  switch (state) {
    case "done":
      return { polling_since: attempt.polling_since, due_at: null }
    case "by_hand":
      return { polling_since: now, due_at: null }
    case "new":
      return { polling_since: null, due_at: nextTryAt(attempt, now) }
    default: {
      // A sale that was polled before goes on from there. The polling of all others begins now.
      const polling_since = state === "given_up" ? (attempt.polling_since ?? now) : now
      return { polling_since, due_at: nextPollAt({ ...attempt, polling_since, state, missing_since: null }, now) ?? null }
    }
  }
}
