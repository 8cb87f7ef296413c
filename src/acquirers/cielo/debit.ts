// The rules of debit cards: authenticated before the sale, charged at once, and refunded from the next day on.
import { DateTime } from "luxon"
import type { RefundableCharge, RefundRule } from "../refund-rule.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { CardSale, SaleOutcome } from "../sale.ts"
import type { Payment } from "./answers.ts"
import { isAuthenticated } from "./authenticated.ts"

const ZONE = "America/Sao_Paulo"
/** The clock of Cielo may differ. What it refuses is not sent again. */
const MARGIN_MINUTES = 10
const ANY_TIME: RefundRule = { from: 0, once: false }

/** Why a debit sale must not be sent. Undefined if it may be. */
export function refusalOfDebit(
  { card, authentication, installments, capture_later }: CardSale,
  brands: readonly string[],
): SaleOutcome | undefined {
  if (!brands.includes(card.brand))
    return refused("card_declined", "The acquirer does not take debit cards of this brand. Ask the payer for another card.")
  if (installments > 1 || capture_later)
    return refused("processing_error", "The acquirer charges a debit card at once, in one installment.")
  if (!isAuthenticated(card.brand, authentication))
    return refused("authentication_failed", REFUSAL_MESSAGES.authentication_failed)
  return undefined
}

function refused(code: "card_declined" | "processing_error" | "authentication_failed", message: string): SaleOutcome {
  return { result: "refused", charge: null, code, message }
}

/** Cielo voids a debit sale from the day after its capture on, by the calendar of São Paulo, and in parts only once. */
export function refundRule({ funding, captured_at }: RefundableCharge): RefundRule {
  return funding === "debit" ? { from: nextDay(captured_at), once: true } : ANY_TIME
}

/** Whether Cielo refuses a void only because it comes too early. `now` is in Unix seconds. */
export function isTooEarly({ funding, captured }: Payment, now: number): boolean {
  if (funding !== "debit") return false
  const at = DateTime.fromSQL(captured, { zone: ZONE })
  return at.isValid && now < nextDay(at.toSeconds())
}

function nextDay(seconds: number): number {
  return DateTime.fromSeconds(seconds, { zone: ZONE })
    .plus({ days: 1 })
    .startOf("day")
    .plus({ minutes: MARGIN_MINUTES })
    .toSeconds()
}
