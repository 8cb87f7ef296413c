import { openOf, type Payment } from "../payments/types.ts"
import type { Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { checkAmount, named, receive, toldReason } from "./receive.ts"

/** `POST /payments/{paymentPspReference}/captures` */
export function postCapture(world: World, call: Call): Reply {
  const payment = named(world, call)
  const { value } = checkAmount(payment, call)
  if (payment.authorised > 0 && value > payment.authorised) world.violate(call.operation, "captures more than was authorised")
  return receive(world, call, payment, "capture", ({ pspReference }) => {
    const reason = toldReason(world, payment, "capture") ?? reasonAgainst(payment, value)
    if (reason === undefined && !isCapturedByItself(payment)) {
      payment.captures.push({ pspReference, amount: value, state: "done" })
      if (!world.options.multipleCaptures) payment.released += openOf(payment)
    }
    return { eventCode: "CAPTURE", reason, value }
  })
}

/** What is captured automatically is not captured again, and asking does no harm. */
function isCapturedByItself({ captures }: Payment): boolean {
  return captures.some(({ pspReference, state }) => pspReference === undefined && state === "done")
}

function reasonAgainst(payment: Payment, value: number): string | undefined {
  if (payment.state !== "authorised") return "Payment is not authorised"
  if (isCapturedByItself(payment)) return undefined
  return value > openOf(payment) ? "Insufficient balance on payment" : undefined
}
