import { nowMs } from "../../db/now.ts"
import { statement } from "../../db/statement.ts"
import type { AttemptRow } from "./table.ts"

/** An attempt that concerns a charge, with the clock of its account. */
export type OfCharge = Pick<AttemptRow, "id" | "account" | "kind" | "state" | "created" | "due_at" | "payment_intent"> & {
  clock_offset: number
  /** Whether a process is working on the attempt now. */
  is_held: boolean | number
}

/** Every attempt that concerns a charge, of any account. `charge` is the acquirer's own id. */
export const attemptsOfCharge = statement<OfCharge, "acquirer" | "charge">((k, p) =>
  k("attempts")
    .join("accounts", "accounts.id", "attempts.account")
    .where({ acquirer: p.acquirer, charge: p.charge })
    .select("attempts.id", "account", "kind", "state", "attempts.created", "due_at", "payment_intent", "clock_offset")
    .select(k.raw(`held_until_ms > ${nowMs(k)} AS is_held`))
    .orderBy("attempts.id"),
)

/** Sets when an attempt is due, unless its due time has changed since it was read. */
export const makeDue = statement<void, "account" | "id" | "was_due_at" | "due_at">((k, p) =>
  k("attempts")
    .where({ account: p.account, id: p.id })
    .whereRaw("coalesce(due_at, -1) = coalesce(CAST(? AS bigint), -1)", [p.was_due_at])
    .update({ due_at: p.due_at }),
)

/** Records the amount and currency that the acquirer captured for a sale, if they differ from the sale's own. */
export const noteTaken = statement<void, "account" | "id" | "amount" | "currency">((k, p) =>
  k("attempts").where({ account: p.account, id: p.id }).update({ amount: p.amount, currency: p.currency }),
)

export const findReversalOf = statement<{ id: string }, "account" | "payment_intent" | "charge">((k, p) =>
  k("attempts")
    .where({ account: p.account, payment_intent: p.payment_intent, charge: p.charge, kind: "reversal" })
    .select("id")
    .limit(1),
)
