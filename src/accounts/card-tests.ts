import type { Clock } from "../base/clock.ts"
import { integer } from "../db/columns.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import { cardTests } from "./tables.ts"

/**
 * The source of a token that a browser made: the publishable key, or the account of a pay page, and a keyed digest of the payer's address. The digest is null if a
 * proxy hides the address. docs/threat-model.md says what is counted and why.
 */
export type TokenSource = { publishable_key: string; payer_address: string | null }

/** How many cards are allowed in a time window. 0 means any number. */
export type CardTestLimits = { key: number; address: number }

export const WINDOW_MS = 10 * 60_000

const countOne = cardTests.statement(["source", { ends_at_ms: "now_ms" }, "ends_at_ms"], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO card_tests (source, count, ends_at_ms) VALUES (?, 1, ?)
     ON CONFLICT (source) DO UPDATE SET
       count = CASE WHEN card_tests.ends_at_ms <= ? THEN 1 ELSE card_tests.count + 1 END,
       ends_at_ms = CASE WHEN card_tests.ends_at_ms <= ? THEN excluded.ends_at_ms ELSE card_tests.ends_at_ms END`,
    [p.source, p.ends_at_ms, p.now_ms, p.now_ms],
  ),
)
const counted = cardTests.statement([{ source: "key" }, { source: "address" }, { ends_at_ms: "now_ms" }], (rows, p) =>
  rows.whereIn("source", [p.key, p.address]).where("ends_at_ms", ">", p.now_ms),
)
const ended = cardTests.statement([{ ends_at_ms: "now_ms" }, { limit: integer() }], (rows, p) =>
  rows.where("ends_at_ms", "<=", p.now_ms).orderBy("ends_at_ms").limit(LIMIT).select("source"),
)
const forget = cardTests.statement(["source", { ends_at_ms: "now_ms" }], (rows, p) =>
  rows.where({ source: p.source }).where("ends_at_ms", "<=", p.now_ms).delete(),
)

export function tokenSource(ring: KeyRing, key: string, address: string | null): TokenSource {
  return { publishable_key: key, payer_address: address === null ? null : ring.digest(`address ${address}`) }
}

/**
 * Counts the outcome of a card that a browser tokenized. A refusal counts for the key and for the address. A card that was verified
 * without a charge counts for the address only: a shop may save any number of cards, but one payer has only a few.
 */
export async function countCardTest(
  tx: Transaction,
  clock: Clock,
  source: { publishable_key: string | null; payer_address: string | null },
  outcome: "refused" | "verified",
): Promise<void> {
  const { publishable_key: key, payer_address: address } = source
  const now_ms = clock.now()
  // Every transaction uses this order, so no two of them deadlock.
  for (const each of outcome === "refused" ? [key, address] : [address])
    if (each) await tx.run(countOne, { source: each, now_ms, ends_at_ms: now_ms + WINDOW_MS })
}

/** Returns which of the two has reached its limit, and when its window ends (real milliseconds). If both have, the later end counts. */
export async function findCardTesting(
  db: Queries,
  clock: Clock,
  { publishable_key: key, payer_address: address }: TokenSource,
  limits: CardTestLimits,
): Promise<{ by: keyof CardTestLimits; endsAt: number } | undefined> {
  const rows = await db.all(counted, { key, address: address ?? key, now_ms: clock.now() })
  const reached = rows
    .map(({ source, count, ends_at_ms }) => ({ by: source === key ? ("key" as const) : ("address" as const), count, ends_at_ms }))
    .filter(({ by, count }) => limits[by] > 0 && count >= limits[by])
    .sort((a, b) => b.ends_at_ms - a.ends_at_ms)
  return reached[0] && { by: reached[0].by, endsAt: reached[0].ends_at_ms }
}

/** Whether any window has ended. A read is cheaper than a transaction. */
export async function hasEndedCardTests(db: Database, nowMs: number): Promise<boolean> {
  return (await db.one(ended, { now_ms: nowMs, limit: 1 })) !== undefined
}

/** Deletes at most `limit` windows that have ended. Returns how many it has found. */
export async function forgetCardTests(tx: Transaction, nowMs: number, limit: number): Promise<number> {
  const found = await tx.all(ended, { now_ms: nowMs, limit })
  for (const { source } of found) await tx.run(forget, { source, now_ms: nowMs })
  return found.length
}
