import type { CardErrorCode } from "../../base/errors.ts"
import { cents, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { ThreeDSecure } from "../authentication.ts"
import type { MandateStatus } from "../mandates.ts"
import type { PayerAction, PaymentType } from "../sale.ts"

export type ChargeStatus = "approved" | "refused" | "action_required" | "pending"
export type ChargeCode = CardErrorCode | "processing_error"
/** A notification that the mock sends later, as a bank would. */
export type Notice = "settled" | "paid" | "unpaid" | "disputed" | "half_disputed"

/** Returns whether a notification tells of a chargeback. */
export function isChargeback(notice: Notice | null): boolean {
  return notice === "disputed" || notice === "half_disputed"
}

/** How the mock decides a card. */
export type Decision = {
  status: "approved" | "refused" | "pending"
  code?: ChargeCode
  notice?: Notice
  three_d_secure?: ThreeDSecure
}

/** A challenge, and what follows once its payer has passed or failed it. A process of the version before stored neither. */
export type Challenge = { type: "challenge"; passed?: Decision; failed?: Decision }

/** A charge by mandate: the day (src/base/day.ts) of its first try, and whether it may be tried on another day. */
export type ByMandate = { type: "mandate"; first_day: number; may_retry: boolean }

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
    details: json<Exclude<PayerAction, { type: "challenge" }> | Challenge | ByMandate>().nullable(),
    notice: text<Notice>().nullable(),
    notice_at: seconds().nullable(),
    installments: integer(),
    /** What was captured of a sale that is captured later: 0 at first. Null if all was, or will be, captured with the authorization. */
    captured: cents().nullable(),
    /** Null if 3DS did not take place. */
    three_d_secure: json<ThreeDSecure>().nullable(),
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

/** The mandates of payers, and the code with which each was shown. */
export const mockMandates = table(
  "mock_mandates",
  {
    id: id(),
    account: id(),
    created: seconds(),
    contract: text(),
    status: text<MandateStatus>(),
    amount: cents(),
    br_code: text(),
  },
  { of: "account", key: ["account", "id"], unique: [["account", "contract"]] },
)

export type MockMandateRow = RowOf<typeof mockMandates>

export type ChargeRow = RowOf<typeof mockCharges>
