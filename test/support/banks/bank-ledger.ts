// What happens at a bank without an order from here.
import { randomUUID } from "node:crypto"
import Sqlite from "better-sqlite3"
import type { Bank } from "./bank.ts"

/** Books an account's latest sale once more, under the same reference and another charge. */
export function repeatSale(bank: Bank, account: string): void {
  const same =
    "account, reference, kind, amount, status, hidden, visible_at, charged_back, installments, lifetime_seconds, expires_at, due_date"
  const latest = "FROM sales WHERE account = ? ORDER BY rowid DESC LIMIT 1"
  write(bank, `INSERT INTO sales (charge, ${same}) SELECT ?, ${same} ${latest}`, randomUUID(), account)
}

/** Cancels an account's sales in full, as a merchant can in an acquirer's portal. */
export function cancelSales(bank: Bank, account: string): void {
  write(bank, "UPDATE sales SET status = 'refused' WHERE account = ?", account)
}

function write({ file }: Bank, sql: string, ...values: string[]): void {
  const ledger = new Sqlite(file)
  ledger.prepare(sql).run(...values)
  ledger.close()
}
