import type { CardErrorCode } from "../../base/errors.ts"
import { cents, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { PayerAction, PaymentType } from "../acquirer.ts"

export type ChargeStatus = "approved" | "refused" | "action_required" | "pending"
export type ChargeCode = CardErrorCode | "processing_error"
/** A notification that the mock sends later, as a bank would. */
export type Notice = "settled" | "paid" | "disputed"

/** The charges in the mock's own ledger. */
export const mockCharges = table(
  "mock_charges",
  {
    id: id(),
    account: id(),
    created: seconds(),
    reference: text(),
    kind: text<PaymentType>(),
    amount: cents(),
    currency: text(),
    refunded: cents(),
    status: text<ChargeStatus>(),
    code: text<ChargeCode>().nullable(),
    /** Null if the payer has nothing to do. */
    details: json<PayerAction>().nullable(),
    notice: text<Notice>().nullable(),
    notice_at: seconds().nullable(),
    installments: integer(),
    /** What was captured of a sale that is captured later: 0 at first. Null if all was, or will be, captured with the authorization. */
    captured: cents().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "reference"]] },
)

export const mockRefunds = table(
  "mock_refunds",
  {
    id: id(),
    account: id(),
    created: seconds(),
    reference: text(),
    charge: id(),
    kind: text<"refund" | "chargeback">(),
    amount: cents(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "reference"]], references: { charge: "mock_charges" } },
)

export type ChargeRow = RowOf<typeof mockCharges>
