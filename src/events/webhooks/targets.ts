import type { Queries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"

/** The destination of a delivery, read at each attempt, and the secrets that sign it: the current one first. */
export type Target = { url: string; secrets: string[] }

type TargetRow = { url: string; sealed_secret: string }
type EndpointRow = TargetRow & { sealed_old_secret: string | null; old_secret_until_ms: number | null }

const findEndpoint = statement<EndpointRow, "id">((k, p) =>
  k("webhook_endpoints").where({ id: p.id }).select("url", "sealed_secret", "sealed_old_secret", "old_secret_until_ms"),
)
const findIntegration = statement<TargetRow, "id">((k, p) =>
  k("integrations").where({ id: p.id, active: true }).select("url", "sealed_secret"),
)
const findEventBody = statement<{ body: string }, "id">((k, p) => k("events").where({ id: p.id }).select("body"))
const findMessageBody = statement<{ body: string }, "id">((k, p) => k("purchase_messages").where({ id: p.id }).select("body"))

const MAX_CACHED_TARGETS = 1000

/**
 * Returns the host and port of a target's URL, which never changes. The name is empty where the target does not exist any more: then
 * its attempts end without a connection.
 */
export async function hostOf(db: Queries, id: string): Promise<string> {
  const url = await urlOfTarget(db, id)
  return url === undefined ? "" : new URL(url).host
}

/** Returns a target's URL, or undefined where the endpoint was deleted or the integration is inactive. */
export async function urlOfTarget(db: Queries, id: string): Promise<string | undefined> {
  return (await db.one(id.startsWith("we_") ? findEndpoint : findIntegration, { id }))?.url
}

/**
 * Reads targets for attempts. The row is read each time, so rotating a secret or deleting an endpoint takes effect at once.
 * Only the decrypted secrets are cached.
 */
export function createTargets(db: Queries, ring: KeyRing) {
  const cache = new Map<string, Map<string, string>>()

  /** Opens the secrets of an endpoint or integration. Those that it no longer has leave the cache. */
  async function open(id: string, sealed: string[]): Promise<string[]> {
    const known = cache.get(id)
    const secrets = await Promise.all(sealed.map((each) => known?.get(each) ?? ring.open(db, each, id)))
    if (cache.size >= MAX_CACHED_TARGETS) cache.clear()
    cache.set(id, new Map(sealed.map((each, i) => [each, secrets[i]!])))
    return secrets
  }

  async function endpoint(id: string, nowMs: number): Promise<Target | undefined> {
    const row = await db.one(findEndpoint, { id })
    if (!row) return undefined
    const { url, sealed_secret, sealed_old_secret: old, old_secret_until_ms: until } = row
    const sealed = old && until && nowMs < until ? [sealed_secret, old] : [sealed_secret]
    return { url, secrets: await open(id, sealed) }
  }

  async function integration(id: string): Promise<Target | undefined> {
    const row = await db.one(findIntegration, { id })
    return row && { url: row.url, secrets: await open(id, [row.sealed_secret]) }
  }

  return {
    /** Returns undefined where the endpoint was deleted or the integration is inactive. `nowMs` is real time. */
    find: (id: string, nowMs: number): Promise<Target | undefined> =>
      id.startsWith("we_") ? endpoint(id, nowMs) : integration(id),
    /** Returns the bytes that every attempt sends. */
    bytesOf: async (message: string): Promise<Buffer> => {
      const row = await db.one(message.startsWith("evt_") ? findEventBody : findMessageBody, { id: message })
      if (!row) throw new Error(`The message ${message} of a delivery does not exist.`)
      return Buffer.from(row.body)
    },
  }
}
