import { statement } from "../db/statement.ts"

/** One advance of an account's clock, from when it was asked for to when it is done. */
export type TurnRow = {
  account: string
  key: string
  id: string
  begun: boolean | number
  /** Where the clock is to be moved, Unix seconds; for an advance by seconds it is known when its turn has come. */
  target: number | null
  lease_until_ms: number
}

/** A request that is repeated after a crash finds its turn, and how far that meant to go. */
export const queueTurn = statement<TurnRow, "account" | "key" | "id" | "target" | "lease_until_ms">((k, p) =>
  k("clock_turns")
    .insert({ account: p.account, key: p.key, id: p.id, begun: false, target: p.target, lease_until_ms: p.lease_until_ms })
    .onConflict(["account", "key"])
    .merge({ id: p.id, begun: false, lease_until_ms: p.lease_until_ms })
    .returning("*"),
)

/** The turn that has begun, else the one that was asked for first, of those that are alive. */
export const currentTurn = statement<TurnRow, "account" | "now_ms">((k, p) =>
  k("clock_turns")
    .where({ account: p.account })
    .where("lease_until_ms", ">", p.now_ms)
    .orderBy([
      { column: "begun", order: "desc" },
      { column: "id", order: "asc" },
    ])
    .limit(1),
)

export const beginTurn = statement<TurnRow, "account" | "key" | "target">((k, p) =>
  k("clock_turns").where({ account: p.account, key: p.key }).update({ begun: true, target: p.target }).returning("*"),
)

export const renewTurn = statement<void, "account" | "key" | "id" | "lease_until_ms">((k, p) =>
  k("clock_turns").where({ account: p.account, key: p.key, id: p.id }).update({ lease_until_ms: p.lease_until_ms }),
)

export const endTurn = statement<void, "account" | "key" | "id">((k, p) =>
  k("clock_turns").where({ account: p.account, key: p.key, id: p.id }).delete(),
)

/** Turns of dead processes that nobody took up again. */
export const forgetTurns = statement<void, "before_ms">((k, p) =>
  k("clock_turns").where("lease_until_ms", "<", p.before_ms).delete(),
)
