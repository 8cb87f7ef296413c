// What reading a file has changed for each account.

import { accountsOf } from "../../acquirers/establishments.ts"
import { dayOf } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import { noteDifference } from "../differences.ts"
import { ONLY_HERE_AFTER_DAYS } from "../matching/match.ts"
import type { Unmatched } from "../matching/units.ts"
import type { FileRead } from "../reading/keys.ts"
import { accountStatements } from "../tables.ts"
import { checkFrom, wakeAccount } from "../work-due.ts"
import type { Placed } from "./place.ts"

const TOLD = ["created", "file_type", "establishment", "covers_from", "covers_to", "processed_on", "sequence", "lines"] as const
const insertRead = accountStatements.insert(["account", "file", ...TOLD], (rows) =>
  rows.onConflict(["account", "file"]).merge([...TOLD]),
)

/** A longer period would be a mistake of the header. */
const MAX_PERIOD_DAYS = 400

export type TouchedAccounts = { file: string; now: number; read: FileRead; processed_on: number }

type Covers = { covers_from: number; covers_to: number }

export class Touched {
  unowned = 0
  readonly #sold = new Set<number>()
  readonly #accounts = new Map<string, { lines: number; sales: Set<number>; payments: Set<number> }>()

  add({ unowned, sold, rows }: Placed): void {
    this.unowned += unowned
    for (const day of sold) this.#sold.add(day)
    for (const { account, day, paid_on } of rows) {
      const of = this.#of(account)
      of.lines++
      if (day !== null) of.sales.add(day)
      if (paid_on !== null) of.payments.add(paid_on)
    }
  }

  /** `owners`: the accounts whose establishment the file is of, also if it has no line of theirs. */
  async finish(tx: Transaction, { file, now, read, processed_on }: TouchedAccounts, owners: readonly string[]): Promise<void> {
    for (const account of owners) this.#of(account)
    const today = dayOf(now)
    const { file_type, establishment, sequence } = read
    const covers = this.#covers(read)
    const facts = { file, created: now, file_type, establishment, sequence, processed_on, ...covers }
    for (const [account, { lines, payments }] of this.#accounts) {
      tx.send(insertRead, { account, ...facts, lines })
      for (const day of payments) checkFrom(tx, account, "payments", day, today)
      for (const day of daysOf(file_type, covers))
        checkFrom(tx, account, "sales", day, Math.max(today, day + ONLY_HERE_AFTER_DAYS))
      wakeAccount(tx, account, now)
    }
  }

  /** Units whose entries don't add up to them: the account of the establishment is told. */
  async noteUnmatched(
    tx: Transaction,
    { now, file }: TouchedAccounts,
    unmatched: readonly (Unmatched & { establishment: string })[],
    uploader: string,
  ): Promise<void> {
    const accounts = await accountsOf(
      tx,
      unmatched.map(({ establishment }) => establishment),
    )
    for (const { unit_key, entry_type, establishment, units, entries } of unmatched) {
      const [account, ...others] = accounts.get(establishment) ?? []
      if (account === undefined || others.length > 0 || (uploader !== "" && uploader !== account)) continue
      await noteDifference(
        tx,
        { account, now },
        {
          ...{
            about: `unit:${file}:${unit_key}:${entry_type}`,
            kind: "unit",
            subject: `file:${file}`,
            day: null,
            payment_intent: null,
          },
          amount: units.net - entries.net,
          details: [
            { what: "entries", here: entries.entries, there: units.entries },
            { what: "gross", here: entries.gross, there: units.gross },
            { what: "net", here: entries.net, there: units.net },
          ],
        },
      )
    }
  }

  /**
   * The days whose sales a file tells of. In the examples, that is the day before its period. Where its sales are of the period itself, it is the
   * period.
   */
  #covers({ period_from, period_to }: FileRead): Covers {
    const days = [...this.#sold].filter((day) => day >= period_from - 1 && day <= period_to)
    const isOfPeriod = days.includes(period_to)
    return {
      covers_from: days.length > 0 && Math.min(...days) >= period_from ? period_from : period_from - 1,
      covers_to: isOfPeriod ? period_to : period_to - 1,
    }
  }

  #of(account: string) {
    const known = this.#accounts.get(account) ?? { lines: 0, sales: new Set(), payments: new Set() }
    this.#accounts.set(account, known)
    return known
  }
}

/** The days of sales that a file covers. Only 03 and 16 tell of sales. */
function daysOf(file_type: string, { covers_from, covers_to }: Covers): number[] {
  if (file_type !== "03" && file_type !== "16") return []
  const length = Math.min(Math.max(0, covers_to - covers_from + 1), MAX_PERIOD_DAYS)
  return Array.from({ length }, (_, index) => covers_from + index)
}
