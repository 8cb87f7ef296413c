import { setTimeout as pause } from "node:timers/promises"
import { lockAccount, retrieveAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { accountTime } from "../clock.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { newId } from "../ids.ts"
import type { Job } from "../jobs/job.ts"
import { type ClockMode, passTime } from "./pass-time.ts"
import { beginTurn, currentTurn, endTurn, forgetTurns, queueTurn, renewTurn, type TurnRow } from "./store.ts"

export type AdvanceInput = { to?: number | null; seconds?: number | null }

/** A turn in the queue of an account. */
export type Turn = Pick<TurnRow, "account" | "key" | "id"> & { seconds: number | null }

/** The longest that two years can be: one of them is a leap year at most. */
const TWO_YEARS = (365 + 366) * 86_400
const LEASE_MS = 5000
const PAUSE_MS = 10
const DAY_MS = 86_400_000

/**
 * Takes a place in the queue of those who advance the account's clock, `to` a moment in Unix seconds or by `seconds` from when
 * the turn has come. Throws parameter_invalid and parameter_missing.
 */
export async function queueForTurn(
  tx: Transaction,
  scope: Scope<ClockMode>,
  input: AdvanceInput,
  key: string | null,
): Promise<Turn> {
  const { to = null, seconds = null } = input
  check(scope.now, to, seconds)
  const { account, mode } = scope
  const nowMs = mode.clock.now()
  await tx.run(forgetTurns, { before_ms: nowMs - DAY_MS })
  const id = newId("turn")
  const row = await tx.one(queueTurn, { account, key: key ?? id, id, target: to, lease_until_ms: nowMs + LEASE_MS })
  return { account, key: row!.key, id, seconds }
}

/** Waits for the turn, moves the clock and does in time order all of `jobs` that falls due. Answers the account's time then. */
export async function advanceClock<Mode extends ClockMode>(mode: Mode, jobs: readonly Job<Mode>[], turn: Turn): Promise<number> {
  const renewing = setInterval(() => {
    renew(mode, turn).catch((error: unknown) => mode.log.warn({ err: error }, "could not renew a turn of the test clock"))
  }, LEASE_MS / 4)
  try {
    const target = await begun(mode, turn)
    await passTime(mode, jobs, turn.account, target)
    return await timeOf(mode, mode.database, turn.account)
  } finally {
    clearInterval(renewing)
    await mode.database.transaction((tx) => tx.run(endTurn, turnKey(turn)))
  }
}

/** Specification, test clock: the account's time in Unix seconds. */
export function presentClock(now: number) {
  return { object: "test_clock" as const, now, livemode: false as const }
}

function check(now: number, to: number | null, seconds: number | null): void {
  if (to !== null && seconds !== null) throw new ApiError("parameter_invalid", "Send to or seconds, not both.", "seconds")
  if (to === null && seconds === null)
    throw new ApiError("parameter_missing", "Say how far: to a moment, or by seconds.", "seconds")
  const param = to === null ? "seconds" : "to"
  const distance = seconds ?? to! - now
  if (distance <= 0) throw new ApiError("parameter_invalid", `The clock only goes forward; now it is ${now}.`, param)
  if (distance > TWO_YEARS) throw new ApiError("parameter_invalid", "Advance by two years at most, and then again.", param)
}

/** Waits until nobody is before us. Answers how far to go. */
async function begun(mode: ClockMode, turn: Turn): Promise<number> {
  for (;;) {
    const current = await mode.database.one(currentTurn, { account: turn.account, now_ms: mode.clock.now() })
    const target = current?.id === turn.id ? await mode.database.transaction((tx) => tryToBegin(tx, mode, turn)) : undefined
    if (target !== undefined) return target
    await pause(PAUSE_MS)
  }
}

async function tryToBegin(tx: Transaction, mode: ClockMode, turn: Turn): Promise<number | undefined> {
  const { account, key } = turn
  await lockAccount(tx, account)
  const current = await tx.one(currentTurn, { account, now_ms: mode.clock.now() })
  if (current?.id !== turn.id) return undefined
  const target = current.target ?? (await timeOf(mode, tx, account)) + turn.seconds!
  await tx.one(beginTurn, { account, key, target })
  return target
}

async function renew(mode: ClockMode, turn: Turn): Promise<void> {
  const lease_until_ms = mode.clock.now() + LEASE_MS
  await mode.database.transaction((tx) => tx.run(renewTurn, { ...turnKey(turn), lease_until_ms }))
}

async function timeOf(mode: ClockMode, db: Queries, account: string): Promise<number> {
  return accountTime(mode.clock, (await retrieveAccount(db, account))!)
}

function turnKey({ account, key, id }: Turn) {
  return { account, key, id }
}
