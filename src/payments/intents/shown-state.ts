import type { IntentStatus } from "./state.ts"
import type { IntentRow } from "./table.ts"

/**
 * The state of a payment that people are shown. It says what became of the money and why a payment ended, which the `status` of the API
 * does not.
 */
export type ShownState =
  | Exclude<IntentStatus, "succeeded" | "canceled">
  | "paid"
  | "partly_refunded"
  | "refunded"
  | "disputed"
  | "failed"
  | "expired"
  | "canceled"

/** In the order in which a filter offers them. */
export const SHOWN_STATES: readonly ShownState[] = [
  "paid",
  "partly_refunded",
  "refunded",
  "disputed",
  "failed",
  "expired",
  "canceled",
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "requires_capture",
  "processing",
]

/** The shown states of the payments with a status. */
export function statesOf(status: IntentStatus): readonly ShownState[] {
  if (status === "succeeded") return ["paid", "partly_refunded", "refunded", "disputed"]
  return status === "canceled" ? ["failed", "expired", "canceled"] : [status]
}

type Row = Pick<IntentRow, "status" | "amount" | "amount_refunded" | "disputed" | "expired" | "last_payment_error">

/** The shown state of a payment's row. `SHOWN_STATE` is the same in SQL. A refund that is pending counts, as in `amount_refunded`. */
export function shownState({ status, amount, amount_refunded, disputed, expired, last_payment_error }: Row): ShownState {
  if (status === "succeeded") {
    if (disputed) return "disputed"
    if (amount > 0 && amount_refunded >= amount) return "refunded"
    return amount_refunded > 0 ? "partly_refunded" : "paid"
  }
  if (status === "canceled") {
    if (expired) return "expired"
    return last_payment_error === null ? "canceled" : "failed"
  }
  return status
}

/** `shownState` as an SQL expression. Indexes have exactly this text (src/db/migrations/free-trials.ts), so it must not change without them. */
export const SHOWN_STATE = `CASE status
  WHEN 'succeeded' THEN CASE WHEN disputed THEN 'disputed' WHEN amount > 0 AND amount_refunded >= amount THEN 'refunded'
    WHEN amount_refunded > 0 THEN 'partly_refunded' ELSE 'paid' END
  WHEN 'canceled' THEN CASE WHEN expired THEN 'expired' WHEN last_payment_error IS NULL THEN 'canceled' ELSE 'failed' END
  ELSE status END`
