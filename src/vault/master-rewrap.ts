import { Refusal } from "../base/errors.ts"
import { modeName } from "../base/mode-name.ts"
import type { Transaction } from "../db/database.ts"
import { listKeys, lockDigest, unwrapKey, wrapKey } from "./ring-keys.ts"
import { encryptionKeys } from "./tables.ts"

const putWrapped = encryptionKeys.update(["id"], ["wrapped"])

/**
 * Wraps the keys of a mode's ring with `master` if `old` has wrapped them. Returns the number of these keys. Values that the ring has
 * sealed do not change. Throws Refusal if neither of the two has wrapped a key.
 */
export async function rewrapRing(tx: Transaction, { master, old }: { master: Buffer; old: Buffer }): Promise<{ keys: number }> {
  await tx.one(lockDigest, {})
  let keys = 0
  for (const row of await tx.all(listKeys, {})) {
    if (unwrapKey(master, row)) continue
    const bytes = unwrapKey(old, row)
    if (!bytes) throw new Refusal("wrong_key", `Neither the old key nor the new one opens the ${modeName(tx)} database.`)
    await tx.run(putWrapped, { id: row.id, wrapped: wrapKey(master, row, bytes) })
    keys++
  }
  return { keys }
}
