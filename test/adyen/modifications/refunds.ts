import { capturedOf, type Payment, refundedOf } from "../payments/types.ts"
import type { Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { checkAmount, named, receive, toldReason } from "./receive.ts"

/** `POST /payments/{paymentPspReference}/refunds` */
export function postRefund(world: World, call: Call): Reply {
  const payment = named(world, call)
  const { value } = checkAmount(payment, call)
  const { reference } = call.body
  warn(world, call, payment, value)
  const left = capturedOf(payment) - refundedOf(payment)
  const answer = receive(world, call, payment, "refund", (asked) => {
    const reason = toldReason(world, payment, "refund") ?? reasonAgainst(payment, value, left)
    const refund = payment.refunds.find(({ pspReference }) => pspReference === asked.pspReference)!
    refund.state = reason === undefined ? "done" : "refused"
    return { eventCode: "REFUND", reason, value }
  })
  payment.refunds.push({ pspReference: answer.body.pspReference, reference, amount: value, state: "pending" })
  return answer
}

function reasonAgainst(payment: Payment, value: number, left: number): string | undefined {
  if (payment.method.startsWith("boleto")) return "Refund is not supported for this payment method"
  if (capturedOf(payment) === 0) return "Transaction hasn't been captured, refund not possible"
  return value > left ? "Insufficient balance on payment" : undefined
}

function warn({ violate }: World, { operation, body }: Call, payment: Payment, value: number): void {
  const captured = capturedOf(payment)
  if (payment.method.startsWith("boleto")) violate(operation, "refunds a boleto, which has no refunds")
  if (captured > 0 && value > captured - refundedOf(payment)) violate(operation, "refunds more than is left of what was captured")
  const isTwice = payment.refunds.some(
    ({ reference, state }) =>
      reference !== undefined && reference === body.reference && (state === "done" || state === "pending"),
  )
  if (isTwice) violate(operation, `refunds ${body.reference} under a second key`)
}
