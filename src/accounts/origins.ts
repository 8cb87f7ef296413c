import { ApiError } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isHere } from "../db/here.ts"
import { mustHaveRoom } from "./limits.ts"
import type { Scope } from "./scope.ts"
import { type OriginRow, origins } from "./tables.ts"

const insertOrigin = origins.insert(["account", "origin", "created"], (rows) =>
  rows.onConflict(["account", "origin"]).ignore().returning("*"),
)
const findOrigin = origins.find(["account", "origin"])
const originsOfAccount = origins.find(["account"], (rows) => rows.orderBy("created", "desc").orderBy("origin"))
const countOfAccount = origins.find(["account"], (rows) => rows.count({ count: "*" }))
const deleteRow = origins.delete(["account", "origin"])
const findOriginOfAnyAccount = origins.find(["origin"], (rows, _, k) => rows.whereRaw(isHere(k)).limit(1))

/**
 * Allows a browser origin for publishable keys. `isNew` is false if the origin was already allowed. Throws parameter_invalid and
 * limit_reached.
 */
export async function registerOrigin(tx: Transaction, scope: Scope, text: string): Promise<{ row: OriginRow; isNew: boolean }> {
  const origin = normalizeOrigin(text, tx.livemode)
  const known = await tx.one(findOrigin, { account: scope.account, origin })
  if (known) return { row: known, isNew: false }
  await mustHaveRoom(tx, "origins", countOfAccount, { account: scope.account })
  const row = await tx.one(insertOrigin, { account: scope.account, origin, created: scope.now })
  if (row) return { row, isNew: true }
  return { row: await tx.only(findOrigin, { account: scope.account, origin }), isNew: false }
}

export function listOrigins(db: Queries, account: string): Promise<OriginRow[]> {
  return db.all(originsOfAccount, { account })
}

/** Removes an allowed origin. Throws parameter_invalid and merchant_origin_not_found. */
export async function deleteOrigin(tx: Transaction, scope: Scope, text: string): Promise<OriginRow> {
  const origin = normalizeOrigin(text, tx.livemode)
  const row = await tx.one(findOrigin, { account: scope.account, origin })
  if (!row) throw new ApiError("merchant_origin_not_found", `The origin '${origin}' is not registered.`)
  await tx.run(deleteRow, { account: scope.account, origin })
  return row
}

export async function isAllowedOrigin(db: Queries, account: string, origin: string): Promise<boolean> {
  return (await db.one(findOrigin, { account, origin })) !== undefined
}

/** Reports whether any account allows the origin. Preflight requests carry no key, so their account is unknown. */
export async function isKnownOrigin(db: Queries, origin: string): Promise<boolean> {
  return (await db.one(findOriginOfAnyAccount, { origin })) !== undefined
}

/**
 * Returns `scheme://host[:port]` in lower case and without the default port. Only https is allowed, except that test mode also
 * allows http://localhost and http://127.0.0.1. Throws parameter_invalid. See openapi.yaml, createMerchantOrigin.
 */
function normalizeOrigin(text: string, livemode: boolean): string {
  const invalid = (why: string) =>
    new ApiError("parameter_invalid", `'${text.slice(0, 100)}' is not an origin: ${why}.`, "origin")
  if (!/^https?:\/\/[^/?#@\s\\]+$/i.test(text) || !URL.canParse(text)) throw invalid("send scheme://host[:port] without a path")
  const url = new URL(text)
  const onThisMachine = url.hostname === "localhost" || url.hostname === "127.0.0.1"
  if (!hasPlainHost(url)) throw invalid("its host must be a host name or an IP address")
  // Browsers send only the normal form, so another spelling (escapes, 127.1, an empty port) would never match.
  const written = text.toLowerCase().replace(url.protocol === "https:" ? /:443$/ : /:80$/, "")
  if (/^[ -~]*$/.test(text) && written !== url.origin) throw invalid(`browsers send it as '${url.origin}'`)
  if (url.protocol === "http:" && (livemode || !onThisMachine)) throw invalid("it must start with https://")
  return url.origin
}

/** Whether the host is a name or an IP address. URLs also allow hosts like `a;b`, which would be syntax in a policy header. */
export function hasPlainHost({ hostname }: URL): boolean {
  return /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/.test(hostname)
}

/**
 * The sources of a `frame-ancestors` directive: the origins, or `'none'`. An origin with characters that have a meaning in a policy cannot
 * be registered. If the database has such an origin nevertheless, it may frame nothing.
 */
export function ancestorSources(origins: readonly string[]): string {
  return origins.filter((origin) => URL.canParse(origin) && hasPlainHost(new URL(origin))).join(" ") || "'none'"
}
