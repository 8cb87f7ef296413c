import type { Transaction } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"
import { plainLetters } from "../letters.ts"

/** In code points. Letters without marks can be longer than with them, and an index has no room for more. */
const MAX_LENGTH = 255

/** Sorts after every other character. With it, a range includes every name that begins with a text. */
const LAST = "\u{10ffff}"

/** Sorts before every character of a name. */
const END = "\u0001"

/**
 * A name as it is stored to be searched and sorted, the same on every database: without case and marks, and after that the name itself. So
 * names that differ in case or marks alone stand together, in an order of their own. Another name always has another folding.
 */
export function foldedName(name: string): string
export function foldedName(name: string | null): string | null
export function foldedName(name: string | null): string | null {
  return name === null ? null : `${folded(name)}${END}${name}`
}

/** The range of the folded names that begin with a text, without its end. */
export function namesFrom(text: string): { from: string; to: string } {
  const from = folded(text)
  return { from, to: from + LAST }
}

/** Lower case is that of Unicode, and no language's own. A sigma has two lower-case forms. */
function folded(text: string): string {
  const plain = plainLetters(text).toLowerCase().replaceAll("ς", "σ")
  return [...plain].slice(0, MAX_LENGTH).join("")
}

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
