// Lets everything settle: the payers' time passes, lost sales are given up or found, and late payments are refunded.
import { setTimeout as pause } from "node:timers/promises"
import { accounts } from "../../src/accounts/tables.ts"
import { seconds } from "../../src/db/columns.ts"
import type { Database } from "../../src/db/database.ts"
import type { Control } from "../../test/cielo/client.ts"
import { statement } from "../../test/support/databases/statement.ts"
import { letHoldsLapse } from "../merchants/holds.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/**
 * These steps exceed the time limits of a lost sale, of a PIX, of a poll of everything that is watched, and of a boleto with its clearing.
 */
const STEPS = [20 * MINUTE, 2 * HOUR, 25 * HOUR, 9 * DAY, 2 * DAY]
const QUIET_AFTER_MS = 900_000

const passTime = accounts.statement([{ seconds: seconds() }], (rows, p, k) =>
  rows.update({ clock_offset: k.raw("clock_offset + ?", [p.seconds]) }),
)
const dueOf = (table: string) =>
  statement<{ count: number }, "now">((k, p) =>
    k(table)
      .join("accounts", "accounts.id", `${table}.account`)
      .whereRaw(`${table}.due_at <= ? + accounts.clock_offset`, [p.now])
      .count({ count: "*" }),
  )
const DUE = [dueOf("attempts"), dueOf("subscriptions")]

type World = { database: Database; bank: Pick<Control, "advance">; print: (line: string) => void }

/** Returns the work that is still due at the end, a line for each step that did not come to an end. */
export async function settleAll({ database, bank, print }: World): Promise<string[]> {
  const stuck: string[] = []
  for (const seconds of [0, ...STEPS]) {
    await database.transaction((tx) => tx.run(passTime, { seconds }))
    await bank.advance(seconds * 1000)
    const left = await untilQuiet(database)
    print(`${Math.round(seconds / MINUTE)} minutes later: ${left > 0 ? `${left} items are still due` : "nothing is due"}`)
    if (left > 0) stuck.push(`${left} items were still due, ${seconds} s later`)
  }
  return stuck
}

/** Waits until nothing is due. Work that failed at an acquirer is postponed by minutes of real time, which this skips. */
async function untilQuiet(database: Database): Promise<number> {
  for (const end = Date.now() + QUIET_AFTER_MS; ; await pause(2000)) {
    const now = Math.floor(Date.now() / 1000)
    const counts = await Promise.all(DUE.map((due) => database.one(due, { now })))
    const left = counts.reduce((sum, row) => sum + Number(row!.count), 0)
    if (left === 0 || Date.now() > end) return left
    await letHoldsLapse(database)
  }
}
