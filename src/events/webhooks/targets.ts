import type { Queries } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"

/** Where a delivery goes, as it is at the moment of the attempt. */
export type Target = { url: string; secret: string }

type Address = { url: string; sealed_secret: string }

const findEndpoint = statement<Address, "id">((k, p) => k("webhook_endpoints").where({ id: p.id }).select("url", "sealed_secret"))
const findIntegration = statement<Address, "id">((k, p) =>
  k("integrations").where({ id: p.id, active: true }).select("url", "sealed_secret"),
)
const findEventBody = statement<{ body: string }, "id">((k, p) => k("events").where({ id: p.id }).select("body"))
const findMessageBody = statement<{ body: string }, "id">((k, p) => k("purchase_messages").where({ id: p.id }).select("body"))

const SECRETS_KEPT = 1000

/**
 * Reads targets for attempts. The row is read each time, so a rotated secret or a deleted endpoint counts at once; only the
 * opening of a sealed secret is remembered.
 */
export function createTargets(db: Queries, ring: KeyRing) {
  const opened = new Map<string, string>()

  async function open(sealed: string, id: string): Promise<string> {
    const known = opened.get(sealed)
    if (known) return known
    const secret = await ring.open(sealed, id)
    if (opened.size >= SECRETS_KEPT) opened.clear()
    opened.set(sealed, secret)
    return secret
  }

  return {
    /** Undefined when the endpoint was deleted or the integration ended. */
    find: async (id: string): Promise<Target | undefined> => {
      const row = await db.one(id.startsWith("we_") ? findEndpoint : findIntegration, { id })
      return row && { url: row.url, secret: await open(row.sealed_secret, id) }
    },
    /** The bytes of a message: the same at every attempt. */
    bytesOf: async (message: string): Promise<Buffer> => {
      const row = await db.one(message.startsWith("evt_") ? findEventBody : findMessageBody, { id: message })
      if (!row) throw new Error(`the message ${message} of a delivery is gone`)
      return Buffer.from(row.body)
    },
  }
}
