import { setTimeout as pause } from "node:timers/promises"
import { lockAccount, retrieveAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { accountTime } from "../clock.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { newId } from "../ids.ts"
import { type ClockJobs, type ClockMode, passTime } from "./pass-time.ts"
import { beginTurn, currentTurn, deleteAbandonedTurns, endTurn, LEASE_MS, queueTurn, renewTurn, type TurnRow } from "./store.ts"

export type AdvanceInput = { to?: number | null; seconds?: number | null }

/** A queued advance of an account's clock. */
export type Turn = Pick<TurnRow, "account" | "key" | "id"> & { seconds: number | null }

/** Two years, one of them a leap year. */
const MAX_ADVANCE_SECONDS = (365 + 366) * 86_400
const PAUSE_MS = 10

/**
 * Queues an advance of the account's clock, `to` a time in Unix seconds or by `seconds` from when its turn comes.
 * Throws parameter_invalid and parameter_missing. See openapi.yaml, advanceTestClock.
 */
export async function queueForTurn(
  tx: Transaction,
  scope: Scope<ClockMode>,
  input: AdvanceInput,
  key: string | null,
): Promise<Turn> {
  const { to = null, seconds = null } = input
  checkInput(scope.now, to, seconds)
  const { account } = scope
  await tx.run(deleteAbandonedTurns, {})
  const id = newId("turn")
  const row = await tx.one(queueTurn, { account, key: key ?? id, id, target: to })
  return { account, key: row!.key, id, seconds }
}

/** Waits for the turn, advances the clock and does the due `jobs` in time order. Returns the account's time in Unix seconds. */
export async function advanceClock<Mode extends ClockMode>(mode: Mode, jobs: ClockJobs<Mode>, turn: Turn): Promise<number> {
  const renewing = setInterval(() => {
    renew(mode, turn).catch((error: unknown) =>
      mode.log.warn({ err: error }, "could not renew the lease of a test clock advance"),
    )
  }, LEASE_MS / 4)
  try {
    const target = await waitForTurn(mode, turn)
    await passTime(mode, jobs, turn.account, target)
    return await accountTimeOf(mode, mode.database, turn.account)
  } finally {
    clearInterval(renewing)
    await mode.database.transaction((tx) => tx.run(endTurn, turnKey(turn)))
  }
}

/** `now` is account time in Unix seconds. */
export function presentClock(now: number) {
  return { object: "test_clock" as const, now, livemode: false as const }
}

function checkInput(now: number, to: number | null, seconds: number | null): void {
  if (to !== null && seconds !== null) throw new ApiError("parameter_invalid", "Send either to or seconds, not both.", "seconds")
  if (to === null && seconds === null)
    throw new ApiError("parameter_missing", "Send one parameter: to (Unix seconds) or seconds.", "seconds")
  const param = to === null ? "seconds" : "to"
  const distance = seconds ?? to! - now
  if (distance <= 0) throw new ApiError("parameter_invalid", `The clock only moves forward, and it is already at ${now}.`, param)
  if (distance > MAX_ADVANCE_SECONDS)
    throw new ApiError("parameter_invalid", "One advance is limited to two years: advance again to go further.", param)
}

/** Waits until this advance is the first in the queue. Returns the target time in Unix seconds. */
async function waitForTurn(mode: ClockMode, turn: Turn): Promise<number> {
  for (;;) {
    const current = await mode.database.one(currentTurn, { account: turn.account })
    const target = current?.id === turn.id ? await mode.database.transaction((tx) => tryToStart(tx, mode, turn)) : undefined
    if (target !== undefined) return target
    await pause(PAUSE_MS)
  }
}

async function tryToStart(tx: Transaction, mode: ClockMode, turn: Turn): Promise<number | undefined> {
  const { account, key } = turn
  await lockAccount(tx, account)
  const current = await tx.one(currentTurn, { account })
  if (current?.id !== turn.id) return undefined
  const target = current.target ?? (await accountTimeOf(mode, tx, account)) + turn.seconds!
  await tx.one(beginTurn, { account, key, target })
  return target
}

async function renew(mode: ClockMode, turn: Turn): Promise<void> {
  await mode.database.transaction((tx) => tx.run(renewTurn, turnKey(turn)))
}

async function accountTimeOf(mode: ClockMode, db: Queries, account: string): Promise<number> {
  return accountTime(mode.clock, (await retrieveAccount(db, account))!)
}

function turnKey({ account, key, id }: Turn) {
  return { account, key, id }
}
