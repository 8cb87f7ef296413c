import { capturedOf, type Payment, refundedOf } from "../payments/types.ts"
import type { Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { cancel } from "./cancels.ts"
import { type Decided, named, receive, toldReason } from "./receive.ts"

/** `POST /payments/{paymentPspReference}/reversals`: cancels, or refunds the whole amount. */
export function postReversal(world: World, call: Call): Reply {
  const payment = named(world, call)
  return receive(world, call, payment, "reversal", (asked) => {
    const isCaptured = payment.captures.some(({ state }) => state === "done")
    const action = isCaptured ? "refund" : "cancel"
    const told: Decided = { eventCode: "CANCEL_OR_REFUND", additionalData: { "modification.action": action } }
    const reason = toldReason(world, payment, "reversal") ?? (isCaptured ? refundAll(payment, asked) : cancel(payment))
    return { ...told, reason, value: isCaptured ? capturedOf(payment) : payment.amount.value }
  })
}

function refundAll(payment: Payment, { pspReference, reference }: { pspReference: string; reference: string | undefined }) {
  const amount = capturedOf(payment)
  if (payment.captures.filter(({ state }) => state === "done").length > 1) return "Payment has several captures"
  if (payment.method.startsWith("boleto")) return "Refund is not supported for this payment method"
  if (refundedOf(payment) > 0) return "Insufficient balance on payment"
  payment.refunds.push({ pspReference, reference, amount, state: "done" })
  return undefined
}
