// A new sealing key for all databases of live mode (docs/decisions/0034-whole-accounts.md).
import { randomBytes } from "node:crypto"
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { databaseInWords } from "../base/mode-name.ts"
import type { Database, Transaction } from "../db/database.ts"
import { differencesOfRings } from "./copy-ring.ts"
import { findNewest, listKeys, lockDigest, mustUnwrapKey, NOT_YET, wrapKey } from "./ring-keys.ts"
import { encryptionKeys, type RingKeyRow } from "./tables.ts"

const insertKey = encryptionKeys.insert(encryptionKeys.names, (rows) => rows.onConflict("id").ignore())
const letSeal = encryptionKeys.update(["id"], ["created"], (rows) => rows.where({ created: NOT_YET }))

/** Runs the transaction in which a key begins to seal in a database. */
type InEach = (database: Database, work: (tx: Transaction) => Promise<{ id: string }>) => Promise<{ id: string }>

/**
 * Adds a sealing key to several databases with the same ring, the main one first. It seals in none before all have it. If that was
 * interrupted, the next call goes on with the same key. Throws Refusal, and lets no key seal, if the rings are not the same.
 */
export async function addKeyToAll([main, ...others]: readonly [Database, ...Database[]], master: Buffer, inEach: InEach) {
  for (const other of others) await mustHaveSameRing(main, other, master)
  const pending = await main.transaction((tx) => pendingKey(tx, master))
  const rows = await main.all(listKeys, {})
  for (const other of others)
    await other.transaction(async (tx) => {
      await tx.run(insertKey, pending)
      await sealAsInMain(tx, rows)
    })
  const { id } = pending
  await inEach(main, (tx) => beginToSeal(tx, id))
  const { created } = await keyIn(main, id)
  for (const other of others)
    await inEach(other, async (tx) => {
      await tx.run(letSeal, { id, created })
      return { id }
    })
  return { id }
}

async function keyIn(main: Database, id: string): Promise<RingKeyRow> {
  const row = (await main.all(listKeys, {})).find((each) => each.id === id)
  if (!row) throw new Refusal("key_gone", `Another rotation has deleted the key ${id}. Repeat the command.`)
  return row
}

/** The key that does not seal yet: a new one, unless another call was interrupted, or is under way. */
async function pendingKey(tx: Transaction, master: Buffer): Promise<RingKeyRow> {
  mustUnwrapKey(master, await tx.only(lockDigest, {}), tx.livemode)
  const known = (await tx.all(listKeys, {})).find(({ created }) => created === NOT_YET)
  if (known) return known
  const id = newId("rk")
  const wrapped = wrapKey(master, { id, purpose: "seal" }, randomBytes(32))
  const row: RingKeyRow = { id, purpose: "seal", wrapped, only_one: null, created: NOT_YET }
  await tx.run(insertKey, row)
  return row
}

async function mustHaveSameRing(main: Database, other: Database, master: Buffer): Promise<void> {
  const [key] = await differencesOfRings(main, other, master)
  if (key === undefined) return
  throw new Refusal(
    "other_ring",
    `The key ring of the ${databaseInWords(other)} differs from that of ${main.name}, in the key ${key}. Run 'vintem databases add ${other.name}' first.`,
  )
}

/** After a call that was interrupted, a key may seal in the main database only. */
async function sealAsInMain(tx: Transaction, rows: readonly RingKeyRow[]): Promise<void> {
  for (const { id, created, purpose } of rows)
    if (purpose === "seal" && created !== NOT_YET) await tx.run(letSeal, { id, created })
}

/** Its time is above that of all others, so it is the newest. */
async function beginToSeal(tx: Transaction, id: string): Promise<{ id: string }> {
  await tx.only(lockDigest, {})
  const newest = await tx.only(findNewest, {})
  await tx.run(letSeal, { id, created: Math.max(Math.floor(Date.now() / 1000), newest.created + 1) })
  return { id }
}
