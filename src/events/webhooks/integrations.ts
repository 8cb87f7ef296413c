import { mustHaveRoom } from "../../accounts/limits.ts"
import { ApiError } from "../../base/errors.ts"
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
import { ORDERS_PATH } from "./utmify.ts"

const insertIntegration = integrations.insert(
  ["id", "account", "created", "url", "active", "sealed_secret", "kind", "platform"],
  (rows) => rows.returning("*"),
)
const ofAccount = integrations.find(["account"], (rows) => rows.orderBy("id"))
const activeOfAccount = integrations.statement(["account"], (rows, p) =>
  rows.where({ account: p.account, active: true }).select("id", "kind", "platform").orderBy("id"),
)
const integrationById = integrations.find(["account", "id"])
const integrationAnywhere = findAnywhere(integrations)
const countActive = integrations.statement(["account"], (rows, p) =>
  rows.where({ account: p.account, active: true }).count({ count: "*" }),
)
const deactivateRow = integrations.find(["account", "id"], (rows) => rows.update({ active: false }).returning("*"))

export type ActiveIntegration = Pick<IntegrationRow, "id" | "kind" | "platform">

/** What UTMify calls a shop that gives no name. */
export const DEFAULT_PLATFORM = "Vintem"
/** A header takes it, and no response quotes it in another form. */
const TOKEN = /^[!#-[\]-~]{1,1024}$/
const PLATFORM = /^[A-Z][A-Za-z0-9]{0,63}$/

/** The integrations of an account, newest first, including inactive ones. */
export const pageOfIntegrations = pages(integrations)

export const SEALED_INTEGRATIONS = sealedTable(integrations, {
  key: ["account", "id"],
  contexts: { sealed_secret: ({ id }) => id },
})

/** Throws parameter_invalid if the URL is not https or contains credentials, and limit_reached. */
export async function createIntegration(tx: Transaction, scope: EventScope, url: string) {
  checkUrl(url)
  const secret = newSigningSecret(tx.livemode)
  return { row: await insert(tx, scope, { url, secret, kind: "envelope", platform: null }), secret }
}

/**
 * Tells UTMify of the account's payments from now on. The token is sealed and never shown. Throws parameter_invalid if the token or
 * the platform has the wrong form, and limit_reached.
 */
export function createUtmify(
  tx: Transaction,
  scope: EventScope,
  { token, platform = DEFAULT_PLATFORM }: { token: string; platform?: string | undefined },
): Promise<IntegrationRow> {
  if (!TOKEN.test(token))
    throw new ApiError(
      "parameter_invalid",
      "The token must be up to 1024 letters, digits and signs, as UTMify shows it.",
      "token",
    )
  if (!PLATFORM.test(platform)) {
    const message = "The platform must be letters and digits that begin with a capital letter, such as MinhaLoja, at most 64."
    throw new ApiError("parameter_invalid", message, "platform")
  }
  const url = scope.mode.config.utmifyUrl + ORDERS_PATH
  return insert(tx, scope, { url, secret: token, kind: "utmify", platform })
}

type New = Pick<IntegrationRow, "url" | "kind" | "platform"> & { secret: string }

async function insert(tx: Transaction, scope: EventScope, { secret, ...given }: New): Promise<IntegrationRow> {
  const { account, now: created, mode } = scope
  await mustHaveRoom(tx, "integrations", countActive, { account })
  const id = newId("int")
  const sealed_secret = await mode.ring.seal(tx, secret, id)
  return tx.only(insertIntegration, { id, account, created, active: true, sealed_secret, ...given })
}

export function listIntegrations(db: Queries, account: string): Promise<IntegrationRow[]> {
  return db.all(ofAccount, { account })
}

export function activeIntegrations(db: Queries, account: string): Promise<ActiveIntegration[]> {
  return db.all(activeOfAccount, { account })
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
  const { id, kind, url, active, platform } = row
  return { id, kind, url, active, ...(platform !== null && { platform }) }
}
