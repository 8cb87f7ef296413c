// Captures of authorized cards, and their release.
import type { CaptureOrder, CaptureOutcome, VoidOutcome } from "../sale.ts"
import { type Answer, isSuccess } from "../wire/request.ts"
import { type Payment, readVoid } from "./answers.ts"
import { brandOf } from "./brands.ts"
import { send } from "./calls.ts"
import type { Account } from "./exchange.ts"
import { failureOf } from "./failures.ts"
import { holdingsOf, STATUS } from "./outcomes.ts"
import { refusalMessage, refusedCard } from "./refusals.ts"
import { findPayment, putVoid } from "./voids.ts"

/**
 * Captures an authorized card, in whole or in part. Cielo's answer has no amount, so the payment says what was captured. It may have been
 * captured before, in Cielo's portal.
 */
export async function capture(
  account: Account,
  { charge, amount }: Pick<CaptureOrder, "charge" | "amount">,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const answer = await send(account, ({ put }) => put(`/1/sales/${encodeURIComponent(charge)}/capture?amount=${amount}`, signal))
  if (!answer) return { result: "unavailable" }
  const failure = isSuccess(answer) ? undefined : failureOf(account, answer)
  if (failure && failure.result !== "refused") return failure
  const payment = await findPayment(account, charge, signal)
  if (payment?.status === STATUS.paid) {
    const { currency, references } = payment
    return { result: "approved", charge, currency, ...holdingsOf(payment), ...(references && { references }) }
  }
  return failure ? { ...failure, code: "processing_error" } : declined(answer, payment)
}

/** Cielo says that it captured, and does not show it yet: a look-up decides. Otherwise the card's code says why it did not. */
function declined(answer: Answer, payment: Payment | undefined): CaptureOutcome {
  const { status, returnCode: code } = readVoid(answer)
  const isDecided = payment?.status === STATUS.authorized || payment?.status === STATUS.denied
  if (!isDecided || (status !== STATUS.authorized && status !== STATUS.denied)) return { result: "unknown" }
  const { id, advice, cardBrand } = payment
  const refusal = refusedCard(id, { code, advice, brand: cardBrand && brandOf(cardBrand) })
  return { result: "refused", code: refusal.code, message: refusalMessage(refusal.code) }
}

/** Releases an authorized card that was not captured. What was captured meanwhile goes back by the same call. */
export async function release(account: Account, charge: string, signal: AbortSignal): Promise<VoidOutcome> {
  const answer = await putVoid(account, charge, "", signal)
  if (!answer) return { result: "unavailable" }
  if (!isSuccess(answer)) failureOf(account, answer)
  // The response only says that Cielo accepted the request. The payment says what happened.
  const payment = await findPayment(account, charge, signal)
  if (payment?.status === STATUS.authorized) return { result: "unavailable" }
  return { result: payment?.status === STATUS.paid || !payment ? "refused" : "voided" }
}
