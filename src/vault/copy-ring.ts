import { Refusal } from "../base/errors.ts"
import { databaseInWords } from "../base/mode-name.ts"
import type { Database, Queries } from "../db/database.ts"
import { listKeys } from "./ring-keys.ts"
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

/** The keys of a ring that another one lacks, or has otherwise. */
export async function differencesOfRings(one: Queries, other: Queries): Promise<string[]> {
  const [rows, others] = await Promise.all([one.all(listKeys, {}), other.all(listKeys, {})])
  const text = ({ id, purpose, wrapped }: RingKeyRow) => `${id} ${purpose} ${wrapped}`
  const inOne = new Set(rows.map(text))
  const inOther = new Set(others.map(text))
  return [
    ...new Set(
      [...rows.filter((row) => !inOther.has(text(row))), ...others.filter((row) => !inOne.has(text(row)))].map(({ id }) => id),
    ),
  ]
}
