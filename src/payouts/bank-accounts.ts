// The bank account that an account is paid out to.
import { accountOf, lockAccount } from "../accounts/accounts.ts"
import type { Scope } from "../accounts/scope.ts"
import { recentOwnersOf } from "../accounts/users/readers.ts"
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import { seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import { type Destination, readHolderName, showDestination, type Target } from "./destination.ts"
import type { BankAccountChange, BankAccountsMode } from "./mode.ts"
import { type BankAccountRow, bankAccounts, payoutSettings } from "./tables.ts"

/** How long a new bank account waits in live mode, so that an owner can object to a change that was not theirs. */
export const WAITING_SECONDS = 24 * 3600

export type BankScope = Scope<BankAccountsMode>

const COLUMNS = ["id", "account", "created", "destination", "sealed_destination", "counts_from", "needs_release"] as const
const insertRow = bankAccounts.insert(COLUMNS, (rows) => rows.returning("*"))
const findRow = bankAccounts.find(["account", "id"])
const ofAccount = bankAccounts.find(["account"], (rows) => rows.whereNull("ended_at").orderBy("id", "desc"))
const release = bankAccounts.update(["account", "id"], ["released_at"], (rows) =>
  rows.whereNull("ended_at").whereNull("released_at").returning("*"),
)
const end = bankAccounts.update(["account", "id"], ["ended_at"])
const endAll = bankAccounts.statement(["account", { now: seconds() }], (rows, p) =>
  rows.where({ account: p.account }).whereNull("ended_at").update({ ended_at: p.now }).returning("*"),
)
const holderOf = payoutSettings.find(["account"], (rows) => rows.select("holder_document"))

export const SEALED_BANK_ACCOUNTS = sealedTable(bankAccounts, {
  key: ["account", "id"],
  contexts: { sealed_destination: ({ id }) => id },
})

/** `current`: where payouts go. `next`: what takes its place once it counts. */
export type BankAccounts = { current: BankAccountRow | undefined; next: BankAccountRow | undefined }

/**
 * Sets the bank account of later payouts, and mails the owners. `holder_name` is the name of the account if it is left out. In live mode it counts
 * after a day. A PIX key that is not the holder's CPF or CNPJ, and one of an account whose owners cannot be mailed, must also be released by the
 * operator. Until then payouts go to the old one. Throws Refusal if the account has no holder.
 */
export async function setBankAccount(
  tx: Transaction,
  scope: BankScope,
  { holder_name, ...target }: Target & { holder_name?: string | undefined },
): Promise<BankAccountRow> {
  const { account, now, mode } = scope
  await lockAccount(tx, account)
  const { holder_document = null } = (await tx.one(holderOf, { account })) ?? {}
  if (holder_document === null)
    throw new Refusal(
      "holder_document_missing",
      `The account has no holder, so nobody knows whose bank account it must be. The operator sets the CPF or CNPJ with: vintem accounts update --account ${account} --holder-document NUMBER`,
    )
  const { next } = await bankAccountsOf(tx, { account, now })
  if (next) await tx.run(end, { account, id: next.id, ended_at: now })
  const holder = { holder_name: readHolderName(holder_name ?? (await accountOf(tx, account)).name), holder_document }
  const destination: Destination = { ...target, ...holder }
  const id = newId("ba")
  const row = await tx.only(insertRow, {
    ...{ id, account, created: now, destination: showDestination(destination) },
    sealed_destination: await mode.ring.seal(tx, JSON.stringify(destination), id),
    counts_from: tx.livemode ? now + WAITING_SECONDS : now,
    needs_release: tx.livemode && !(isOfHolder(destination) && (await canTellOwners(tx, scope))),
  })
  return tell(tx, scope, row, "set")
}

/** Numbers of an account are the bank's to compare with the holder. A PIX key says whose it is only if it is the CPF or CNPJ. */
function isOfHolder(destination: Destination): boolean {
  return destination.type === "transfer" || destination.pix_key === destination.holder_document
}

async function canTellOwners(tx: Transaction, { account, mode }: BankScope): Promise<boolean> {
  if (!mode.mailServer) return false
  // Where the users are in this database, only the transaction can read now.
  return (await recentOwnersOf(mode.users === mode.database ? tx : mode.users, account)).length > 0
}

function tell(tx: Transaction, scope: BankScope, row: BankAccountRow, change: BankAccountChange): BankAccountRow {
  for (const listener of scope.mode.bankAccountListeners) listener(tx, scope, row, change)
  return row
}

/**
 * The operator says that a bank account is the merchant's. Throws Refusal if it does not wait for that, or if it is another one than the merchant
 * has told: pages and commands show two characters of it, so only the operator who knows it whole can compare it.
 */
export async function releaseBankAccount(
  tx: Transaction,
  scope: BankScope,
  { id, told }: { id: string; told: Target | undefined },
): Promise<BankAccountRow> {
  const { account, now, mode } = scope
  const row = await tx.one(release, { account, id, released_at: now })
  if (!row) throw new Refusal("bank_account_unexpected_state", `The bank account ${id} was released, replaced or removed before.`)
  if (told && !isSame(await openDestination(tx, mode.ring, row), told))
    throw new Refusal(
      "bank_account_differs",
      `The bank account ${id} is another one than that which you gave, so it is not released. Ask the merchant who has set it.`,
    )
  return tell(tx, scope, row, "released")
}

function isSame(destination: Destination, told: Target): boolean {
  if (told.type === "pix") return destination.type === "pix" && destination.pix_key === told.pix_key
  const members = ["bank", "branch", "account"] as const
  return destination.type === "transfer" && members.every((name) => destination[name] === told[name])
}

/** Removes the bank accounts of an account: no payout is made until another one is set. Throws Refusal if there is none. */
export async function removeBankAccount(tx: Transaction, scope: BankScope): Promise<BankAccountRow> {
  await lockAccount(tx, scope.account)
  const { current, next } = await bankAccountsOf(tx, scope)
  const removed = next ?? current
  if (!removed) throw new Refusal("bank_account_missing", "The account has no bank account.")
  await endBankAccounts(tx, scope)
  return removed
}

/** Ends all bank accounts of an account, and mails the owners if there was one. */
export async function endBankAccounts(tx: Transaction, scope: BankScope): Promise<void> {
  const ended = (await tx.all(endAll, { account: scope.account, now: scope.now })).sort((a, b) => (a.id < b.id ? 1 : -1))
  if (ended[0]) tell(tx, scope, ended[0], "removed")
}

/** Where payouts go now, and what waits to take its place. */
export async function bankAccountsOf(db: Queries, { account, now }: Pick<Scope, "account" | "now">): Promise<BankAccounts> {
  const [newest, ...older] = await db.all(ofAccount, { account })
  if (!newest) return { current: undefined, next: undefined }
  if (counts(newest, now)) return { current: newest, next: undefined }
  return { current: older.find((row) => counts(row, now)), next: newest }
}

/** A bank account by its id, also one that has ended. */
export function findBankAccount(db: Queries, account: string, id: string): Promise<BankAccountRow | undefined> {
  return db.one(findRow, { account, id })
}

/** The whole destination of a bank account, for the bank alone. */
export async function openDestination(
  db: Queries,
  ring: KeyRing,
  { id, sealed_destination }: BankAccountRow,
): Promise<Destination> {
  return JSON.parse(await ring.open(db, sealed_destination, id))
}

/** A bank account as commands and pages show it. */
export function presentBankAccount({
  id,
  account,
  created,
  destination,
  counts_from,
  needs_release,
  released_at,
}: BankAccountRow) {
  return { id, account, created, destination, counts_from, needs_release, released_at }
}

function counts({ counts_from, needs_release, released_at }: BankAccountRow, now: number): boolean {
  return counts_from <= now && (!needs_release || released_at !== null)
}
