import { boolean } from "../../db/columns.ts"
import { nowMs } from "../../db/now.ts"
import { type AttemptRow, attempts } from "./table.ts"

/** An attempt that concerns a charge, with the clock of its account. */
export type OfCharge = Pick<AttemptRow, "id" | "account" | "kind" | "state" | "created" | "due_at" | "payment_intent"> & {
  clock_offset: number
  /** Whether a process is working on the attempt now. */
  is_held: boolean
}

/** Every attempt that concerns a charge, of any account. `charge` is the acquirer's own id. */
export const attemptsOfCharge = attempts.statement(
  ["acquirer", "charge"],
  (rows, p, k) =>
    rows
      .join("accounts", "accounts.id", "attempts.account")
      .where({ acquirer: p.acquirer, charge: p.charge })
      .orderBy("attempts.id")
      .select<OfCharge>(
        ...["attempts.id", "account", "kind", "state", "attempts.created", "due_at", "payment_intent", "clock_offset"],
        k.raw(`held_until_ms > ${nowMs(k)} AS is_held`),
      ),
  { is_held: boolean() },
)

/** Every attempt of an account that concerns a charge, oldest first. A charge has at most one sale and one reversal. */
export const attemptsAbout = attempts.find(["account", "acquirer", "charge"], (rows) => rows.orderBy("id"))

/** Sets when an attempt is due, unless its due time has changed since it was read. */
export const makeDue = attempts.statement(["account", "id", { due_at: "was_due_at" }, "due_at"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id })
    .whereRaw("coalesce(due_at, -1) = coalesce(CAST(? AS bigint), -1)", [p.was_due_at])
    .update({ due_at: p.due_at }),
)

/** Records the amount and currency that the acquirer captured for a sale, if they differ from the sale's own. */
export const recordCapturedAmount = attempts.update(["account", "id"], ["amount", "currency"])

export const findReversalOf = attempts.find(["account", "payment_intent", "charge"], (rows) =>
  rows.where({ kind: "reversal" }).select("id").limit(1),
)
