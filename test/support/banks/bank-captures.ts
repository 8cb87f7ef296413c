// What a test's bank captures and releases of the cards that it has authorized.
import type Sqlite from "better-sqlite3"
import type { BankSale } from "./bank-outcomes.ts"

/** `at` is the time of the account, or 0 if the bank does not know it. `held` is what was authorized before. */
export type BankCapture = {
  account: string
  charge: string
  amount: number
  made_by: "call" | "portal"
  held: number
  at: number
  visible_at: number
}

export const CAPTURES =
  "CREATE TABLE IF NOT EXISTS captures (account TEXT, charge TEXT, amount INTEGER, made_by TEXT, held INTEGER, at INTEGER, visible_at INTEGER);"

export type Captures = ReturnType<typeof openCaptures>

export function openCaptures(ledger: Sqlite.Database) {
  const booked = ledger.prepare<[string], BankCapture>("SELECT * FROM captures WHERE account = ? ORDER BY rowid")
  const book = ledger.prepare<BankCapture>(
    "INSERT INTO captures VALUES (@account, @charge, @amount, @made_by, @held, @at, @visible_at)",
  )
  const ofSale = "WHERE account = ? AND charge = ? AND status = 'authorized'"
  const heldOf = ledger.prepare<[string, string], number>(`SELECT amount FROM sales ${ofSale}`).pluck()
  const shownFrom = ledger
    .prepare<[string, string], number>("SELECT visible_at FROM sales WHERE account = ? AND charge = ?")
    .pluck()
  const take = ledger.prepare(`UPDATE sales SET status = 'approved', amount = ? ${ofSale}`)
  const release = ledger.prepare(`UPDATE sales SET status = 'released' ${ofSale}`)
  const callFor = ({ account, charge }: Pick<BankCapture, "account" | "charge">) =>
    booked.all(account).find((each) => each.charge === charge && each.made_by === "call")
  return {
    of: (account: string) => booked.all(account),
    /** Captures a part or all of what is held. A call that is repeated is booked once more, because this bank knows no repeats. */
    capture(order: Omit<BankCapture, "held">): void {
      const { account, charge, amount, made_by } = order
      const held = heldOf.get(account, charge) ?? (made_by === "call" ? callFor(order)?.held : undefined)
      if (held === undefined || amount > held) return
      take.run(amount, account, charge)
      book.run({ ...order, held })
    },
    /** Whether look-ups, and the bank's portal, show the sale at this time. */
    isShown: (account: string, charge: string, now: number) => (shownFrom.get(account, charge) ?? now) <= now,
    /** Returns whether anything was held. */
    release: (account: string, charge: string) => release.run(account, charge).changes === 1,
    /** The sale as look-ups show it at this time. A capture may take a while to appear. */
    shown(sale: BankSale, now: number): BankSale {
      const capture = booked.all(sale.account).find(({ charge }) => charge === sale.charge)
      return capture && capture.visible_at > now ? { ...sale, status: "authorized", amount: capture.held } : sale
    },
  }
}
