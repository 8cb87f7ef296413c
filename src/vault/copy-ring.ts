import { Refusal } from "../base/errors.ts"
import { databaseInWords } from "../base/mode-name.ts"
import type { Database } from "../db/database.ts"
import { listKeys, mustUnwrapKey, NOT_YET } from "./ring-keys.ts"
import { encryptionKeys, type RingKeyRow } from "./tables.ts"

const insertKey = encryptionKeys.insert(encryptionKeys.names, (rows) => rows.onConflict("id").ignore())

/**
 * Copies the keys of the main database's ring to another database of the mode, so that it finds the same API keys and opens the same values.
 * Returns how many it lacked. Throws Refusal, and writes nothing, if it has a ring of its own.
 */
export async function copyRing(main: Database, to: Database): Promise<number> {
  const rows = await main.all(listKeys, {})
  return to.transaction(async (tx) => {
    const known = await tx.all(listKeys, {})
    const own = known.find(({ id }) => !rows.some((row) => row.id === id))
    if (own) throw new Refusal("other_ring", `The ${databaseInWords(to)} has a key ring of its own, with the key ${own.id}.`)
    let copied = 0
    for (const row of rows) copied += await tx.run(insertKey, row)
    return copied
  })
}

/**
 * The keys of a ring that another one lacks, or has otherwise. A key that does not seal yet may be missing. Throws if another master key has
 * wrapped one.
 */
export async function differencesOfRings(one: Database, other: Database, master: Buffer): Promise<string[]> {
  const [rows, others] = await Promise.all([one.all(listKeys, {}), other.all(listKeys, {})])
  // The same key is wrapped otherwise in each database.
  const textOf = (row: RingKeyRow) => `${row.id} ${row.purpose} ${mustUnwrapKey(master, row, true).toString("base64")}`
  const missing = (from: readonly RingKeyRow[], among: readonly RingKeyRow[]) => {
    const known = new Set(among.map(textOf))
    return from.filter((row) => row.created !== NOT_YET && !known.has(textOf(row)))
  }
  return [...new Set([...missing(rows, others), ...missing(others, rows)].map(({ id }) => id))]
}
