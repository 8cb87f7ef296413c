import { id, integer, json } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { LIMIT } from "../db/statement.ts"
import { mails } from "./tables.ts"

const nextMails = mails.find(["account", "customer", { after: id(), limit: integer() }], (rows, p) =>
  rows.where("id", ">", p.after).orderBy("id").limit(LIMIT).select("id"),
)
/** A worker may be about to keep what a mail says, so mails that say nothing yet are emptied too: the statement waits for the worker. */
const empty = mails.statement(["account", { ids: json<readonly string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).update({ sealed_mail: null, address_digest: null }),
)

type Page = { account: string; customer: string; after: string; limit: number }

/** Empties a page of the mails to an erased customer, in the order of their ids. Returns the ids. */
export async function eraseMails(tx: Transaction, page: Page): Promise<string[]> {
  const ids = (await tx.all(nextMails, page)).map((mail) => mail.id)
  if (ids.length > 0) await tx.run(empty, { account: page.account, ids })
  return ids
}
