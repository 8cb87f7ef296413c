import { timingSafeEqual } from "node:crypto"
import { lockAccount } from "../accounts/accounts.ts"
import type { Changes } from "../audit/changes.ts"
import { Refusal } from "../base/errors.ts"
import { newId, randomBase62 } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { sealedTable } from "../vault/sealed-table.ts"
import type { AcquirerKind } from "./kind.ts"
import { beginListing, endListing } from "./listings.ts"
import { type GivenMembers, joinedMembers, type Members, memberText } from "./members.ts"
import { acquirerCredentials, type CredentialsRow, type Funds } from "./table.ts"
import { movedUses, type NamedUses, takeUses, type Uses, usesFor, usesOf } from "./uses.ts"

/** Its uses are by default what the acquirer has. A new one gets all methods that it offers and no other has. */
export type Chosen = NamedUses & {
  kind: Pick<AcquirerKind, "name" | "methods" | "members" | "merchant" | "checkMembers" | "certificateEnd" | "listsPayments">
  members: GivenMembers
  /** The default is what the acquirer has, if it keeps its merchant. Otherwise `acquirer`. */
  funds?: Funds | undefined
}

/** What is sealed of credentials. */
type Contents = {
  members: Members
  /** The part of the address of notifications that nobody guesses. */
  notification_secret: string
}

const COLUMNS = [
  ...(["id", "account", "created", "acquirer", "merchant_id", "boleto_provider", "sealed_merchant_key", "sealed_mpi"] as const),
  ...(["sealed_members", "funds", "methods", "fallback_for", "certificate_ends_at", "drained_at"] as const),
] as const
const insertRow = acquirerCredentials.insert([...COLUMNS], (rows) => rows.returning("*"))
const findRow = acquirerCredentials.find(["account", "id"])
const findCurrent = acquirerCredentials.find(["account"], (rows) => rows.whereNull("ended_at").orderBy("id"))
/** The newest credentials with a merchant id. Those that are in use come before those that have ended. */
const findNewest = acquirerCredentials.find(["account", "acquirer", "merchant_id"], (rows) =>
  rows.orderByRaw("ended_at IS NULL DESC, ended_at DESC, id DESC").limit(1),
)
const findLatest = acquirerCredentials.find(["account", "acquirer"], (rows) =>
  rows.orderByRaw("ended_at IS NULL DESC, ended_at DESC, id DESC").limit(1),
)
const lockAll = acquirerCredentials.find(["account"], (rows) => rows.orderBy("id").forUpdate())
const endRow = acquirerCredentials.update(["account", "id"], [{ ended_at: "now" }], (rows) => rows.whereNull("ended_at"))

export const SEALED_CREDENTIALS = sealedTable(acquirerCredentials, {
  key: ["account", "id"],
  contexts: {
    sealed_merchant_key: ({ id }) => id,
    sealed_mpi: ({ id }) => mpiContext(id),
    sealed_members: ({ id }) => membersContext(id),
  },
})

/**
 * Sets the credentials that the account's attempts use at an acquirer from now on. Earlier ones of it end, but their attempts keep them. A
 * method that is named is taken from the acquirer that has it. Does not wait for confirms that are running. `now` is in Unix seconds. Throws
 * Refusal if no method is left for the acquirer, and RangeError if the acquirer cannot have issued such credentials.
 */
export async function setCredentials(
  tx: Transaction,
  { account, now, ring }: { account: string; now: number; ring: KeyRing },
  { kind, members: given, methods, fallback_for, funds }: Chosen,
): Promise<CredentialsRow & { changes: Changes | null }> {
  await lockAccount(tx, account)
  const current = await findAllCredentials(tx, account)
  const before = current.find(({ acquirer }) => acquirer === kind.name)
  // The acquirer goes on notifying about earlier sales at the address that it knows, also if it was removed in between.
  const latest = before ?? (await tx.one(findLatest, { account, acquirer: kind.name }))
  const opened = latest && (await openContents(tx, ring, latest))
  // Another merchant has another bank account, so nothing says that its money is the platform's.
  const same = before?.merchant_id === given[kind.merchant] ? before : undefined
  const members = joinedMembers(kind.members, given, same && opened?.members)
  kind.checkMembers(members)
  const others = current.filter((row) => row !== before)
  const uses = usesFor(kind, { methods, fallback_for }, { before, others })
  await takeUses(tx, account, others, uses)
  if (before) await tx.run(endRow, { account, id: before.id, now })
  const id = newId("cred")
  const contents = { members, notification_secret: opened?.notification_secret ?? randomBase62(32) }
  const row = await tx.only(insertRow, {
    ...{ id, account, created: now, acquirer: kind.name, merchant_id: memberText(members, kind.merchant) ?? "" },
    ...(await sealed(tx, ring, id, contents)),
    ...{ funds: funds ?? same?.funds ?? "acquirer", ...uses, drained_at: before?.drained_at ?? null },
    certificate_ends_at: kind.certificateEnd?.(members) ?? null,
  })
  if (kind.listsPayments) await beginListing(tx, { account, acquirer: kind.name, now })
  return { ...row, changes: movedUses(current, kind.name, uses) }
}

/** The release before reads the columns of the key and of 3-D Secure. */
async function sealed(tx: Transaction, ring: KeyRing, id: string, contents: Contents) {
  const { merchant_key = "", boleto_provider, mpi } = contents.members
  return {
    sealed_members: await ring.seal(tx, JSON.stringify(contents), membersContext(id)),
    boleto_provider: typeof boleto_provider === "string" ? boleto_provider : null,
    sealed_merchant_key: await ring.seal(tx, String(merchant_key), id),
    sealed_mpi: mpi ? await ring.seal(tx, JSON.stringify(mpi), mpiContext(id)) : null,
  }
}

/** The members of credentials, in clear. */
export async function openMembers(db: Queries, ring: KeyRing, row: CredentialsRow): Promise<Members> {
  return (await openContents(db, ring, row)).members
}

type Opened = { members: Members; notification_secret?: string }

/** The release before has written the members into columns of their own, and no secret. */
async function openContents(db: Queries, ring: KeyRing, row: CredentialsRow): Promise<Opened> {
  const { id, sealed_members, merchant_id, boleto_provider, sealed_merchant_key, sealed_mpi } = row
  if (sealed_members !== null) return parsed(await ring.open(db, sealed_members, membersContext(id)))
  const members: Members = {
    merchant_id,
    merchant_key: await ring.open(db, sealed_merchant_key, id),
    ...(boleto_provider !== null && { boleto_provider }),
    ...(sealed_mpi !== null && { mpi: parsed<Members>(await ring.open(db, sealed_mpi, mpiContext(id))) }),
  }
  return { members }
}

/** The text is our own. */
function parsed<Type>(text: string): Type {
  return JSON.parse(text)
}

const mpiContext = (id: string) => `${id} mpi`
const membersContext = (id: string) => `${id} members`

/** The secret in the address of an acquirer's notifications about an account. Undefined if an earlier release has set the acquirer. */
export async function notificationSecretOf(db: Queries, ring: KeyRing, row: CredentialsRow): Promise<string | undefined> {
  return (await openContents(db, ring, row)).notification_secret
}

/** The path of an acquirer's notifications about an account. Without a secret, that of its notifications about all accounts. */
export function notificationPath({ acquirer, account }: Pick<CredentialsRow, "acquirer" | "account">, secret?: string): string {
  return secret === undefined
    ? `/acquirers/${acquirer}/notifications`
    : `/acquirers/${acquirer}/${account}/${secret}/notifications`
}

/** Whether this is the secret in the address of an acquirer's notifications, also after the acquirer was removed. */
export async function isNotificationSecret(
  db: Queries,
  ring: KeyRing,
  { account, acquirer }: Pick<CredentialsRow, "account" | "acquirer">,
  secret: string,
): Promise<boolean> {
  const row = await db.one(findLatest, { account, acquirer })
  const expected = row && (await notificationSecretOf(db, ring, row))
  if (expected === undefined) return false
  const [given, right] = [Buffer.from(secret), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The members of the newest credentials of a merchant id, in clear. Undefined if the account never had it. */
export async function findMembers(
  db: Queries,
  ring: KeyRing,
  of: Pick<CredentialsRow, "account" | "acquirer" | "merchant_id">,
): Promise<Members | undefined> {
  const row = await db.one(findNewest, of)
  return row && openMembers(db, ring, row)
}

/** The credentials that the account's new attempts use, of each of its acquirers. */
export function findAllCredentials(db: Queries, account: string): Promise<CredentialsRow[]> {
  return db.all(findCurrent, { account })
}

/** The credentials that the account's new attempts use at an acquirer. */
export async function findCurrentCredentials(
  db: Queries,
  account: string,
  acquirer: string,
): Promise<CredentialsRow | undefined> {
  return (await findAllCredentials(db, account)).find((row) => row.acquirer === acquirer)
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
 * from beginning. Returns the credentials that new attempts use at the acquirer.
 */
export async function lockCredentials(tx: Transaction, account: string, acquirer: string): Promise<CredentialsRow | undefined> {
  await lockAccount(tx, account)
  const all = await tx.all(lockAll, { account })
  return all.find((row) => row.ended_at === null && row.acquirer === acquirer)
}

/** Ends credentials. Their acquirer gets no more sales of the account. `now` is in Unix seconds. */
export async function endCredentials(
  tx: Transaction,
  { account, id, acquirer }: Pick<CredentialsRow, "account" | "id" | "acquirer">,
  now: number,
): Promise<void> {
  await tx.run(endRow, { account, id, now })
  await endListing(tx, { account, acquirer })
}

/**
 * For pages, where owners act. Throws Refusal if the money of the acquirer, or of one that has one of these methods, is the platform's to pay
 * out: only the operator may say then where sales go.
 */
export async function refuseIfPlatform(
  tx: Transaction,
  account: string,
  acquirer: string,
  wanted: Partial<Uses> = {},
): Promise<void> {
  await lockAccount(tx, account)
  const ofPlatform = (await findAllCredentials(tx, account)).filter(({ funds }) => funds === "platform")
  const { methods = [], fallback_for = [] } = wanted
  const isTouched = (row: CredentialsRow) => {
    const uses = usesOf(row)
    const isMoved = uses.methods.some((method) => methods.includes(method) || fallback_for.includes(method))
    return row.acquirer === acquirer || isMoved || uses.fallback_for.some((method) => fallback_for.includes(method))
  }
  if (ofPlatform.some(isTouched)) throw acquirerIsOfPlatform()
}

/** Why owners may not change an acquirer, nor what it gets. */
export const acquirerIsOfPlatform = () =>
  new Refusal(
    "acquirer_of_platform",
    "The platform pays out the money of this acquirer. So only its operator sets, drains, replaces and removes the acquirer and moves its methods, with the command line.",
  )
