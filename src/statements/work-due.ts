// When the statements of an account are looked at.
import { integer, seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { statementDays, statementWork } from "./tables.ts"

const wakeRow = statementWork.statement(["account", { due_at: seconds() }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO statement_work (account, id, due_at, held_until_ms) VALUES (:account, :account, :due_at, 0)
     ON CONFLICT (account) DO UPDATE SET due_at = CASE
       WHEN statement_work.due_at IS NULL OR statement_work.due_at > excluded.due_at THEN excluded.due_at ELSE statement_work.due_at END`,
    { account: p.account, due_at: p.due_at },
  ),
)
const checkDay = statementDays.statement(["account", "kind", "day", { check_on: integer() }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO statement_days (account, kind, day, check_on) VALUES (:account, :kind, :day, :check_on)
     ON CONFLICT (account, kind, day) DO UPDATE SET check_on = CASE
       WHEN statement_days.check_on IS NULL OR statement_days.check_on > excluded.check_on THEN excluded.check_on
       ELSE statement_days.check_on END`,
    { account: p.account, kind: p.kind, day: p.day, check_on: p.check_on },
  ),
)
const setCheck = statementDays.update(["account", "kind", "day"], ["check_on"])
const recheck = statementDays.statement(["account", "kind", { from: integer(), today: integer() }], (_, p, k) =>
  k.raw<void>(
    "UPDATE statement_days SET check_on = :today WHERE account = :account AND kind = :kind AND day >= :from AND day <= :today",
    {
      ...{ account: p.account, kind: p.kind, from: p.from, today: p.today },
    },
  ),
)
const dueDays = statementDays.statement(["account", "kind", { today: integer() }], (rows, p) =>
  rows
    .where({ account: p.account, kind: p.kind })
    .whereRaw("check_on IS NOT NULL AND check_on <= ?", [p.today])
    .orderBy("day")
    .limit(200),
)
const nextCheck = statementDays.statement(["account"], (_, p, k) =>
  k.raw<{ check_on: number | null }>(
    "SELECT min(check_on) AS check_on FROM statement_days WHERE account = ? AND check_on IS NOT NULL",
    [p.account],
  ),
)

/** Looks at an account's statements at a time, in Unix seconds, or earlier. */
export function wakeAccount(tx: Transaction, account: string, due_at: number): void {
  tx.send(wakeRow, { account, due_at })
}

type Kind = "sales" | "payments"

/** Looks at a day of an account from a day on, or earlier. */
export function checkFrom(tx: Transaction, account: string, kind: Kind, day: number, check_on: number): void {
  tx.send(checkDay, { account, kind, day, check_on })
}

/** Looks again at the days from one to today that were looked at before. */
export function checkSince(tx: Transaction, account: string, kind: Kind, from: number, today: number): void {
  tx.send(recheck, { account, kind, from, today })
}

/** A day was looked at. `check_on`: when it is looked at again. */
export function checkedDay(tx: Transaction, account: string, kind: Kind, day: number, check_on: number | null): void {
  tx.send(setCheck, { account, kind, day, check_on })
}

/** The days that are to be looked at, the earliest first. */
export async function daysToCheck(db: Queries, account: string, kind: Kind, today: number): Promise<number[]> {
  return (await db.all(dueDays, { account, kind, today })).map(({ day }) => day)
}

export async function nextDayToCheck(db: Queries, account: string): Promise<number | null> {
  return (await db.only(nextCheck, { account })).check_on
}
