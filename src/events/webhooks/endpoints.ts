import { mustHaveRoom } from "../../accounts/limits.ts"
import type { Scope } from "../../accounts/scope.ts"
import { wasDone } from "../../audit/log.ts"
import { maskCardNumbers } from "../../base/card-numbers.ts"
import { ApiError, notFound, refuseCardNumber } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { sealedTable } from "../../vault/sealed-table.ts"
import { DEFAULT_VERSION, isLater, type Version } from "../../versions.ts"
import { type Dated, type EventType, hasEvent, typesAt } from "../list/types.ts"
import { cancelPending } from "./cancel-deliveries.ts"
import type { EventScope } from "./mode.ts"
import type { Receiver } from "./shown-bytes.ts"
import { newSigningSecret } from "./signature.ts"
import { type EndpointRow, type EventSelector, webhookEndpoints } from "./tables.ts"

export type EndpointInput = { url: string; events: string[]; description?: string | null; service_version: Version }

const insertEndpoint = webhookEndpoints.insert(
  ["id", "account", "created", "url", "enabled_events", "description", "sealed_secret", "version"],
  (rows) => rows.returning("*"),
)
export const findEndpoint = webhookEndpoints.find(["account", "id"])
const endpointsOfAccount = webhookEndpoints.find(["account"], (rows) =>
  rows.select("id", "enabled_events", "version").orderBy("id"),
)
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
const changeRow = webhookEndpoints.update(["account", "id"], ["url", "enabled_events", "description", "version"], (rows) =>
  rows.returning("*"),
)
const deleteRow = webhookEndpoints.delete(["account", "id"])
export const pageOfEndpoints = pages(webhookEndpoints, {
  wasDeleted: (db, account, id) => wasDone(db, account, "webhook_endpoint.delete", id),
})

export const SEALED_ENDPOINTS = sealedTable(webhookEndpoints, {
  key: ["account", "id"],
  contexts: { sealed_secret: ({ id }) => id, sealed_old_secret: ({ id }) => id },
})

/**
 * Registers an endpoint for future events, which are shown as `service_version` shows them. The secret is returned only here and at rotation.
 * Only the form of the URL is checked here. The address of its host is checked at every attempt. Throws parameter_invalid and limit_reached.
 * See openapi.yaml, createWebhookEndpoint.
 */
export async function createEndpoint(
  tx: Transaction,
  scope: EventScope,
  { url, events, description, service_version }: EndpointInput,
) {
  checkUrl(url)
  const enabled_events = selectorsOf(events, service_version)
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
    version: service_version,
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
 * Changes an endpoint. A member that is left out does not change, and null removes the description. Pending deliveries go to the new URL from
 * their next attempt on. The events and the version are those of later events. Throws parameter_invalid and webhook_endpoint_not_found. See
 * openapi.yaml, updateWebhookEndpoint.
 */
export async function updateEndpoint(
  tx: Transaction,
  { account }: Pick<Scope, "account">,
  id: string,
  { url, events, description, service_version }: Partial<EndpointInput>,
): Promise<EndpointRow> {
  if (url !== undefined) checkUrl(url)
  checkDescription(description)
  // The lock comes before the read, so two concurrent changes of different members both hold.
  const row = await tx.one(lockEndpoint, { account, id })
  if (!row) throw notFound("webhook_endpoint", id)
  const version = service_version ?? versionOf(row)
  if (service_version !== undefined && events === undefined) mustHaveTypes(service_version, row.enabled_events)
  return tx.only(changeRow, {
    account,
    id,
    url: url ?? row.url,
    enabled_events: events === undefined ? row.enabled_events : selectorsOf(events, version),
    description: description === undefined ? row.description : description,
    version,
  })
}

/** Returns the version by which an endpoint's events are shown. */
export function versionOf({ version }: Pick<EndpointRow, "version">): Version {
  return version ?? DEFAULT_VERSION
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

/** What decides which events an endpoint gets, and how it is shown them. */
export type Subscriber = Pick<EndpointRow, "id" | "enabled_events" | "version">

/** Returns the account's endpoints with what they are subscribed to. */
export function endpointsOf(db: Queries, account: string): Promise<Subscriber[]> {
  return db.all(endpointsOfAccount, { account })
}

/**
 * Returns the endpoints that are subscribed to an event, with their versions. Those that chose "*" get types of every version, but no event
 * whose resource their version has no form of.
 */
export function subscribersIn(endpoints: readonly Subscriber[], { type, since }: Dated): Receiver[] {
  return endpoints
    .filter((row) => selects(row.enabled_events, type) && !isLater(since ?? undefined, versionOf(row)))
    .map((row) => ({ target: row.id, version: versionOf(row) }))
}

/** Throws event_not_found if an endpoint cannot get an event. */
export function mustKnowEvent(endpoint: EndpointRow, event: Dated & { id: string }): void {
  if (!knowsEvent(endpoint, event)) throw notFound("event", event.id)
}

/** Returns whether an endpoint can get an event: its version has the event, or the endpoint receives the types of all versions. */
export function knowsEvent(endpoint: EndpointRow, { type, since }: Dated): boolean {
  const version = versionOf(endpoint)
  if (endpoint.enabled_events.includes("*")) return !isLater(since ?? undefined, version)
  return hasEvent(version, { type, since })
}

export function presentEndpoint(row: EndpointRow, livemode: boolean) {
  return {
    id: row.id,
    object: "webhook_endpoint" as const,
    livemode,
    url: row.url,
    enabled_events: row.enabled_events,
    description: row.description,
    service_version: versionOf(row),
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

/** Returns the event types that an endpoint of a version asks for. Throws parameter_invalid. */
function selectorsOf(events: string[], version: Version): EventSelector[] {
  if (events.length === 1 && events[0] === "*") return ["*"]
  if (events.length === 0) throw invalid(`Send at least one event type, or ["*"] for all event types.`, "events")
  if (new Set(events).size < events.length) throw invalid("Send each event type only once.", "events")
  return events.map((name) => typeNamed(name, version))
}

function typeNamed(name: string, version: Version): EventType {
  if (name === "*") throw invalid(`Send "*" without other event types: it selects all of them.`, "events")
  const types = typesAt(version)
  const type = types.find((known) => known === name)
  if (type) return type
  throw invalid(
    `Unknown event type '${maskCardNumbers(name, 64)}'. The event types of ${version} are: ${types.join(", ")}.`,
    "events",
  )
}

/** Throws parameter_invalid if a version lacks a type that an endpoint names. */
function mustHaveTypes(version: Version, selectors: EventSelector[]): void {
  const missing = selectors.find((type) => type !== "*" && !typesAt(version).includes(type))
  if (missing !== undefined)
    throw invalid(
      `${version} has no event type '${missing}', which the endpoint receives. Send other events too.`,
      "service_version",
    )
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
