import { integer } from "../db/columns.ts"
import { msFromNow, nowMs } from "../db/now.ts"
import { pick } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { clockTurns } from "./table.ts"

/** How long a turn lasts if its process does not renew it. */
export const LEASE_MS = 5000
const DAY_MS = 86_400_000

/** Queues a turn. A request that is retried after a crash finds its earlier turn, with its target. */
export const queueTurn = clockTurns.statement(["account", "key", "id", "target"], (rows, p, k) =>
  rows
    .insert({ ...pick(p, ["account", "key", "id", "target"]), begun: false, lease_until_ms: msFromNow(k, LEASE_MS) })
    .onConflict(["account", "key"])
    .merge({ id: p.id, begun: false, lease_until_ms: msFromNow(k, LEASE_MS) })
    .returning("*"),
)

/** Finds a turn, unless another request with the same key has it by now. */
export const findTurn = clockTurns.find(["account", "key", "id"])

const IN_ORDER = [
  { column: "begun", order: "desc" },
  { column: "id", order: "asc" },
] as const

/** The current turn: among the turns with a valid lease, the one that has begun, or otherwise the oldest. */
export const currentTurn = clockTurns.find(["account"], (rows, _, k) =>
  rows.where("lease_until_ms", ">", nowMs(k)).orderBy(IN_ORDER).limit(1),
)

/** The turns with a valid lease: first the one that has begun, then the waiting ones in order. */
export const turnsOfAccount = clockTurns.find(["account", { limit: integer() }], (rows, _, k) =>
  rows.where("lease_until_ms", ">", nowMs(k)).orderBy(IN_ORDER).limit(LIMIT),
)

/** How many turns of an account wait, not counting the turn of `key`. */
export const countWaiting = clockTurns.statement(["account", "key"], (rows, p, k) =>
  rows
    .where({ account: p.account, begun: false })
    .whereNot({ key: p.key })
    .where("lease_until_ms", ">", nowMs(k))
    .count({ waiting: "*" }),
)

export const beginTurn = clockTurns.statement(["account", "key", "target", "began_at"], (rows, p) =>
  rows.where({ account: p.account, key: p.key }).update({ begun: true, target: p.target, began_at: p.began_at }).returning("*"),
)

export const renewTurn = clockTurns.find(["account", "key", "id"], (rows, _, k) =>
  rows.update({ lease_until_ms: msFromNow(k, LEASE_MS) }),
)

export const endTurn = clockTurns.delete(["account", "key", "id"])

/** Deletes turns whose process died and whose request was not retried. */
export const deleteAbandonedTurns = clockTurns.statement([], (rows, _, k) =>
  rows.where("lease_until_ms", "<", msFromNow(k, -DAY_MS)).delete(),
)
