import { integer } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { LIMIT } from "../../db/statement.ts"
import { deliveries } from "./tables.ts"

/** How many waiting deliveries are read: those that are due first. */
const LOOKED_AT = 100

type Waiting = { id: string; attempts: number; due_at_ms: number }
const dueFirst = deliveries.find(["account", { limit: integer() }], (rows) =>
  rows.whereRaw("status = 'pending'").orderBy("due_at_ms").limit(LIMIT).select<Waiting>("id", "attempts", "due_at_ms"),
)

/**
 * A text that changes with each attempt of a waiting delivery, and when deliveries begin or cease to wait. It can be requested often,
 * because it reads little.
 */
export async function deliveryMark(db: Queries, account: string): Promise<string> {
  const waiting = await db.all(dueFirst, { account, limit: LOOKED_AT })
  const [last] = waiting.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))
  const attempts = waiting.reduce((sum, delivery) => sum + delivery.attempts, 0)
  return `${waiting.length}.${attempts}.${waiting[0]?.due_at_ms ?? 0}.${last?.slice(-8) ?? ""}`
}
