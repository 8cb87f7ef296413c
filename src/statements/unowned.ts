// Lines of no charge whose establishment several accounts have: a person of the platform decides.
import { Refusal } from "../base/errors.ts"
import type { Transaction } from "../db/database.ts"
import { unownedLines } from "./tables.ts"

const resolve = unownedLines.update(["id"], ["resolved_at"], (rows) => rows.whereNull("resolved_at").returning("*"))

/** A person has dealt with a line. Throws Refusal if it was dealt with before. */
export async function resolveUnowned(tx: Transaction, id: string, now: number): Promise<void> {
  if (await tx.one(resolve, { id, resolved_at: now })) return
  throw new Refusal("line_not_found", `No line '${id}' waits for you. List them with: vintem attention list --mode live`)
}
