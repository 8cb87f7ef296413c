import { mustHaveRoom } from "../../accounts/limits.ts"
import { newId } from "../../base/ids.ts"
import { findAnywhere } from "../../db/anywhere.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { cancelPending } from "./cancel-deliveries.ts"
import { checkUrl } from "./endpoints.ts"
import type { EventScope } from "./mode.ts"
import { newSigningSecret } from "./signature.ts"
import { type IntegrationRow, integrations } from "./tables.ts"

const insertIntegration = integrations.statement(["id", "account", "created", "url", "sealed_secret"], (rows, p) =>
  rows
    .insert({ id: p.id, account: p.account, created: p.created, url: p.url, active: true, sealed_secret: p.sealed_secret })
    .returning("*"),
)
const ofAccount = integrations.find(["account"], (rows) => rows.orderBy("id"))
const activeOfAccount = integrations.statement(["account"], (rows, p) =>
  rows.where({ account: p.account, active: true }).select("id").orderBy("id"),
)
const integrationById = integrations.find(["account", "id"])
const integrationAnywhere = findAnywhere(integrations)
const countActive = integrations.statement(["account"], (rows, p) =>
  rows.where({ account: p.account, active: true }).count({ count: "*" }),
)
const deactivateRow = integrations.find(["account", "id"], (rows) => rows.update({ active: false }).returning("*"))

/** The integrations of an account, newest first, including inactive ones. */
export const pageOfIntegrations = pages(integrations)

export const SEALED_INTEGRATIONS = sealedTable(integrations, {
  key: ["account", "id"],
  contexts: { sealed_secret: ({ id }) => id },
})

/** Throws parameter_invalid if the URL is not https or contains credentials, and limit_reached. */
export async function createIntegration(tx: Transaction, scope: EventScope, url: string) {
  checkUrl(url)
  await mustHaveRoom(tx, "integrations", countActive, { account: scope.account })
  const id = newId("int")
  const secret = newSigningSecret(tx.livemode)
  const sealed_secret = await scope.mode.ring.seal(tx, secret, id)
  const row = await tx.only(insertIntegration, { id, account: scope.account, created: scope.now, url, sealed_secret })
  return { row, secret }
}

export function listIntegrations(db: Queries, account: string): Promise<IntegrationRow[]> {
  return db.all(ofAccount, { account })
}

export async function activeIntegrations(db: Queries, account: string): Promise<string[]> {
  return (await db.all(activeOfAccount, { account })).map(({ id }) => id)
}

export function findIntegration(db: Queries, account: string, id: string): Promise<IntegrationRow | undefined> {
  return db.one(integrationById, { account, id })
}

/** Finds an integration of any account, for the operator. */
export function findIntegrationAnywhere(db: Queries, id: string): Promise<IntegrationRow | undefined> {
  return db.one(integrationAnywhere, { id })
}

/** Deactivates an integration and cancels its pending deliveries, as deleteEndpoint does. Returns undefined if it does not exist. */
export async function deactivateIntegration(
  tx: Transaction,
  { account, id }: Pick<IntegrationRow, "account" | "id">,
): Promise<IntegrationRow | undefined> {
  const row = await tx.one(deactivateRow, { account, id })
  if (row) await cancelPending(tx, account, id)
  return row
}

export function presentIntegration(row: IntegrationRow) {
  return { id: row.id, url: row.url, active: row.active }
}
