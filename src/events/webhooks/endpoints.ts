import { mustHaveRoom } from "../../accounts/limits.ts"
import type { Scope } from "../../accounts/scope.ts"
import { wasDone } from "../../audit/log.ts"
import { maskCardNumbers } from "../../base/card-numbers.ts"
import { ApiError, notFound, refuseCardNumber } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { EVENT_TYPES, type EventType } from "../list/types.ts"
import { cancelPending } from "./cancel-deliveries.ts"
import type { EventScope } from "./mode.ts"
import { newSigningSecret } from "./signature.ts"
import { type EndpointRow, type EventSelector, webhookEndpoints } from "./tables.ts"

export type EndpointInput = { url: string; events: string[]; description?: string | null }

const insertEndpoint = webhookEndpoints.insert(
  ["id", "account", "created", "url", "enabled_events", "description", "sealed_secret"],
  (rows) => rows.returning("*"),
)
const findEndpoint = webhookEndpoints.find(["account", "id"])
const endpointsOfAccount = webhookEndpoints.find(["account"], (rows) => rows.select("id", "enabled_events").orderBy("id"))
const countOfAccount = webhookEndpoints.find(["account"], (rows) => rows.count({ count: "*" }))
/** Keeps only the secret that this call replaces. An older secret stops signing. */
const replaceSecret = webhookEndpoints.statement(["account", "id", "sealed_secret", "old_secret_until_ms"], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id })
    .update({
      sealed_secret: p.sealed_secret,
      sealed_old_secret: k.raw("CASE WHEN CAST(? AS bigint) IS NOT NULL THEN sealed_secret END", [p.old_secret_until_ms]),
      old_secret_until_ms: p.old_secret_until_ms,
    })
    .returning("*"),
)
/** Locks the endpoint until the transaction ends. */
const lockEndpoint = webhookEndpoints.find(["account", "id"], (rows, _, k) =>
  rows.update({ created: k.ref("created") }).returning("*"),
)
const changeRow = webhookEndpoints.update(["account", "id"], ["enabled_events", "description"], (rows) => rows.returning("*"))
const deleteRow = webhookEndpoints.delete(["account", "id"])
export const pageOfEndpoints = pages(webhookEndpoints, {
  wasDeleted: (db, account, id) => wasDone(db, account, "webhook_endpoint.delete", id),
})

export const SEALED_ENDPOINTS = sealedTable(webhookEndpoints, {
  key: ["account", "id"],
  contexts: { sealed_secret: ({ id }) => id, sealed_old_secret: ({ id }) => id },
})

/**
 * Registers an endpoint for future events. The secret is returned only here and at rotation. Only the form of the URL is
 * checked here. The address of its host is checked at every attempt. Throws parameter_invalid and limit_reached. See openapi.yaml,
 * createWebhookEndpoint.
 */
export async function createEndpoint(tx: Transaction, scope: EventScope, { url, events, description }: EndpointInput) {
  checkUrl(url)
  const enabled_events = selectorsOf(events)
  checkDescription(description)
  await mustHaveRoom(tx, "webhook_endpoints", countOfAccount, { account: scope.account })
  const id = newId("we")
  const secret = newSigningSecret(tx.livemode)
  const row = await tx.only(insertEndpoint, {
    id,
    account: scope.account,
    created: scope.now,
    url,
    enabled_events,
    description: description ?? null,
    sealed_secret: await scope.mode.ring.seal(tx, secret, id),
  })
  return { row, secret }
}

/** In characters. */
export const MAX_DESCRIPTION = 255

/** How long a replaced secret may go on signing, in seconds. */
export const MAX_GRACE_SECONDS = 86_400

/**
 * Replaces the signing secret. For `expireOldIn` seconds of real time, attempts are signed with the old secret too. Throws
 * parameter_invalid and webhook_endpoint_not_found.
 */
export async function rotateSecret(tx: Transaction, { account, mode }: EventScope, id: string, expireOldIn: number) {
  if (!Number.isInteger(expireOldIn) || expireOldIn < 0 || expireOldIn > MAX_GRACE_SECONDS)
    throw invalid(`Send a whole number of seconds from 0 to ${MAX_GRACE_SECONDS}.`, "expire_old_in")
  const secret = newSigningSecret(tx.livemode)
  const row = await tx.one(replaceSecret, {
    account,
    id,
    sealed_secret: await mode.ring.seal(tx, secret, id),
    old_secret_until_ms: expireOldIn > 0 ? mode.clock.now() + expireOldIn * 1000 : null,
  })
  if (!row) throw notFound("webhook_endpoint", id)
  return { row, secret }
}

/**
 * Changes which events an endpoint receives, from the next event on, and the endpoint's description. Null removes the description. A member
 * that is left out does not change. The URL never changes. Throws parameter_invalid and webhook_endpoint_not_found.
 */
export async function updateEndpoint(
  tx: Transaction,
  { account }: Pick<Scope, "account">,
  id: string,
  { events, description }: Partial<Pick<EndpointInput, "events" | "description">>,
): Promise<EndpointRow> {
  const selected = events && selectorsOf(events)
  checkDescription(description)
  // The lock comes before the read, so two concurrent changes of different members both hold.
  const row = await tx.one(lockEndpoint, { account, id })
  if (!row) throw notFound("webhook_endpoint", id)
  const changed = {
    enabled_events: selected ?? row.enabled_events,
    description: description === undefined ? row.description : description,
  }
  return tx.only(changeRow, { account, id, ...changed })
}

/** Deletes an endpoint and cancels its pending deliveries: the oldest here, the others in a worker. Throws webhook_endpoint_not_found. */
export async function deleteEndpoint(tx: Transaction, scope: EventScope, id: string): Promise<void> {
  if ((await tx.run(deleteRow, { account: scope.account, id })) === 0) throw notFound("webhook_endpoint", id)
  await cancelPending(tx, scope.account, id)
}

/** Throws webhook_endpoint_not_found. */
export async function mustFindEndpoint(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<EndpointRow> {
  const row = await db.one(findEndpoint, { account: scope.account, id })
  if (!row) throw notFound("webhook_endpoint", id)
  return row
}

/** Returns the ids of the account's endpoints that are subscribed to an event type. */
export async function subscribersOf(db: Queries, account: string, type: EventType): Promise<string[]> {
  const endpoints = await db.all(endpointsOfAccount, { account })
  return endpoints.filter(({ enabled_events }) => selects(enabled_events, type)).map(({ id }) => id)
}

export function presentEndpoint(row: EndpointRow, livemode: boolean) {
  return {
    id: row.id,
    object: "webhook_endpoint" as const,
    livemode,
    url: row.url,
    enabled_events: row.enabled_events,
    description: row.description,
    created: row.created,
  }
}

/** Throws parameter_invalid if the URL is not https, names no host, or contains credentials. Integrations use it too. */
export function checkUrl(url: string): void {
  if (!/^https:\/\/[^\s\\/?#\p{Cc}][^\s\\\p{Cc}]*$/u.test(url) || [...url].length > 2048)
    throw invalid("The URL must start with https://, and have at most 2048 characters and no spaces.", "url")
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || /^\.*$/.test(parsed.hostname) || parsed.port === "0")
    throw invalid("The URL must name a host, and a port from 1 to 65535 if it has one.", "url")
  if (parsed.username || parsed.password) throw invalid("The URL must not contain a user name or a password.", "url")
}

/** Returns the event types that an endpoint asks for. Throws parameter_invalid. */
function selectorsOf(events: string[]): EventSelector[] {
  if (events.length === 1 && events[0] === "*") return ["*"]
  if (events.length === 0) throw invalid(`Send at least one event type, or ["*"] for all event types.`, "events")
  if (new Set(events).size < events.length) throw invalid("Send each event type only once.", "events")
  return events.map(typeNamed)
}

function typeNamed(name: string): EventType {
  if (name === "*") throw invalid(`Send "*" without other event types: it selects all of them.`, "events")
  const type = EVENT_TYPES.find((known) => known === name)
  if (type) return type
  throw invalid(`Unknown event type '${maskCardNumbers(name, 64)}'. The event types are: ${EVENT_TYPES.join(", ")}.`, "events")
}

function checkDescription(description: string | null | undefined): void {
  if (description && [...description].length > MAX_DESCRIPTION)
    throw invalid(`The description must have at most ${MAX_DESCRIPTION} characters.`, "description")
  refuseCardNumber(description, "description", "refused_if_grouped")
}

function selects(selectors: EventSelector[], type: EventType): boolean {
  return selectors.includes("*") || selectors.includes(type)
}

function invalid(message: string, param: string): ApiError {
  return new ApiError("parameter_invalid", message, param)
}
