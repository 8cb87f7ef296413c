import type { RefundOrder, RefundOutcome } from "../acquirer.ts"
import type { Payment, Void } from "./answers.ts"
import { NoAnswer } from "./exchange.ts"
import { isBack, STATUS } from "./outcomes.ts"
import { normalCode } from "./refusals.ts"

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
export function voidOutcome({ status, returnCode, reasonCode }: Void, type: RefundOrder["type"]): RefundOutcome {
  if (!DONE.has(normalCode(returnCode))) return failedVoid(returnCode, type)
  const isDone = status === STATUS.voided || status === STATUS.refunded || (type === "card" && status === STATUS.paid)
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

/** The cents of a payment that have gone back. A chargeback does not count. Throws NoAnswer if all has gone back but no amount is given. */
export function amountBack(payment: Payment): number {
  if (payment.charged_back) return 0
  if (!isBack(payment)) return payment.voidedAmount ?? 0
  const taken = payment.capturedAmount ?? payment.amount
  if (taken === undefined) throw new NoAnswer(`the payment ${payment.id} was sent back, and has no amount`)
  return taken
}

/**
 * The outcome of a refund, read from its payment. Cielo reports no single refunds, only how much has gone back in all. Undefined if nothing
 * has gone back. A part that differs from the ordered amount proves nothing, because it may belong to another refund.
 */
export function refundInPayment(payment: Payment, { amount }: Pick<RefundOrder, "amount">): RefundOutcome | undefined {
  const { voidedAmount = 0, capturedAmount, amount: ordered } = payment
  if (isBack(payment)) return { result: "refunded" }
  if (voidedAmount === 0) return undefined
  return { result: voidedAmount === amount || voidedAmount === (capturedAmount ?? ordered) ? "refunded" : "unknown" }
}
