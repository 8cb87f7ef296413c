// The PIX key that a refund by hand goes to. The payer of a boleto gives it on a page, and whoever makes the refund sees it.
import type { Scope } from "../../accounts/scope.ts"
import { id, json, seconds, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { table } from "../../db/table.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { idOfSigned, signId } from "../../vault/signed-ids.ts"
import type { RefundRow } from "./table.ts"

export const refundKeys = table(
  "refund_keys",
  {
    account: id(),
    refund: id(),
    created: seconds(),
    sealed_key: text(),
  },
  { of: "account", key: ["account", "refund"], references: { refund: "refunds" } },
)

export const SEALED_REFUND_KEYS = sealedTable(refundKeys, {
  key: ["account", "refund"],
  contexts: { sealed_key: ({ refund }) => refund },
})

const put = refundKeys.insert(["account", "refund", "created", "sealed_key"], (rows) =>
  rows.onConflict(["account", "refund"]).merge(["sealed_key"]),
)
const hasKey = refundKeys.find(["account", "refund"], (rows) => rows.select("created"))
const keysOf = refundKeys.find(["account", { refunds: json<readonly string[]>() }], (rows, p, k) =>
  rows.whereRaw(isOneOf(k, "refund"), [p.refunds]),
)
const remove = refundKeys.statement(["account", { intents: json<readonly string[]>() }], (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw(`refund IN (SELECT id FROM refunds WHERE account = ? AND ${isOneOf(k, "payment_intent")})`, [p.account, p.intents])
    .delete(),
)

/** How long the link of the page works, from the refund on. */
const LINK_SECONDS = 30 * 86_400
const PURPOSE = "refund key"

type PageMode = { readonly ring: KeyRing; readonly baseUrl: string }

/** The URL of the page on which the payer of a refund gives a PIX key. Nobody can guess it, and it is for nothing else. */
export function refundKeyUrl({ ring, baseUrl }: PageMode, refund: string): string {
  return `${baseUrl}/pay/refund/${signId(ring, PURPOSE, refund)}`
}

/** The refund of the page with this last segment of its path. */
export function refundOfPage({ ring }: Pick<PageMode, "ring">, path: string): string | undefined {
  return idOfSigned(ring, PURPOSE, "re", path)
}

/** Until when the page of a refund takes a key, in Unix seconds: for 30 days. */
export function takesKeyUntil({ created }: Pick<RefundRow, "created">): number {
  return created + LINK_SECONDS
}

/** Whether the page of a refund takes a key at `now`, account time in Unix seconds: until the refund is settled or its time is over. */
export function takesKey(refund: Pick<RefundRow, "status" | "created">, now: number): boolean {
  return refund.status === "pending" && now < takesKeyUntil(refund)
}

/** Keeps the key that a refund goes to, sealed. Can be repeated. */
export async function keepRefundKey(
  tx: Transaction,
  { account, now, mode }: Scope<{ readonly ring: KeyRing }>,
  refund: string,
  key: string,
): Promise<void> {
  await tx.run(put, { account, refund, created: now, sealed_key: await mode.ring.seal(tx, key, refund) })
}

export async function hasRefundKey(db: Queries, { account, id: refund }: Pick<RefundRow, "account" | "id">): Promise<boolean> {
  return (await db.one(hasKey, { account, refund })) !== undefined
}

/** Opens the keys of refunds of one account, for those who make them. Returns them by the id of their refund. */
export async function openRefundKeys(
  db: Queries,
  ring: KeyRing,
  of: { account: string; refunds: readonly string[] },
): Promise<[refund: string, key: string][]> {
  const rows = await db.all(keysOf, of)
  return Promise.all(rows.map(async ({ refund, sealed_key }) => [refund, await ring.open(db, sealed_key, refund)]))
}

/** Deletes the keys of payments whose customer is erased. */
export async function forgetRefundKeys(tx: Transaction, of: { account: string; intents: readonly string[] }): Promise<void> {
  await tx.run(remove, of)
}
