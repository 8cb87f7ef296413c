import type { Holdings, RefundOrder, RefundOutcome, VoidOutcome } from "../sale.ts"
import { type Answer, isSuccess } from "../wire/request.ts"
import { type Payment, readPayment, readVoid } from "./answers.ts"
import { query, send } from "./calls.ts"
import { isTooEarly } from "./debit.ts"
import type { Account } from "./exchange.ts"
import { failureOf } from "./failures.ts"
import { holdingsOf, isBack, STATUS } from "./outcomes.ts"
import { failedVoid, refundInPayment, voidOutcome } from "./refunds.ts"
import { readErrorCodes } from "./wire/members.ts"

/** The card network takes no void of such an old sale. Of other calls, the same code is about their headers, which a void has too. */
const TOO_LATE = "101"

/** Refunds a payment, in whole or in part. In Cielo's API, the void of a payment is the only way to do that. */
export async function refund(account: Account, order: RefundOrder, signal: AbortSignal): Promise<RefundOutcome> {
  if (order.type === "boleto") return { result: "by_hand" }
  const answer = await putVoid(account, order.charge, `?amount=${order.amount}`, signal)
  if (!answer) return { result: "unavailable" }
  const outcome = judge(account, order, answer)
  if (outcome.result === "unavailable" && (isSuccess(answer) || answer.status === 400)) {
    // Cielo reports a failure. The refund is sent again only if nothing more of the payment has gone back.
    const failed = await findPayment(account, order.charge, signal)
    return (failed && refundInPayment(failed, order)) ?? outcome
  }
  if (outcome.result !== "refused") return outcome
  // Cielo refuses to void what has already gone back, for example because a PIX was paid while it was being voided.
  const payment = await findPayment(account, order.charge, signal)
  if (payment && isBack(payment)) return refundInPayment(payment, order) ?? outcome
  // No code says for sure that a void comes too early. The next day's refusal is final.
  if (payment && isTooEarly(payment, Date.now() / 1000)) return { result: "unavailable" }
  // If only the query finds the payment, the address of the API is wrong.
  return answer.status === 404 && payment ? { result: "unavailable", refused: true } : outcome
}

/** The outcome of a refund. Undefined if nothing of the payment has gone back, or if there is no such payment. */
export async function lookUpRefund(
  account: Account,
  order: RefundOrder,
  signal: AbortSignal,
): Promise<RefundOutcome | undefined> {
  if (order.type === "boleto") return { result: "by_hand" }
  const payment = await findPayment(account, order.charge, signal)
  return payment && refundInPayment(payment, order)
}

/** What Cielo holds of a payment. Undefined if there is no such payment. */
export async function holds(account: Account, charge: string, signal: AbortSignal): Promise<Holdings | undefined> {
  const payment = await findPayment(account, charge, signal)
  return payment && holdingsOf(payment)
}

/** Voids a PIX that its payer has not paid. */
export async function voidPix(account: Account, charge: string, signal: AbortSignal): Promise<VoidOutcome> {
  const before = await findPayment(account, charge, signal)
  if (!before) return { result: "refused" }
  // The void of a paid PIX would refund it.
  const ended = endOfPix(before)
  if (ended) return ended
  const answer = await putVoid(account, charge, "", signal)
  if (!answer) return { result: "unavailable" }
  if (!isSuccess(answer)) failureOf(account, answer)
  // The response only says that Cielo accepted the request. The payment says what happened.
  const after = await findPayment(account, charge, signal)
  return (after && endOfPix(after)) ?? { result: "unavailable" }
}

/** Asks Cielo to void a payment, or a part of it (`?amount=`). */
export function putVoid(account: Account, charge: string, query: string, signal: AbortSignal): Promise<Answer | undefined> {
  return send(account, ({ put }) => put(`/1/sales/${encodeURIComponent(charge)}/void${query}`, signal))
}

/** The payment as Cielo shows it. Undefined if there is no such payment. Throws if Cielo does not answer. */
export async function findPayment(account: Account, charge: string, signal: AbortSignal): Promise<Payment | undefined> {
  const answer = await query(account, `/1/sales/${encodeURIComponent(charge)}`, signal)
  return answer && readPayment(answer)
}

function judge(account: Account, order: RefundOrder, answer: Answer): RefundOutcome {
  if (isSuccess(answer)) return voidOutcome(readVoid(answer), order)
  if (answer.status === 404) return { result: "refused", message: "The acquirer has no such charge." }
  const [code] = readErrorCodes(answer)
  if (answer.status === 400 && code === TOO_LATE) return failedVoid(code, order.type)
  const failure = failureOf(account, answer)
  if (failure.result !== "refused") return failure
  return code === undefined ? { result: "refused", message: failure.message } : failedVoid(code, order.type)
}

/** Undefined while the payer can still pay. */
function endOfPix(payment: Payment): VoidOutcome | undefined {
  const { status } = payment
  if (isBack(payment) || status === STATUS.denied || status === STATUS.aborted) return { result: "voided" }
  return status === STATUS.paid ? { result: "refused" } : undefined
}
