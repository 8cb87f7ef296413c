// Compares the acquirer's ledger with ours, once everything has settled, and sums both up.
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Database } from "../../src/db/database.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"
import { checkMoney } from "../invariants/money.ts"
import { type Books, compareBooks, differenceIn, type Known, readBooks } from "../live-mode/books.ts"
import type { Desk } from "../live-mode/desk.ts"
import type { Merchant } from "./merchants.ts"

type World = { database: Database; bank: Pick<Control, "ledger">; merchants: readonly Merchant[]; desk: Desk }

export type Compared = { differences: string[]; books: Books[]; ledger: Entry[] }

/** Compares both ledgers, the balances and the totals. Payments that are `listed` wait for the operator. */
export async function compare({ database, bank, merchants, desk }: World, { listed }: Pick<Known, "listed">): Promise<Compared> {
  const ledger = await bank.ledger()
  const differences: string[] = []
  const books: Books[] = []
  for (const { account, retrieve } of merchants) {
    const own = await readBooks(database, account, ledger)
    books.push(own)
    const differenceOf = differenceIn(own, { listed, desk })
    differences.push(...(await checkMoney(database, account, await retrieve("/v1/balance"), { differenceOf })))
    for (const total of await checkTotals(database, account)) differences.push(`a total is wrong: ${JSON.stringify(total)}`)
  }
  return { differences: [...compareBooks(ledger, books, { listed, desk }), ...differences], books, ledger }
}

/** Sums both ledgers up. */
export function summaryOf({ books, ledger }: Pick<Compared, "books" | "ledger">): string {
  const all = <Key extends keyof Books>(key: Key) => books.flatMap((each) => each[key] as Books[Key][number][])
  const parts = ledger.flatMap(({ refunds }) => refunds)
  return [
    `Sales at the acquirer: ${by(ledger, ({ type, captured }) => `${type} ${captured > 0 ? "paid" : "not paid"}`)}`,
    `Sent back there: ${by(parts, ({ by }) => (by === "call" ? "as ordered" : "in the portal"))}`,
    `Charged back there: ${ledger.filter(({ charged_back }) => charged_back > 0).length} sales`,
    `Payment intents: ${by(all("intents"), ({ status }) => status)}`,
    `Refunds: ${by(
      all("refunds").filter(({ reason }) => reason !== "dispute"),
      ({ status, reported }) => (reported ? `found ${status}` : status),
    )}`,
    `Disputes: ${by(all("disputes"), ({ excess }) => (excess > 0 ? "beyond what was left" : "within what was left")) || "none"}`,
    `Reversals: ${by(
      all("attempts").filter(({ kind }) => kind === "reversal"),
      ({ state }) => state,
    )}`,
  ].join("\n")
}

/** How many there are of each name. */
export function by<T>(rows: readonly T[], nameOf: (row: T) => string): string {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, group]) => `${group.length} ${name}`)
    .sort()
    .join(", ")
}
