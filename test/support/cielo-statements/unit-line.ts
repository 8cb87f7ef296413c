import { type Day, write } from "./columns.ts"
import { keyOf, netOf } from "./entries.ts"
import { UNIT } from "./records.ts"
import type { Entry, Options } from "./types.ts"

/** How a unit stands. `payment` is the day of payment, `sent` when it went to the bank. `open`: in file 09. */
export type UnitState = { status: string; payment: Day; sent: Day | null; again: boolean; pending: boolean; open: boolean }

/** A line D: the total of entries that have the same key and type. */
export function unitLine(entries: readonly Entry[], { keys }: Pick<Options, "keys">, state: UnitState): string {
  const entry = entries[0] as Entry
  const { establishment, type, negotiation } = entry
  const { ec, holder, receiver, account } = establishment
  const key = keyOf(entry, keys)
  const commission = sum(entries, ({ commission }) => commission)
  return write(UNIT, {
    ec,
    ...{ holder, movementHolder: holder, receiver, brand: entry.brand, settlement: entry.settlement, paymentHead: ec },
    status: state.status,
    gross: sum(entries, ({ gross }) => gross),
    // Real files show the fee of sales with `-` in 04, and with `+` in 09.
    fee: state.open ? Math.abs(commission) : commission,
    net: sum(entries, netOf),
    ...{ bank: account.bank, branch: account.branch, account: account.number, accountDigit: account.digit },
    entries: entries.length,
    entryType: type,
    key: state.open ? key.padStart(100) : key,
    originalType: type,
    ...{ payment: state.payment, sent: state.sent, due: entry.due, paidEc: ec },
    pending: state.pending ? "S" : "N",
    again: state.again ? "S" : "N",
    negotiated: negotiation ? "S" : "N",
    negotiator: negotiation?.negotiator,
    open: state.open ? "R" : undefined,
  })
}

function sum(entries: readonly Entry[], of: (entry: Entry) => number): number {
  return entries.reduce((total, entry) => total + of(entry), 0)
}
