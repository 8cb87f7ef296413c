import type { RefundOrder, RefundOutcome } from "../acquirer.ts"
import type { Payment, Void } from "./answers.ts"
import { NoAnswer } from "./exchange.ts"
import { isBack, STATUS } from "./outcomes.ts"
import { normalCode } from "./refusals.ts"

const DONE = new Set(["0", "9"])
/** The same void was asked for before, and is not finished. */
const UNDER_WAY = new Set(["10", "223", "476"])
/** Cielo asks to try again. */
const TRY_AGAIN = new Set(["57", "97", "99"])
/** Cielo timed out inside, or does not know. */
const UNKNOWN = new Set(["5", "98", "117", "504"])
/** More than is left of the payment, or some of it is on its way back. */
const NOTHING_LEFT = new Set(["17", "42", "51"])
/** `Scheduled` and `Waiting`: the void is accepted and made later. */
const LATER = new Set(["8", "9"])

/** The outcome of a refund that Cielo has answered. PIX refunds are made later. */
export function voidOutcome({ status, returnCode, reasonCode }: Void, type: RefundOrder["type"]): RefundOutcome {
  if (!DONE.has(normalCode(returnCode))) return failedVoid(returnCode, type)
  const isDone = status === STATUS.voided || status === STATUS.refunded || (type === "card" && status === STATUS.paid)
  return { result: isDone && !LATER.has(normalCode(reasonCode)) ? "refunded" : "pending" }
}

/**
 * The outcome of a refund that Cielo did not carry out, by its code. A PIX of which nothing is left may be on its way back, because it was
 * paid at the moment at which it was taken back. A query shows that only later.
 */
export function failedVoid(returnCode: string, type: RefundOrder["type"]): RefundOutcome {
  const code = normalCode(returnCode)
  if (UNDER_WAY.has(code)) return { result: "pending" }
  if (TRY_AGAIN.has(code)) return { result: "unavailable" }
  if (UNKNOWN.has(code) || (type === "pix" && NOTHING_LEFT.has(code))) return { result: "unknown" }
  return { result: "refused", message: `The acquirer did not refund the payment (code ${code}).` }
}

/** How much of a payment has gone back, in cents. A chargeback is no refund. Throws NoAnswer where all of it has, and it has no amount. */
export function amountBack(payment: Payment): number {
  if (payment.charged_back) return 0
  if (!isBack(payment)) return payment.voidedAmount ?? 0
  const taken = payment.capturedAmount ?? payment.amount
  if (taken === undefined) throw new NoAnswer(`the payment ${payment.id} was sent back, and has no amount`)
  return taken
}

/**
 * What a payment tells about a refund of it. Cielo names no single refund: it tells how much has gone back in all. Undefined where nothing has.
 * A part that is not what was ordered may be somebody else's refund, so it proves nothing.
 */
export function refundInPayment(payment: Payment, { amount }: Pick<RefundOrder, "amount">): RefundOutcome | undefined {
  const { voidedAmount = 0, capturedAmount, amount: ordered } = payment
  if (isBack(payment)) return { result: "refunded" }
  if (voidedAmount === 0) return undefined
  return { result: voidedAmount === amount || voidedAmount === (capturedAmount ?? ordered) ? "refunded" : "unknown" }
}
