// Who gets a mail: a payer, or the users whom its kind concerns.
import type { CustomerRow, Locale } from "../accounts/tables.ts"
import { findUserById } from "../accounts/users/manage.ts"
import { ownersAndOperatorsOf, recentOwnersOf } from "../accounts/users/readers.ts"
import { newId } from "../base/ids.ts"
import { must } from "../base/must.ts"
import { mustFindCustomer } from "../customers/customers.ts"
import { ERASED_EMAIL } from "../customers/erased-email.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { UserKind } from "./kinds.ts"
import type { MailScope } from "./mode.ts"
import { lockMail } from "./store.ts"
import { type MailRow, mails } from "./tables.ts"

/** Users have no language of their own. Merchants are Brazilian. */
const LANGUAGE_OF_USERS: Locale = "pt-BR"

/** A reader has the address and the language of a mail. Exactly one of the others is there. */
export type Reader = { email: string; locale: Locale; customer?: CustomerRow }

const setReader = mails.update(["account", "id"], ["user_id"], (rows) => rows.whereNull("user_id").returning("*"))
const insertCopy = mails.insert(
  ["id", "account", "created", "kind", "cause", "occasion", "user_id", "status", "user_due_at"],
  (rows) => rows.onConflict(["account", "kind", "cause", "occasion"]).ignore(),
)

/**
 * Gives a mail to users its first reader, and writes one for each other reader. Users may be in another database, so nothing of this could be in the
 * transaction of the cause. Returns the mail with its reader, or undefined if there is nobody.
 */
export async function giveReaders({ mode, account }: MailScope, { id, kind }: MailRow): Promise<MailRow | undefined> {
  const readers = await usersToTell(mode.users, account, kind as UserKind)
  const [first, ...others] = readers.map((user) => user.id)
  if (first === undefined) return undefined
  return mode.database.transaction(async (tx) => {
    const row = must(await tx.one(lockMail, { account, id }), id)
    // Another worker was faster.
    if (row.user_id !== null) return row
    for (const user_id of others) writeCopy(tx, row, user_id)
    return tx.one(setReader, { account, id, user_id: first })
  })
}

function writeCopy(tx: Transaction, { account, created, kind, cause, occasion, user_due_at }: MailRow, user_id: string): void {
  tx.send(insertCopy, {
    ...{ id: newId("mail"), account, created, kind, cause, occasion: `${occasion}/${user_id}` },
    ...{ user_id, status: "pending" as const, user_due_at },
  })
}

function usersToTell(db: Queries, account: string, kind: UserKind) {
  return kind === "bank_account_changed" ? recentOwnersOf(db, account) : ownersAndOperatorsOf(db, account)
}

/** A payer, as it is now. Undefined once it was erased. */
export async function payerOf(db: Queries, of: { account: string; customer: string }): Promise<Reader | undefined> {
  const customer = await mustFindCustomer(db, of, of.customer)
  return customer.email === ERASED_EMAIL ? undefined : { email: customer.email, locale: customer.locale, customer }
}

/** The reader of a mail, as it is now. Undefined for a user who was removed, unless former owners get the mail, too. */
export async function readerOf({ mode, account }: MailScope, row: MailRow): Promise<Reader | undefined> {
  const { customer: payer, user_id, kind } = row
  if (payer !== null) return payerOf(mode.database, { account, customer: payer })
  const user = user_id === null ? undefined : await findUserById(mode.users, user_id)
  if (!user || (user.removed_at_ms !== null && kind !== "bank_account_changed")) return undefined
  return { email: user.email, locale: LANGUAGE_OF_USERS }
}
