// The file that tells the bank of live mode what to send.

import { stringify } from "csv-stringify/sync"
import { Refusal } from "../../base/errors.ts"
import { must } from "../../base/must.ts"
import { integer } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { findBankAccount, openDestination } from "../bank-accounts.ts"
import { type PayoutRow, payoutFiles, payouts } from "../tables.ts"

const COLUMNS = [
  ...["payout", "amount", "currency", "method", "pix_key", "bank", "branch", "account"],
  ...["holder_name", "holder_document"],
]

/** Of two exports at once, the second waits for the first, and then has no number. */
const nextFile = payoutFiles.statement(["created"], (_, p, k) =>
  k.raw<{ number: number }>(
    `INSERT INTO payout_files (number, created) SELECT coalesce(max(number), 0) + 1, CAST(? AS bigint) FROM payout_files WHERE true
     ON CONFLICT (number) DO NOTHING RETURNING number`,
    [p.created],
  ),
)
const fileNumbered = payoutFiles.find(["number"])
const lastFile = payoutFiles.find([], (rows) => rows.where("number", ">", 0).orderBy("number", "desc").limit(1))
const anyDue = payouts.find([], (rows, _, k) =>
  rows
    .whereRaw(`status = 'pending' AND ${isHere(k)}`)
    .where({ currency: "brl" })
    .whereNot({ method: "acquirer" })
    .select("id")
    .limit(1),
)
const sendDue = payouts.statement([{ number: integer() }], (rows, p, k) =>
  rows
    .whereRaw(`status = 'pending' AND ${isHere(k)}`)
    .where({ currency: "brl" })
    .whereNot({ method: "acquirer" })
    .update({ status: "in_transit", file: p.number })
    .returning("id"),
)
const ofFile = payouts.find(["file"], (rows) => rows.orderBy("id"))

/**
 * Gives every payout in brl that is pending to a new file, over all accounts, and returns its number. From then on the bank has them: none can be
 * canceled, and none is in a second file. Throws Refusal if none is pending. `now` is in Unix seconds.
 */
export async function exportPayouts(tx: Transaction, now: number): Promise<{ id: string; number: number }> {
  if (!(await tx.one(anyDue, {}))) throw new Refusal("no_payout_due", `No payout is due.${await hintAtLast(tx)}`)
  const file = await tx.one(nextFile, { created: now })
  if (!file) throw new Refusal("export_under_way", `Another export has just ended.${await hintAtLast(tx)}`)
  const sent = await tx.all(sendDue, { number: file.number })
  // The last one was canceled meanwhile.
  if (sent.length === 0) throw new Refusal("no_payout_due", `No payout is due.${await hintAtLast(tx)}`)
  return { id: String(file.number), number: file.number }
}

/** The text of a file: the same at every call, because nothing that it shows ever changes. Throws Refusal if there is no such file. */
export async function payoutFile(db: Queries, ring: KeyRing, number: number): Promise<string> {
  if (!(await db.one(fileNumbered, { number })))
    throw new Refusal("no_such_file", `There is no file ${number}.${await hintAtLast(db)}`)
  const lines = []
  for (const payout of await db.all(ofFile, { file: number })) lines.push(await lineOf(db, ring, payout))
  return stringify([COLUMNS, ...lines], { record_delimiter: "unix" })
}

/** All currencies of files have two decimals: they are brl. */
async function lineOf(db: Queries, ring: KeyRing, payout: PayoutRow): Promise<string[]> {
  const { id, account, amount, currency, method } = payout
  const row = must(await findBankAccount(db, account, must(payout.bank_account, id)), id)
  const to = await openDestination(db, ring, row)
  const numbers = to.type === "pix" ? [to.pix_key, "", "", ""] : ["", to.bank, to.branch, to.account]
  return [id, (amount / 100).toFixed(2), currency, method, ...numbers, to.holder_name, to.holder_document]
}

async function hintAtLast(db: Queries): Promise<string> {
  const last = await db.one(lastFile, {})
  return last ? ` The last file is ${last.number}. Print it again with: vintem payouts export --file ${last.number}` : ""
}
