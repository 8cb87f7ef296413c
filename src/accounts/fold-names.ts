import { foldedName } from "../base/folded-name.ts"
import type { Transaction } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"

/** Every account has a name, and a customer may have none. */
const isUnfolded = { customers: "name IS NOT NULL AND name_folded IS NULL", accounts: "name_folded IS NULL" }

const TABLES = (["customers", "accounts"] as const).map((table) => ({
  unfolded: statement<{ id: string; name: string }, "limit">((k) =>
    k(table).whereRaw(isUnfolded[table]).select("id", "name").orderBy("id").limit(LIMIT),
  ),
  fold: statement<void, "id" | "name" | "name_folded">((k, p) =>
    k(table).where({ id: p.id, name: p.name }).whereNull("name_folded").update({ name_folded: p.name_folded }),
  ),
}))

/**
 * Folds the names that a process of the previous version has written, at most `limit` of each table. Returns how many it found in the table
 * that has the most.
 */
export async function foldNames(tx: Transaction, limit: number): Promise<number> {
  let most = 0
  for (const { unfolded, fold } of TABLES) {
    const rows = await tx.all(unfolded, { limit })
    for (const { id, name } of rows) await tx.run(fold, { id, name, name_folded: foldedName(name) })
    most = Math.max(most, rows.length)
  }
  return most
}

/** Finds a name that is not folded yet. */
export const anyUnfolded = statement<{ id: string }, never>((k) =>
  k("customers")
    .whereRaw(isUnfolded.customers)
    .select("id")
    .unionAll(k("accounts").whereRaw(isUnfolded.accounts).select("id"))
    .limit(1),
)
