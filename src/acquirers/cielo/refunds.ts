import type { RefundOrder, RefundOutcome } from "../sale.ts"
import type { Payment, Void } from "./answers.ts"
import { holdingsOf, isBack, STATUS } from "./outcomes.ts"
import { normalCode } from "./wire/members.ts"

const DONE = new Set(["0", "9"])
/** The same void was requested before, and is not finished. */
const UNDER_WAY = new Set(["10", "223", "476"])
/** Cielo asks to try again. */
const TRY_AGAIN = new Set(["57", "97", "99"])
/** Cielo had an internal timeout, or does not know. */
const UNKNOWN = new Set(["5", "98", "117", "504"])
/** The amount is more than is left of the payment, or part of the payment is already on its way back. */
const NOTHING_LEFT = new Set(["17", "42", "51"])
/** `Scheduled` and `Waiting`: Cielo has accepted the void and makes it later. */
const LATER = new Set(["8", "9"])

/** The outcome of a refund to which Cielo has responded. PIX refunds are made later. */
export function voidOutcome(
  { status, returnCode, reasonCode }: Void,
  { type, takes_all }: Pick<RefundOrder, "type" | "takes_all">,
): RefundOutcome {
  if (!DONE.has(normalCode(returnCode))) return failedVoid(returnCode, type)
  const isPart = type === "card" && status === STATUS.paid
  // Cielo says that it voided a part, and all was ordered. The payment says what was voided.
  if (isPart && takes_all) return { result: "unknown" }
  const isDone = status === STATUS.voided || status === STATUS.refunded || isPart
  return { result: isDone && !LATER.has(normalCode(reasonCode)) ? "refunded" : "pending" }
}

/**
 * The outcome of a refund that Cielo did not carry out, by its code. A PIX with nothing left may be on its way back, because it was paid
 * at the moment at which it was voided. A query shows that only later.
 */
export function failedVoid(returnCode: string, type: RefundOrder["type"]): RefundOutcome {
  const code = normalCode(returnCode)
  if (UNDER_WAY.has(code)) return { result: "pending" }
  if (TRY_AGAIN.has(code)) return { result: "unavailable" }
  if (UNKNOWN.has(code) || (type === "pix" && NOTHING_LEFT.has(code))) return { result: "unknown" }
  return { result: "refused", message: `The acquirer did not refund the payment (code ${code}).` }
}

/**
 * The outcome of a refund, read from its payment. Cielo reports no single refunds, only how much has gone back in all. Undefined if nothing
 * more has gone back than before the refund. Another part than the ordered one proves nothing, because it may be another refund.
 */
export function refundInPayment(
  payment: Payment,
  { amount, gone_back_before }: Pick<RefundOrder, "amount" | "gone_back_before">,
): RefundOutcome | undefined {
  const { captured, gone_back } = holdingsOf(payment)
  if (gone_back_before === null) return { result: gone_back > 0 && isBack(payment) ? "refunded" : "unknown" }
  const since = gone_back - gone_back_before
  if (since <= 0) return undefined
  return { result: since === amount || (since > amount && gone_back === captured) ? "refunded" : "unknown" }
}
