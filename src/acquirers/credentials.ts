import { lockAccount } from "../accounts/accounts.ts"
import { Refusal } from "../base/errors.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import { acquirerCredentials, type CredentialsRow, type Funds } from "./table.ts"

type Chosen = Pick<CredentialsRow, "acquirer" | "merchant_id" | "boleto_provider"> & {
  merchant_key: string
  /** The default is what the account's acquirer has, if it keeps its merchant id. Otherwise `acquirer`. */
  funds?: Funds | undefined
}

const insertRow = acquirerCredentials.insert(
  ["id", "account", "created", "acquirer", "merchant_id", "boleto_provider", "sealed_merchant_key", "funds"],
  (rows) => rows.returning("*"),
)
const findRow = acquirerCredentials.find(["account", "id"])
const findCurrent = acquirerCredentials.find(["account"], (rows) => rows.whereNull("ended_at"))
/** The newest credentials with a merchant id. Those that are in use come before those that have ended. */
const findNewest = acquirerCredentials.find(["account", "acquirer", "merchant_id"], (rows) =>
  rows.orderByRaw("ended_at IS NULL DESC, ended_at DESC, id DESC").limit(1),
)
const holdCurrent = acquirerCredentials.find(["account"], (rows) => rows.whereNull("ended_at").forKeyShare())
const lockAll = acquirerCredentials.find(["account"], (rows) => rows.forUpdate())
const endCurrent = acquirerCredentials.update(["account"], [{ ended_at: "now" }], (rows) => rows.whereNull("ended_at"))

export const SEALED_CREDENTIALS = sealedTable(acquirerCredentials, {
  key: ["account", "id"],
  contexts: { sealed_merchant_key: ({ id }) => id },
})

/**
 * Sets the credentials that the account's attempts use from now on. Earlier credentials end, but their attempts keep them. Does not wait
 * for confirms that are running. `now` is in Unix seconds.
 */
export async function setCredentials(
  tx: Transaction,
  { account, now, ring }: { account: string; now: number; ring: KeyRing },
  { merchant_key, ...chosen }: Chosen,
): Promise<CredentialsRow> {
  await lockAccount(tx, account)
  const funds = chosen.funds ?? defaultOf(chosen, await findCurrentCredentials(tx, account))
  await endCredentials(tx, account, now)
  const id = newId("cred")
  const sealed_merchant_key = await ring.seal(tx, merchant_key, id)
  return tx.only(insertRow, { id, account, created: now, ...chosen, sealed_merchant_key, funds })
}

/** Another merchant id has another bank account, so nothing says that its money is the platform's. */
function defaultOf({ acquirer, merchant_id }: Omit<Chosen, "merchant_key">, current: CredentialsRow | undefined): Funds {
  const isSame = current?.acquirer === acquirer && current.merchant_id === merchant_id
  return isSame ? current.funds : "acquirer"
}

/** The credentials that the account's new attempts use. */
export function findCurrentCredentials(db: Queries, account: string): Promise<CredentialsRow | undefined> {
  return db.one(findCurrent, { account })
}

/** The same for a transaction that stores an attempt: the credentials cannot be removed before the transaction ends. */
export async function holdCurrentCredentials(db: Queries, account: string): Promise<CredentialsRow | undefined> {
  // If the credentials are replaced while this waits or reads, Postgres returns no row. The second statement sees the new row.
  return (await db.one(holdCurrent, { account })) ?? db.one(holdCurrent, { account })
}

/** The newest credentials of the same merchant id as `row`, also if the account uses another merchant id or no acquirer now. */
export function findNewestCredentials(
  db: Queries,
  { account, acquirer, merchant_id }: Pick<CredentialsRow, "account" | "acquirer" | "merchant_id">,
): Promise<CredentialsRow> {
  return db.only(findNewest, { account, acquirer, merchant_id })
}

/** Credentials by their id, including those that have ended. */
export function findCredentials(db: Queries, account: string, id: string): Promise<CredentialsRow | undefined> {
  return db.one(findRow, { account, id })
}

/**
 * Waits for the transactions that store attempts with the account's credentials, even if these were replaced meanwhile, and keeps new ones
 * from beginning. Returns the credentials that new attempts use.
 */
export async function lockCredentials(tx: Transaction, account: string): Promise<CredentialsRow | undefined> {
  await lockAccount(tx, account)
  return (await tx.all(lockAll, { account })).find(({ ended_at }) => ended_at === null)
}

/** Ends the credentials of an account. The account then has no acquirer. `now` is in Unix seconds. */
export async function endCredentials(tx: Transaction, account: string, now: number): Promise<void> {
  await tx.run(endCurrent, { account, now })
}

/**
 * For pages, where owners act. Throws Refusal if the acquirer's money is the platform's to pay out: only the operator may say then where sales go.
 */
export async function refuseIfPlatform(tx: Transaction, account: string): Promise<void> {
  await lockAccount(tx, account)
  if ((await findCurrentCredentials(tx, account))?.funds !== "platform") return
  throw new Refusal(
    "acquirer_of_platform",
    "The platform pays out the money of this account's acquirer. So only its operator sets, replaces and removes the acquirer, with the command line.",
  )
}

/** The credentials in the output of the command line. The key is never shown. */
export function presentCredentials({ account, acquirer: name, merchant_id, boleto_provider, funds, created }: CredentialsRow) {
  return { account, name, merchant_id, boleto_provider, funds, created }
}
