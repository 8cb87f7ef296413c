import type { Transaction } from "../../db/database.ts"
import { passToken } from "../tokens/tokens.ts"
import type { Sold } from "./send-back.ts"
import { lock, unlock } from "./transition.ts"

/** Passes the token of a sale that has ended, and its lock of the intent, on to the sale `to` that takes its place. The caller holds the intent. */
export async function passOn(tx: Transaction, { attempt, intent }: Sold, to: string) {
  const token = await passToken(tx, attempt, to)
  const free = await unlock(tx, intent, attempt.id)
  return { token, held: await lock(tx, free ?? intent, to) }
}
