import type { Queries, Transaction } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { ApiError } from "../errors.ts"
import type { Scope } from "./scope.ts"

export type OriginRow = { account: string; origin: string; created: number }

const insertOrigin = statement<OriginRow, "account" | "origin" | "created">((k, p) =>
  k("merchant_origins")
    .insert({ account: p.account, origin: p.origin, created: p.created })
    .onConflict(["account", "origin"])
    .ignore()
    .returning("*"),
)
const findOrigin = statement<OriginRow, "account" | "origin">((k, p) =>
  k("merchant_origins").where({ account: p.account, origin: p.origin }),
)
const listOfAccount = statement<OriginRow, "account">((k, p) =>
  k("merchant_origins").where({ account: p.account }).orderBy("created", "desc").orderBy("origin"),
)
const removeOrigin = statement<void, "account" | "origin">((k, p) =>
  k("merchant_origins").where({ account: p.account, origin: p.origin }).delete(),
)
const anyAccounts = statement<OriginRow, "origin">((k, p) => k("merchant_origins").where({ origin: p.origin }).limit(1))

/** Allows a browser origin for an account's publishable keys; `isNew` is false where it already was. */
export async function registerOrigin(tx: Transaction, scope: Scope, text: string): Promise<{ row: OriginRow; isNew: boolean }> {
  const origin = normalizeOrigin(text, tx.livemode)
  const row = await tx.one(insertOrigin, { account: scope.account, origin, created: scope.now })
  if (row) return { row, isNew: true }
  return { row: (await tx.one(findOrigin, { account: scope.account, origin }))!, isNew: false }
}

export function listOrigins(db: Queries, account: string): Promise<OriginRow[]> {
  return db.all(listOfAccount, { account })
}

/** Takes an origin off the list. Throws merchant_origin_not_found. */
export async function deleteOrigin(tx: Transaction, scope: Scope, text: string): Promise<OriginRow> {
  const origin = normalizeOrigin(text, tx.livemode)
  const row = await tx.one(findOrigin, { account: scope.account, origin })
  if (!row) throw new ApiError("merchant_origin_not_found", `The origin '${origin}' is not on the list.`)
  await tx.run(removeOrigin, { account: scope.account, origin })
  return row
}

export async function isAllowedOrigin(db: Queries, account: string, origin: string): Promise<boolean> {
  return (await db.one(findOrigin, { account, origin })) !== undefined
}

/** Whether any account at all lists the origin: all that a preflight, which carries no key, can be asked. */
export async function isKnownOrigin(db: Queries, origin: string): Promise<boolean> {
  return (await db.one(anyAccounts, { origin })) !== undefined
}

/**
 * `scheme://host[:port]`, lower-cased and without the default port. https only; a test key may also name http://localhost
 * and http://127.0.0.1. Throws parameter_invalid.
 */
export function normalizeOrigin(text: string, livemode: boolean): string {
  const invalid = (why: string) =>
    new ApiError("parameter_invalid", `'${text.slice(0, 100)}' is not an origin: ${why}.`, "origin")
  if (!/^https?:\/\/[^/?#@\s\\]+$/i.test(text) || !URL.canParse(text)) throw invalid("send scheme://host[:port], with no path")
  const url = new URL(text)
  const onThisMachine = url.hostname === "localhost" || url.hostname === "127.0.0.1"
  if (!/^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/.test(url.hostname)) throw invalid("its host is no name or address")
  // Another spelling of the same host (escaped, 127.1, a port left empty) is no origin that a browser sends.
  const written = text.toLowerCase().replace(url.protocol === "https:" ? /:443$/ : /:80$/, "")
  if (/^[ -~]*$/.test(text) && written !== url.origin) throw invalid(`a browser writes it '${url.origin}'`)
  if (url.protocol === "http:" && (livemode || !onThisMachine)) throw invalid("it has to be https")
  return url.origin
}
