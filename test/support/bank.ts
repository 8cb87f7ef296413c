// An acquirer for tests that stands beside the mock and is worse than it: whatever it is sent twice, it does twice.
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import type { Acquirer, RefundOutcome, Sale, SaleOutcome } from "../../src/acquirers/acquirer.ts"
import { brCode } from "../../src/acquirers/br-code.ts"
import type { Operation } from "../../src/acquirers/mock-faults.ts"
import { newId } from "../../src/ids.ts"
import type { Databases } from "./databases.ts"
import { CARDS } from "./payments.ts"

/**
 * What is wrong with an operation. `held`: nothing comes back until the test sets something else, which then is what happens.
 * `lost_before`: it never arrived. `lost_after`: it was done, and no response came. `held_after`: it was done, and the response is
 * held. `nothing_yet`: a look-up does not see what is booked. All others are what the bank says, and does nothing.
 */
export type Trouble =
  | "held"
  | "held_after"
  | "lost_before"
  | "lost_after"
  | "nothing_yet"
  | "by_hand"
  | "refused"
  | "unavailable"
  | "unknown"

type Kind = "card" | "pix"
type Status = "approved" | "refused" | "action_required" | "pending"
export type BankSale = { charge: string; account: string; reference: string; kind: Kind; amount: number; status: Status }
export type BankRefund = { account: string; reference: string; charge: string; amount: number }

export type Bank = {
  acquirer: Acquirer
  /** Its books, for another process. */
  file: string
  set(operation: Operation, trouble: Trouble): void
  /** Nothing is wrong with it any more. */
  heal(): void
  /** Every sale that it has really booked, oldest first, and every refund that it has really paid. */
  sales(account: string): BankSale[]
  refunds(account: string): BankRefund[]
  /** How often it was asked for something, whatever came of it. */
  calls(account: string, operation: Operation): number
  /** Decides the sales that wait for their payer or their settlement. */
  decide(account: string, status: "approved" | "refused"): void
  close(): void
}

/** The test cards that it knows; all others it approves. */
const STATUSES: Record<string, Status> = {
  [CARDS.declined]: "refused",
  [CARDS.threeDs]: "action_required",
  [CARDS.processing]: "pending",
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS troubles (operation TEXT PRIMARY KEY, trouble TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS calls (account TEXT NOT NULL, operation TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sales (charge TEXT, account TEXT, reference TEXT, kind TEXT, amount INTEGER, status TEXT);
  CREATE TABLE IF NOT EXISTS refunds (account TEXT, reference TEXT, charge TEXT, amount INTEGER);`

/** Opens a bank beside a server's databases. Its books are a file of its own, so that they outlive a process that is killed. */
export function bankFor(databases: Pick<Databases, "directory">): Bank {
  return openBank(join(databases.directory, "bank.sqlite"))
}

export function openBank(file: string): Bank {
  const books = new Sqlite(file, { timeout: 10_000 })
  books.pragma("journal_mode = WAL")
  books.pragma("synchronous = OFF")
  books.exec(TABLES)
  const salesOf = books.prepare<[string], BankSale>("SELECT * FROM sales WHERE account = ? ORDER BY rowid")
  const refundsOf = books.prepare<[string], BankRefund>("SELECT * FROM refunds WHERE account = ? ORDER BY rowid")
  const countCalls = books
    .prepare<[string, string], number>("SELECT count(*) FROM calls WHERE account = ? AND operation = ?")
    .pluck()
  const setTrouble = books.prepare("INSERT INTO troubles VALUES (?, ?) ON CONFLICT DO UPDATE SET trouble = excluded.trouble")
  return {
    acquirer: acquirerWith(books),
    file,
    set: (operation, trouble) => void setTrouble.run(operation, trouble),
    heal: () => books.exec("DELETE FROM troubles"),
    sales: (account) => salesOf.all(account),
    refunds: (account) => refundsOf.all(account),
    calls: (account, operation) => countCalls.get(account, operation)!,
    decide: (account, status) => decideWaiting(books, account, status),
    close: () => books.close(),
  }
}

function acquirerWith(books: Sqlite.Database): Acquirer {
  const note = books.prepare("INSERT INTO calls VALUES (?, ?)")
  const troubleOf = books.prepare<[string], string>("SELECT trouble FROM troubles WHERE operation = ?").pluck()
  const insertSale = books.prepare<BankSale>("INSERT INTO sales VALUES (@charge, @account, @reference, @kind, @amount, @status)")
  const insertRefund = books.prepare<BankRefund>("INSERT INTO refunds VALUES (@account, @reference, @charge, @amount)")
  const findSale = books.prepare<[string, string], BankSale>(
    "SELECT * FROM sales WHERE account = ? AND reference = ? ORDER BY rowid DESC",
  )
  const hasTaken = books.prepare("SELECT 1 FROM sales WHERE account = ? AND charge = ? AND status = 'approved'")
  const findRefund = books.prepare("SELECT * FROM refunds WHERE account = ? AND reference = ?")

  /** Does `work` as the trouble of the operation would have it. */
  async function respond<T>(account: string, operation: Operation, work: (trouble: string | undefined) => T): Promise<T> {
    note.run(account, operation)
    const now = () => troubleOf.get(operation)
    const trouble = await unless("held", now)
    if (trouble === "lost_before") throw new Error(`the bank was not reached (${operation})`)
    const result = work(trouble)
    if (trouble === "held_after") await unless("held_after", now)
    if (trouble === "lost_after") throw new Error(`the bank's response was lost (${operation})`)
    return result
  }

  const sell = (sale: Sale, kind: Kind, usual: Status) =>
    respond(sale.account, kind === "pix" ? "create_pix" : "authorize", (trouble): SaleOutcome => {
      if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
      const { account, reference, amount } = sale
      const booked = { charge: newId("ch"), account, reference, kind, amount, status: usual }
      insertSale.run(booked)
      return outcomeOf(booked)
    })

  return {
    name: "bank",
    idempotent: false,
    authorize: async (sale) => {
      const { number } = await sale.card()
      return sell(sale, "card", STATUSES[number] ?? "approved")
    },
    createPix: (sale) => sell(sale, "pix", "action_required"),
    createBoleto: () => Promise.reject(new Error("this bank has no boletos")),
    verify: async (account, card) => {
      await card()
      return respond(account, "verify", (trouble) => {
        if (trouble === "refused") return { result: "refused", code: "card_declined", message: "The bank refuses this card." }
        return { result: trouble === "unavailable" ? "unavailable" : "approved" }
      })
    },
    refund: ({ account, reference, charge, amount }) =>
      respond(account, "refund", (trouble): RefundOutcome => {
        if (trouble === "refused") return { result: "refused", message: "The bank does not give this back." }
        if (trouble === "by_hand" || trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        if (!hasTaken.get(account, charge)) return { result: "refused", message: "There is no such money to give back." }
        insertRefund.run({ account, reference, charge, amount })
        return { result: "refunded" }
      }),
    lookUp: (account, reference) =>
      respond(account, "look_up", (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        const sale = trouble === "nothing_yet" ? undefined : findSale.get(account, reference)
        return sale && outcomeOf(sale)
      }),
    lookUpRefund: (account, reference) =>
      respond(account, "look_up_refund", (trouble): RefundOutcome | undefined => {
        if (trouble === "refused") return { result: "refused", message: "The bank does not give this back." }
        if (trouble === "by_hand") return { result: "by_hand" }
        return trouble !== "nothing_yet" && findRefund.get(account, reference) ? { result: "refunded" } : undefined
      }),
    finishChallenge: (account, reference, passed) =>
      respond(account, "finish_challenge", (trouble) => {
        if (trouble === "unavailable" || trouble === "unknown") return { result: trouble }
        decideWaiting(books, account, passed ? "approved" : "refused", reference)
        return outcomeOf(findSale.get(account, reference)!)
      }),
  }
}

function decideWaiting(books: Sqlite.Database, account: string, status: Status, reference?: string): void {
  const which = reference === undefined ? "" : "AND reference = @reference"
  const sql = `UPDATE sales SET status = @status WHERE account = @account AND status IN ('action_required', 'pending') ${which}`
  books.prepare(sql).run({ account, status, ...(reference === undefined ? {} : { reference }) })
}

/** Waits until the trouble is another than this one, and returns it. */
async function unless(trouble: Trouble, now: () => string | undefined): Promise<string | undefined> {
  for (;;) {
    const current = now()
    if (current !== trouble) return current
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function outcomeOf({ charge, status, kind, amount }: BankSale): SaleOutcome {
  switch (status) {
    case "approved":
    case "pending":
      return { result: status, charge }
    case "refused":
      return { result: "refused", charge, code: "card_declined", message: "The bank refuses this card." }
    case "action_required":
      return {
        result: "action_required",
        charge,
        action: kind === "pix" ? { type: "pix", br_code: pixCode(amount) } : { type: "challenge" },
      }
  }
}

function pixCode(amount: number): string {
  return brCode({ key: randomUUID(), amount, txid: "bank", merchantName: "Loja", merchantCity: "Recife" })
}
