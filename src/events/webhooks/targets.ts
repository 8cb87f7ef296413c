import type { Queries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"

/** The destination of a delivery, read at each attempt. */
export type Target = { url: string; secret: string }

type TargetRow = { url: string; sealed_secret: string }

const findEndpoint = statement<TargetRow, "id">((k, p) =>
  k("webhook_endpoints").where({ id: p.id }).select("url", "sealed_secret"),
)
const findIntegration = statement<TargetRow, "id">((k, p) =>
  k("integrations").where({ id: p.id, active: true }).select("url", "sealed_secret"),
)
const findEventBody = statement<{ body: string }, "id">((k, p) => k("events").where({ id: p.id }).select("body"))
const findMessageBody = statement<{ body: string }, "id">((k, p) => k("purchase_messages").where({ id: p.id }).select("body"))

const MAX_CACHED_SECRETS = 1000

/**
 * Reads targets for attempts. The row is read each time, so rotating a secret or deleting an endpoint takes effect at once.
 * Only the decrypted secrets are cached.
 */
export function createTargets(db: Queries, ring: KeyRing) {
  const secrets = new Map<string, string>()

  async function open(sealed: string, id: string): Promise<string> {
    const cached = secrets.get(sealed)
    if (cached) return cached
    const secret = await ring.open(sealed, id)
    if (secrets.size >= MAX_CACHED_SECRETS) secrets.clear()
    secrets.set(sealed, secret)
    return secret
  }

  return {
    /** Returns undefined where the endpoint was deleted or the integration is inactive. */
    find: async (id: string): Promise<Target | undefined> => {
      const row = await db.one(id.startsWith("we_") ? findEndpoint : findIntegration, { id })
      return row && { url: row.url, secret: await open(row.sealed_secret, id) }
    },
    /** Returns the bytes that every attempt sends. */
    bytesOf: async (message: string): Promise<Buffer> => {
      const row = await db.one(message.startsWith("evt_") ? findEventBody : findMessageBody, { id: message })
      if (!row) throw new Error(`The message ${message} of a delivery does not exist.`)
      return Buffer.from(row.body)
    },
  }
}
