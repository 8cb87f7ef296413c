import { msFromNow, nowMs } from "../db/now.ts"
import { LIMIT, statement } from "../db/statement.ts"

/** How long a turn lasts if its process does not renew it. */
export const LEASE_MS = 5000
const DAY_MS = 86_400_000

/** An advance of an account's clock that is queued or running. */
export type TurnRow = {
  account: string
  key: string
  id: string
  begun: boolean | number
  /** The target time in Unix seconds. For an advance by seconds it is null until the turn comes. */
  target: number | null
  /** The account's time when the turn began, in Unix seconds. */
  began_at: number | null
}

/** Queues a turn. A request that is retried after a crash finds its earlier turn, with its target. */
export const queueTurn = statement<TurnRow, "account" | "key" | "id" | "target">((k, p) =>
  k("clock_turns")
    .insert({ account: p.account, key: p.key, id: p.id, begun: false, target: p.target, lease_until_ms: msFromNow(k, LEASE_MS) })
    .onConflict(["account", "key"])
    .merge({ id: p.id, begun: false, lease_until_ms: msFromNow(k, LEASE_MS) })
    .returning("*"),
)

/** Finds a turn, unless another request with the same key has it by now. */
export const findTurn = statement<TurnRow, "account" | "key" | "id">((k, p) =>
  k("clock_turns").where({ account: p.account, key: p.key, id: p.id }),
)

/** The current turn: among the turns with a valid lease, the one that has begun, or otherwise the oldest. */
export const currentTurn = statement<TurnRow, "account">((k, p) =>
  k("clock_turns")
    .where({ account: p.account })
    .where("lease_until_ms", ">", nowMs(k))
    .orderBy([
      { column: "begun", order: "desc" },
      { column: "id", order: "asc" },
    ])
    .limit(1),
)

/** The turns with a valid lease: first the one that has begun, then the waiting ones in order. */
export const turnsOfAccount = statement<TurnRow, "account" | "limit">((k, p) =>
  k("clock_turns")
    .where({ account: p.account })
    .where("lease_until_ms", ">", nowMs(k))
    .orderBy([
      { column: "begun", order: "desc" },
      { column: "id", order: "asc" },
    ])
    .limit(LIMIT),
)

/** How many turns of an account wait, not counting the turn of `key`. */
export const countWaiting = statement<{ waiting: number }, "account" | "key">((k, p) =>
  k("clock_turns")
    .where({ account: p.account, begun: false })
    .whereNot({ key: p.key })
    .where("lease_until_ms", ">", nowMs(k))
    .count({ waiting: "*" }),
)

export const beginTurn = statement<TurnRow, "account" | "key" | "target" | "began_at">((k, p) =>
  k("clock_turns")
    .where({ account: p.account, key: p.key })
    .update({ begun: true, target: p.target, began_at: p.began_at })
    .returning("*"),
)

export const renewTurn = statement<void, "account" | "key" | "id">((k, p) =>
  k("clock_turns")
    .where({ account: p.account, key: p.key, id: p.id })
    .update({ lease_until_ms: msFromNow(k, LEASE_MS) }),
)

export const endTurn = statement<void, "account" | "key" | "id">((k, p) =>
  k("clock_turns").where({ account: p.account, key: p.key, id: p.id }).delete(),
)

/** Deletes turns whose process died and whose request was not retried. */
export const deleteAbandonedTurns = statement<void, never>((k) =>
  k("clock_turns").where("lease_until_ms", "<", msFromNow(k, -DAY_MS)).delete(),
)
