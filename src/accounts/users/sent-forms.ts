import { randomBase62 } from "../../base/ids.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import { sentForms } from "./tables.ts"

/** 130 random bits. */
const TOKEN_LENGTH = 22
const KEPT_MS = 24 * 3_600_000

const insertForm = sentForms.statement(["token", "user_id"], (rows, p, k) =>
  rows
    .insert({ ...pick(p, ["token", "user_id"]), sent_ms: nowMs(k) })
    .onConflict("token")
    .ignore()
    .returning("token"),
)
const deleteOld = sentForms.statement([{ kept_ms: milliseconds(), limit: integer() }], (_, p, k) =>
  k.raw<{ token: string }>(
    "DELETE FROM sent_forms WHERE token IN (SELECT token FROM sent_forms WHERE sent_ms < ? - ? LIMIT ?) RETURNING token",
    [nowMs(k), p.kept_ms, p.limit],
  ),
)

/** A new token. Each time a form is shown, it gets its own token. */
export function newFormToken(): string {
  return randomBase62(TOKEN_LENGTH)
}

/** Accepts a form, in the transaction that does its work. Returns false if it was accepted before, for example after a double click. */
export async function takeForm(tx: Transaction, user: { id: string }, token: string): Promise<boolean> {
  return (await tx.one(insertForm, { token, user_id: user.id })) !== undefined
}

/** Whether a text has the form of a form's token. */
export function isFormToken(text: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(text)
}

/** Deletes forms that were sent more than a day ago, at most `limit`. Returns their number. */
export async function deleteOldForms(tx: Transaction, limit: number): Promise<number> {
  return (await tx.all(deleteOld, { kept_ms: KEPT_MS, limit })).length
}
