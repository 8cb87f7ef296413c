import { hasCardNumber } from "../base/card-numbers.ts"
import type { Clock } from "../base/clock.ts"
import { Refusal } from "../base/errors.ts"
import { newId, randomBase62 } from "../base/ids.ts"
import { type ModeName, modeName } from "../base/mode-name.ts"
import { findAnywhere } from "../db/anywhere.ts"
import { id, integer, json, seconds } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { isHere } from "../db/here.ts"
import type { Marker, Rows } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { DEFAULT_VERSION, type Version } from "../versions.ts"
import { mustHaveRoom } from "./limits.ts"
import type { AccessScope } from "./scopes.ts"
import { type Account, accounts, apiKeys, type KeyKind, type KeyRow } from "./tables.ts"

/** The caller of a request, as identified by its API key. */
export type Caller = {
  key: string
  account: string
  kind: KeyKind
  scopes: AccessScope[]
  livemode: boolean
  /** The version of the key's requests that name none. */
  version: Version
  expires_at: number | null
  revoked_at: number | null
  clock_offset: number
  /** The database that the account is in. */
  database: string
}

/** An API key in the output of the CLI. `key` is the secret itself, and is present only at creation. */
export type ApiKey = Omit<KeyRow, "digest" | "version" | "last_used_ms"> & {
  mode: ModeName
  /** The version of the key's requests that name none. */
  service_version: Version
  /** Unix seconds of real time, at most five minutes late. Null if the key was never used. */
  last_used_at: number | null
  key?: string
}

const PREFIX: Record<KeyKind, string> = { secret: "zsk", publishable: "zk", restricted: "zrk" }
const KEY = /^(?:zsk|zk|zrk)_(test|live)_[0-9A-Za-z]{32,128}$/
/** A key in a longer text, such as a header or a line of a file. A part of a key counts, because it may be most of one. */
const KEY_IN_TEXT = /\b(?:zsk|zk|zrk)_(?:test|live)_[0-9A-Za-z]{4,}/
const RANDOM_LENGTH = 40
/** How many random characters the visible beginning has. The hidden ones are 32 of 5.95 bits each. */
const VISIBLE_LENGTH = 4

const insertKey = apiKeys.insert(
  ["id", "account", "kind", "scopes", "digest", "version", "expires_at", "created", "name", "prefix", "last4"],
  (rows) => rows.returning("*"),
)
const findByDigest = apiKeys.find(["digest"], (rows, _, k) => {
  // A join takes twelve times as long as these subqueries on SQLite, and every request runs them.
  const ofAccount = (column: "clock_offset" | "database") =>
    accounts
      .rows(k)
      .where({ id: k.ref("api_keys.account") })
      .select(column)
      .as(column)
  return rows.select<KeyRow & Pick<Account, "clock_offset" | "database">>(
    ...apiKeys.names,
    ofAccount("clock_offset"),
    ofAccount("database"),
  )
})
const listAll = apiKeys.find([], (rows, _, k) => rows.whereRaw(isHere(k)).orderBy("id"))

const NOW = { now: seconds() }
const activeAt = (rows: Rows<KeyRow>, now: Marker<number>) =>
  rows.whereNull("revoked_at").where((active) => void active.whereNull("expires_at").orWhere("expires_at", ">", now))
/** The active keys of an account. There are at most MAX_OF_ACCOUNT.keys. */
const activeOfAccount = apiKeys.find(["account", NOW], (rows, p) => activeAt(rows, p.now).orderBy("id", "desc"))
const countActive = apiKeys.find(["account", NOW], (rows, p) => activeAt(rows, p.now).count({ count: "*" }))
const endedOfAccount = apiKeys.find(["account", NOW, { before: id(), limit: integer() }], (rows, p) =>
  rows
    .where("id", "<", p.before)
    .where((ended) => void ended.whereNotNull("revoked_at").orWhere("expires_at", "<=", p.now))
    .orderBy("id", "desc")
    .limit(LIMIT),
)
const ofIds = apiKeys.find(["account", { ids: json<string[]>() }], (rows, p, k) => rows.whereRaw(isOneOf(k, "id"), [p.ids]))
const keyById = apiKeys.find(["account", "id"])
const keyAnywhere = findAnywhere(apiKeys)
const lockKey = apiKeys.find(["account", "id"], (rows, _, k) => rows.update({ created: k.ref("created") }).returning("*"))
const changeKey = apiKeys.update(["account", "id"], ["version", "name"], (rows) => rows.returning("*"))
const markRevoked = apiKeys.find(["account", "id", NOW], (rows, p, k) =>
  rows.update({ revoked_at: k.raw("coalesce(revoked_at, ?)", [p.now]) }).returning("*"),
)

/**
 * Creates an API key. The secret `key` cannot be read again later, because the database stores only a keyed digest.
 * `expires_at` is real time in Unix seconds. `name` is what people call it. Throws limit_reached.
 */
export async function createKey(
  tx: Transaction,
  { ring, clock }: { ring: KeyRing; clock: Clock },
  {
    account,
    kind,
    scopes = [],
    version = DEFAULT_VERSION,
    expires_at = null,
    name = null,
  }: {
    account: string
    kind: KeyKind
    scopes?: AccessScope[]
    version?: Version
    expires_at?: number | null
    name?: string | null
  },
): Promise<ApiKey & { key: string }> {
  const now = Math.floor(clock.now() / 1000)
  await mustHaveRoom(tx, "keys", countActive, { account, now })
  const begin = `${PREFIX[kind]}_${modeName(tx)}_`
  const key = `${begin}${randomBase62(RANDOM_LENGTH)}`
  const row = await tx.only(insertKey, {
    id: newId("key"),
    account,
    kind,
    scopes,
    digest: ring.digest(key),
    version,
    expires_at,
    created: now,
    name,
    prefix: key.slice(0, begin.length + VISIBLE_LENGTH),
    last4: key.slice(-4),
  })
  return { ...presentKey(row, tx.livemode), key }
}

export async function listKeys(db: Queries, livemode: boolean): Promise<ApiKey[]> {
  return (await db.all(listAll, {})).map((row) => presentKey(row, livemode))
}

/** The active keys of an account, newest first. There are at most MAX_OF_ACCOUNT.keys. */
export async function listActiveKeys(db: Queries & { livemode: boolean }, account: string, clock: Clock): Promise<ApiKey[]> {
  const rows = await db.all(activeOfAccount, { account, now: Math.floor(clock.now() / 1000) })
  return rows.map((row) => presentKey(row, db.livemode))
}

/** The newest keys of an account that were revoked or have expired. With `before`, only keys before that id. */
export async function pageOfEndedKeys(
  db: Queries & { livemode: boolean },
  account: string,
  clock: Clock,
  { before, limit }: { before?: string; limit: number },
): Promise<{ rows: ApiKey[]; has_more: boolean }> {
  const now = Math.floor(clock.now() / 1000)
  // "l" sorts after every "key_…".
  const rows = await db.all(endedOfAccount, { account, now, before: before || "l", limit: limit + 1 })
  return { rows: rows.slice(0, limit).map((row) => presentKey(row, db.livemode)), has_more: rows.length > limit }
}

/** Finds a key by its id. Expired and revoked keys are also found. */
export async function findKey(db: Queries & { livemode: boolean }, account: string, id: string): Promise<ApiKey | undefined> {
  const row = await db.one(keyById, { account, id })
  return row && presentKey(row, db.livemode)
}

/** The same for a key of any account, for the operator. */
export async function findKeyAnywhere(db: Queries & { livemode: boolean }, id: string): Promise<ApiKey | undefined> {
  const row = await db.one(keyAnywhere, { id })
  return row && presentKey(row, db.livemode)
}

/** Finds the keys of an account with some ids. */
export async function keysOfIds(db: Queries & { livemode: boolean }, account: string, ids: string[]): Promise<ApiKey[]> {
  return (await db.all(ofIds, { account, ids })).map((row) => presentKey(row, db.livemode))
}

/**
 * Changes the name of a key, or the version of its requests that name none: at once, for every process. Null removes the name, and a member
 * that is left out does not change. Throws the Refusal key_ended if the key is revoked or has expired. Returns undefined if there is no
 * such key.
 */
export async function updateKey(
  tx: Transaction,
  clock: Clock,
  { account, id }: Pick<ApiKey, "account" | "id">,
  { version, name }: { version?: Version; name?: string | null },
): Promise<ApiKey | undefined> {
  // The lock comes before the read, so two changes of different members both hold.
  const row = await tx.one(lockKey, { account, id })
  if (!row) return undefined
  const { revoked_at, expires_at } = row
  if (revoked_at !== null || (expires_at !== null && expires_at <= clock.now() / 1000))
    throw new Refusal("key_ended", `The key ${id} is ${revoked_at === null ? "expired" : "revoked"}. Create another one.`)
  const changed = { version: version ?? row.version, name: name === undefined ? row.name : name }
  return presentKey(await tx.only(changeKey, { account, id, ...changed }), tx.livemode)
}

/** Revokes a key immediately, for every process. Returns undefined if there is no such key. */
export async function revokeKey(
  tx: Transaction,
  clock: Clock,
  { account, id }: Pick<ApiKey, "account" | "id">,
): Promise<ApiKey | undefined> {
  const row = await tx.one(markRevoked, { account, id, now: Math.floor(clock.now() / 1000) })
  return row && presentKey(row, tx.livemode)
}

export const MAX_KEY_NAME = 60

/** Returns the name of a key, trimmed. Undefined if it is empty, too long, has unprintable characters, or contains a key or a card number. */
export function keyNameOf(text: string): string | undefined {
  const name = text.trim()
  const isFit =
    name !== "" && name.length <= MAX_KEY_NAME && !/\p{C}/u.test(name) && keyIn(name) === undefined && !hasCardNumber(name)
  return isFit ? name : undefined
}

/** Returns the API key in a text, whole or in part, or undefined if there is none. */
export function keyIn(text: string): string | undefined {
  return KEY_IN_TEXT.exec(text)?.[0]
}

/** Returns the mode in a key's prefix, or undefined if the text does not have the form of a key. */
export function modeOfKey(key: string): ModeName | undefined {
  return KEY.exec(key)?.[1] as ModeName | undefined
}

/** Looks up the caller of a key. Expired and revoked keys are also found. */
export async function findCaller(db: Queries, ring: KeyRing, key: string, livemode: boolean): Promise<Caller | undefined> {
  const row = await db.one(findByDigest, { digest: ring.digest(key) })
  if (!row) return undefined
  const { id, account, kind, scopes, version, expires_at, revoked_at, clock_offset, database } = row
  return { key: id, account, kind, scopes, livemode, version, expires_at, revoked_at, clock_offset, database }
}

function presentKey(row: KeyRow, livemode: boolean): ApiKey {
  const { id, account, kind, scopes, version, expires_at, revoked_at, created, last_used_ms, name, prefix, last4 } = row
  const last_used_at = last_used_ms === null ? null : Math.floor(last_used_ms / 1000)
  return {
    id,
    account,
    mode: modeName({ livemode }),
    kind,
    scopes,
    service_version: version,
    expires_at,
    revoked_at,
    created,
    last_used_at,
    name,
    prefix,
    last4,
  }
}
