import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Books } from "./books.ts"
import type { Shop } from "./shop.ts"

/** Writes what the API and the dashboard say at the end of a year, and what the operator had set, for scripts/year/explain. */
export async function writeYear(folder: string, shop: Shop, books: Books): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value, null, 1))
  for (const list of ["payment_intents", "refunds", "events"]) write(`${list}.json`, await shop.list(`/v1/${list}`))
  write("balance.json", { ...(await shop.get("/v1/balance")), now: await shop.now() })
  write("transactions.csv", await shop.csv("balance/transactions.csv"))
  for (const { file, text } of books.terms) write(file, text)
  write(
    "terms.json",
    books.terms.map(({ since, file }) => ({ since, file })),
  )
  write("schedules.json", books.schedules)
  write("bank_accounts.json", books.bankAccounts)
}
