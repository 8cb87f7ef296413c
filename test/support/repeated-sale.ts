import { randomUUID } from "node:crypto"
import Sqlite from "better-sqlite3"
import type { Bank } from "./bank.ts"

/** Books an account's latest sale once more, under the same reference and another charge. */
export function repeatSale({ file }: Bank, account: string): void {
  const ledger = new Sqlite(file)
  const repeated = "?, account, reference, kind, amount, status, hidden, visible_at, charged_back"
  const latest = "FROM sales WHERE account = ? ORDER BY rowid DESC LIMIT 1"
  ledger.prepare(`INSERT INTO sales SELECT ${repeated} ${latest}`).run(randomUUID(), account)
  ledger.close()
}
