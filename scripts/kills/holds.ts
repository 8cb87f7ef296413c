// While the service is down, time passes without a wait.
import type { Database } from "../../src/db/database.ts"
import { nowMs } from "../../src/db/now.ts"
import { statement } from "../../src/db/statement.ts"

type Interrupted = { kind: string; state: string; renewal: boolean | number; count: number }

const interrupted = statement<Interrupted, never>((k) =>
  k("attempts")
    .where("held_until_ms", ">", nowMs(k))
    .whereNotExists(k("failing_work").where("item", k.ref("attempts.id")).select(k.raw("1")))
    .groupBy("kind", "state", "renewal")
    .select("kind", "state", k.raw("retry_until IS NOT NULL AS renewal"), k.raw("count(*) AS count")),
)
const billing = statement<{ count: number }, never>((k) =>
  k("subscriptions").where("held_until_ms", ">", nowMs(k)).count({ count: "*" }),
)
const releaseAttempts = statement<void, never>((k) =>
  k("attempts").whereNull("owner").whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 }),
)
const releaseSubscriptions = statement<void, never>((k) =>
  k("subscriptions").whereNot({ held_until_ms: 0 }).update({ held_until_ms: 0 }),
)
const releaseKeys = statement<void, never>((k) =>
  k("idempotency_keys").where("lease_until_ms", ">", 0).update({ lease_until_ms: 0 }),
)
const releaseTurns = statement<void, never>((k) => k("clock_turns").where("lease_until_ms", ">", 0).update({ lease_until_ms: 0 }))

/**
 * Lets all holds lapse but those of attempts whose process was dealing with the acquirer: the next process must find out by itself
 * that their owner is dead. Returns what was interrupted, and how often.
 */
export async function letHoldsLapse(database: Database): Promise<Map<string, number>> {
  const attempts = await database.all(interrupted, {})
  const subscriptions = await database.one(billing, {})
  await database.transaction(async (tx) => {
    for (const release of [releaseAttempts, releaseSubscriptions, releaseKeys, releaseTurns]) await tx.run(release, {})
  })
  return new Map([
    ...attempts.map(({ kind, state, renewal, count }) => [`${renewal ? "renewal" : kind}, ${state}`, Number(count)] as const),
    ["billing of a subscription", Number(subscriptions?.count)] as const,
  ])
}

const advance = statement<void, "account" | "seconds">((k, p) =>
  k("accounts")
    .where({ id: p.account })
    .update({ clock_offset: k.raw("clock_offset + ?", [p.seconds]) }),
)

/** Lets so much of an account's time pass. */
export async function letTimePass(database: Database, account: string, seconds: number): Promise<void> {
  await database.transaction((tx) => tx.run(advance, { account, seconds }))
}
