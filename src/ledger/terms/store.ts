import { lockAccount } from "../../accounts/accounts.ts"
import type { Scope } from "../../accounts/scope.ts"
import { type Changes, changesOf } from "../../audit/changes.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { balanceTerms, type TermsRow } from "./table.ts"
import { defaultTerms, type Terms } from "./terms.ts"

const insertRow = balanceTerms.insert(["account", "currency", "version", { created: "now" }, "terms"], (rows) =>
  rows.returning("*"),
)
const newest = balanceTerms.find(["account", "currency"], (rows) => rows.orderBy("version", "desc").limit(1))
const ofVersion = balanceTerms.find(["account", "currency", "version"])
const ofAccount = balanceTerms.find(["account"], (rows) => rows.orderBy("currency").orderBy("version", "desc"))

/** Terms, and which version they are. Null: those of a currency without terms. */
export type Version = { version: number | null; terms: Terms }

/** Sets the terms of a currency for payments that succeed from now on. Earlier ones keep theirs. */
export async function setTerms(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  terms: Terms,
): Promise<{ row: TermsRow; changes: Changes }> {
  const { currency } = terms
  // The lock gives two operators at once two versions.
  await lockAccount(tx, account)
  const before = await termsNow(tx, account, currency)
  const row = await tx.only(insertRow, { account, currency, version: (before.version ?? 0) + 1, now, terms })
  return { row, changes: changesOf(before.terms, terms) }
}

/** The terms of a payment that succeeds now. */
export async function termsNow(db: Queries, account: string, currency: string): Promise<Version> {
  return (await db.one(newest, { account, currency })) ?? { version: null, terms: defaultTerms(currency) }
}

/** The terms of a payment that has succeeded. */
export async function termsOf(db: Queries, account: string, currency: string, version: number | null): Promise<Terms> {
  if (version === null) return defaultTerms(currency)
  return (await db.only(ofVersion, { account, currency, version })).terms
}

/** All terms that an account has had, by currency, the newest first. */
export function listTerms(db: Queries, account: string): Promise<TermsRow[]> {
  return db.all(ofAccount, { account })
}
