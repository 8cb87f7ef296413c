import { mustHaveRoom } from "../../accounts/limits.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { legacyPages } from "../../db/page.ts"
import { statement } from "../../db/statement.ts"
import type { SealedTable } from "../../vault/sealed-table.ts"
import type { EventScope } from "../mode.ts"
import { cancelPending } from "./cancel-deliveries.ts"
import { checkUrl } from "./endpoints.ts"
import { newSigningSecret } from "./signature.ts"

/** A merchant's marketing tool. It receives a message about every finished purchase. */
export type IntegrationRow = {
  id: string
  account: string
  created: number
  url: string
  active: boolean | number
  sealed_secret: string
}

const insertIntegration = statement<IntegrationRow, "id" | "account" | "created" | "url" | "sealed_secret">((k, p) =>
  k("integrations")
    .insert({ id: p.id, account: p.account, created: p.created, url: p.url, active: true, sealed_secret: p.sealed_secret })
    .returning("*"),
)
const ofAccount = statement<IntegrationRow, "account">((k, p) => k("integrations").where({ account: p.account }).orderBy("id"))
const activeOfAccount = statement<{ id: string }, "account">((k, p) =>
  k("integrations").where({ account: p.account, active: true }).select("id").orderBy("id"),
)
const integrationById = statement<IntegrationRow, "id">((k, p) => k("integrations").where({ id: p.id }))
const countActive = statement<{ count: number }, "account">((k, p) =>
  k("integrations").where({ account: p.account, active: true }).count({ count: "*" }),
)
const deactivateRow = statement<IntegrationRow, "id">((k, p) =>
  k("integrations").where({ id: p.id }).update({ active: false }).returning("*"),
)

/** The integrations of an account, newest first, including inactive ones. */
export const pageOfIntegrations = legacyPages<IntegrationRow>("integrations")

export const SEALED_INTEGRATIONS: SealedTable<"id"> = {
  table: "integrations",
  key: ["id"],
  contexts: { sealed_secret: ({ id }) => id },
}

/** Throws parameter_invalid if the URL is not https or contains credentials, and limit_reached. */
export async function createIntegration(tx: Transaction, scope: EventScope, url: string) {
  checkUrl(url)
  await mustHaveRoom(tx, "integrations", countActive, { account: scope.account })
  const id = newId("int")
  const secret = newSigningSecret(tx.livemode)
  const sealed_secret = await scope.mode.ring.seal(tx, secret, id)
  const row = await tx.one(insertIntegration, { id, account: scope.account, created: scope.now, url, sealed_secret })
  return { row: row!, secret }
}

export function listIntegrations(db: Queries, account: string): Promise<IntegrationRow[]> {
  return db.all(ofAccount, { account })
}

export async function activeIntegrations(db: Queries, account: string): Promise<string[]> {
  return (await db.all(activeOfAccount, { account })).map(({ id }) => id)
}

/** Finds an integration of any account, for the operator. */
export function findIntegration(db: Queries, id: string): Promise<IntegrationRow | undefined> {
  return db.one(integrationById, { id })
}

/** Deactivates an integration and cancels its pending deliveries, as deleteEndpoint does. Returns undefined if it does not exist. */
export async function deactivateIntegration(tx: Transaction, id: string): Promise<IntegrationRow | undefined> {
  const row = await tx.one(deactivateRow, { id })
  if (row) await cancelPending(tx, row.account, id)
  return row
}

export function presentIntegration(row: IntegrationRow) {
  return { id: row.id, url: row.url, active: Boolean(row.active) }
}
