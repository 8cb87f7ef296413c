// Compares the acquirer's ledger with ours, once everything has settled, and sums both up.
import { checkTotals } from "../../src/cli/check-totals.ts"
import type { Database } from "../../src/db/database.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"
import type { MpiControl } from "../../test/cielo/mpi/client.ts"
import type { SessionEntry } from "../../test/cielo/mpi/sessions.ts"
import { readTold } from "../invariants/captures.ts"
import { checkDisputes } from "../invariants/disputes.ts"
import { checkMoney } from "../invariants/money.ts"
import { checkPayouts } from "../invariants/payouts.ts"
import { checkPayoutsAtBank } from "../invariants/payouts-at-bank.ts"
import { checkAuthentications, shownOf } from "../invariants/three-d-secure.ts"
import { type Books, compareBooks, differenceIn, type Known, readBooks } from "../live-mode/books.ts"
import type { Desk } from "../live-mode/desk.ts"
import type { Till } from "../live-mode/till.ts"
import type { Merchant } from "./merchants.ts"
import type { Time } from "./time.ts"
import type { Treasury } from "./treasury.ts"

type World = {
  database: Database
  bank: Pick<Control, "ledger">
  mpi: Pick<MpiControl, "ledger">
  till: Pick<Till, "notes">
  merchants: readonly Merchant[]
  desk: Desk
  treasury: Treasury
  time: Time
}

export type Compared = {
  differences: string[]
  books: Books[]
  ledger: Entry[]
  sessions: SessionEntry[]
  payouts: Treasury["bank"]["orders"]
}

/** Compares both ledgers, the authentications, the balances, the totals, disputes and payouts. Payments that are `listed` wait for the operator. */
export async function compare(world: World, { listed }: Pick<Known, "listed">): Promise<Compared> {
  const { database, bank, mpi, till, merchants, desk, treasury, time } = world
  const [ledger, sessions] = [await bank.ledger(), await mpi.ledger()]
  const differences: string[] = []
  const books: Books[] = []
  for (const { account, retrieve } of merchants) {
    const own = await readBooks(database, account, ledger)
    books.push(own)
    const now = time.now()
    const known = { differenceOf: differenceIn(own, { listed, desk }), now }
    const told = await readTold(database, account, "charge.dispute.")
    differences.push(
      ...(await checkMoney(database, account, await retrieve("/v1/balance"), known)),
      ...checkDisputes({ ...own, told }, { done: desk.disputes.done, now }),
      ...(await checkPayouts(database, account, now)),
      ...(await checkAuthentications(database, account, own, { sessions, notes: till.notes, listed })),
    )
    for (const total of await checkTotals(database, account)) differences.push(`a total is wrong: ${JSON.stringify(total)}`)
  }
  const { orders } = treasury.bank
  differences.push(...(await checkPayoutsAtBank(database, { ...treasury, orders, unmatched: new Set(), listed: 0 })))
  const all = [...compareBooks(ledger, books, { listed, desk }), ...differences]
  return { differences: all, books, ledger, sessions, payouts: orders }
}

/** Sums both ledgers up. */
export function summaryOf({ books, ledger, sessions, payouts }: Omit<Compared, "differences">): string {
  const all = <Key extends keyof Books>(key: Key) => books.flatMap((each) => each[key] as Books[Key][number][])
  const parts = ledger.flatMap(({ refunds }) => refunds)
  return [
    `Sales at the acquirer: ${by(ledger, ({ type, captured }) => `${type} ${captured > 0 ? "paid" : "not paid"}`)}`,
    `Sent back there: ${by(parts, ({ by }) => (by === "call" ? "as ordered" : "in the portal"))}`,
    `Charged back there: ${ledger.filter(({ charged_back }) => charged_back > 0).length} sales`,
    `Sessions of the MPI: ${by(sessions, ({ status, challenge }) => `${challenge ? `challenge ${challenge}` : "no challenge"}: status ${status ?? "none"}`) || "none"}`,
    `3-D Secure of payments: ${by(all("intents"), (intent) => shownOf(intent)?.result ?? "none")}`,
    `Payment intents: ${by(all("intents"), ({ status }) => status)}`,
    `Refunds: ${by(
      all("refunds").filter(({ reason }) => reason !== "dispute"),
      ({ status, reported }) => (reported ? `found ${status}` : status),
    )}`,
    `Disputes: ${by(all("disputes"), ({ excess }) => (excess > 0 ? "beyond what was left" : "within what was left")) || "none"}`,
    `Of these: ${by(all("disputes"), ({ status }) => status) || "none"}`,
    `Payouts at the bank: ${by(payouts, ({ state }) => state) || "none"}`,
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
