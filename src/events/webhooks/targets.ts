import type { Config } from "../../config/config.ts"
import type { Queries } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import type { Version } from "../../versions.ts"
import { events } from "../list/table.ts"
import { bytesAt } from "./shown-bytes.ts"
import { integrations, orderMessages, purchaseMessages, webhookEndpoints } from "./tables.ts"
import { ORDERS_PATH } from "./utmify.ts"

/**
 * The destination of a delivery, and the secrets that sign it, the current one first, or the token of UTMify. Both are read at each attempt.
 */
export type Target = { url: string } & ({ kind: "endpoint" | "envelope"; secrets: string[] } | { kind: "utmify"; token: string })

const findEndpoint = webhookEndpoints.find(["account", "id"], (rows) =>
  rows.select("url", "sealed_secret", "sealed_old_secret", "old_secret_until_ms"),
)
const findIntegration = integrations.statement(["account", "id"], (rows, p) =>
  rows.where({ account: p.account, id: p.id, active: true }).select("url", "sealed_secret", "kind"),
)
/** The table of each kind of message, by the beginning of its ids. */
const BODIES = {
  evt_: events.find(["account", "id"], (rows) => rows.select("body")),
  msg_: purchaseMessages.find(["account", "id"], (rows) => rows.select("body")),
  ord_: orderMessages.find(["account", "id"], (rows) => rows.select("body")),
}

/**
 * The targets of the deliveries that match a condition, with their accounts, as the table `found` of a WITH RECURSIVE query. An index leads
 * from one target to the next, so the query reads two rows for each target, even if a dead target has a large backlog. `first` is the
 * column that follows the target in that index. The first row from a target on is its own. With an equality Postgres would take the order of ids from
 * another index, and read the dead letters of all targets.
 */
export const targetsOf = (condition: string, first: "id" | "due_at_ms") => `step(target) AS (
    SELECT (SELECT min(target) FROM deliveries WHERE ${condition})
    UNION ALL
    SELECT (SELECT min(target) FROM deliveries WHERE ${condition} AND target > step.target) FROM step WHERE step.target IS NOT NULL
  ), found AS (
    SELECT target, (
      SELECT account FROM deliveries WHERE ${condition} AND deliveries.target >= step.target ORDER BY target, ${first} LIMIT 1
    ) AS account FROM step WHERE target IS NOT NULL
  )`

/** Whether `found` is an endpoint that exists or an integration that is active. */
export const IS_LIVING = `(EXISTS (SELECT 1 FROM webhook_endpoints AS own WHERE own.account = found.account AND own.id = found.target)
    OR EXISTS (SELECT 1 FROM integrations AS own WHERE own.account = found.account AND own.id = found.target AND active))`

/** An endpoint, an integration or a message of an account. */
type Owned = { account: string; id: string }

const MAX_CACHED_TARGETS = 1000

/**
 * Returns the host and port of a target's URL. Returns an empty text if the target no longer exists, because its attempts then end
 * without a connection.
 */
export async function hostOf(db: Queries, target: Owned): Promise<string> {
  const url = await urlOfTarget(db, target)
  return url === undefined ? "" : new URL(url).host
}

/** Returns a target's URL, or undefined if the endpoint was deleted or the integration is inactive. */
export async function urlOfTarget(db: Queries, { account, id }: Owned): Promise<string | undefined> {
  const row = id.startsWith("we_") ? await db.one(findEndpoint, { account, id }) : await db.one(findIntegration, { account, id })
  return row?.url
}

/**
 * Reads targets for attempts. The row is read each time, so rotating a secret or deleting an endpoint takes effect at once.
 * Only the decrypted secrets are cached.
 */
export function createTargets(db: Queries, ring: KeyRing, { utmifyUrl }: Pick<Config, "utmifyUrl">) {
  const cache = new Map<string, Map<string, string>>()

  /** Opens the secrets of an endpoint or integration. Secrets that it no longer has leave the cache. */
  async function open(id: string, sealed: string[]): Promise<string[]> {
    const known = cache.get(id)
    const open = async (each: string) => [each, known?.get(each) ?? (await ring.open(db, each, id))] as const
    const opened = await Promise.all(sealed.map(open))
    if (cache.size >= MAX_CACHED_TARGETS) cache.clear()
    cache.set(id, new Map(opened))
    return opened.map(([, secret]) => secret)
  }

  async function endpoint({ account, id }: Owned, nowMs: number): Promise<Target | undefined> {
    const row = await db.one(findEndpoint, { account, id })
    if (!row) return undefined
    const { url, sealed_secret, sealed_old_secret: old, old_secret_until_ms: until } = row
    const sealed = old && until && nowMs < until ? [sealed_secret, old] : [sealed_secret]
    return { url, kind: "endpoint", secrets: await open(id, sealed) }
  }

  async function integration({ account, id }: Owned): Promise<Target | undefined> {
    const row = await db.one(findIntegration, { account, id })
    if (!row) return undefined
    const { url, sealed_secret, kind } = row
    const secrets = await open(id, [sealed_secret])
    return kind === "utmify" ? { url: utmifyUrl + ORDERS_PATH, kind, token: secrets.join() } : { url, kind, secrets }
  }

  return {
    /** Returns undefined if the endpoint was deleted or the integration is inactive. `nowMs` is real time. */
    find: (target: Owned, nowMs: number): Promise<Target | undefined> =>
      target.id.startsWith("we_") ? endpoint(target, nowMs) : integration(target),
    /** Returns the bytes that every attempt of a delivery of this version sends. */
    bytesOf: async ({ account, id }: Owned, version: Version | null): Promise<Buffer> => {
      const find = BODIES[id.slice(0, id.indexOf("_") + 1) as keyof typeof BODIES]
      const row = await db.one(find, { account, id })
      if (!row) throw new Error(`The message ${id} of a delivery does not exist.`)
      return bytesAt(version, row.body)
    },
  }
}
