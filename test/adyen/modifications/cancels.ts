import { stamp } from "../clock.ts"
import { newPspReference } from "../ids.ts"
import { openOf, type Payment } from "../payments/types.ts"
import type { Reply } from "../types.ts"
import type { Call, World } from "../world.ts"
import { named, receive, toldReason } from "./receive.ts"

/** `POST /payments/{paymentPspReference}/cancels` */
export function postCancel(world: World, call: Call): Reply {
  const payment = named(world, call)
  warn(world, call, payment)
  return receive(world, call, payment, "cancel", () => {
    const reason = toldReason(world, payment, "cancel") ?? cancel(payment)
    return { eventCode: "CANCELLATION", reason }
  })
}

/** `POST /cancels`: by the merchant's reference, also where no pspReference is known. */
export function postTechnicalCancel(world: World, call: Call): Reply {
  const { body, merchant } = call
  const ofReference = world.payments.filter(
    ({ merchant: account, reference }) => account === merchant.account && reference === body.paymentReference,
  )
  const payment = ofReference.findLast(({ state }) => state === "authorised") ?? ofReference.at(-1)
  // A payment that has not come cannot be canceled. It may come later.
  if (!payment) return ofNothing(world, call)
  warn(world, call, payment)
  return receive(world, call, payment, "technical cancel", () => {
    const reason = toldReason(world, payment, "technical cancel") ?? cancel(payment)
    return { eventCode: "TECHNICAL_CANCEL", reason }
  })
}

function ofNothing({ deliveries, options, clock }: World, { body, merchant }: Call): Reply {
  const pspReference = newPspReference()
  const { applicationInfo: _, ...shown } = body
  if (options.unknownCancelTold)
    deliveries.notify({
      ...{ pspReference, merchantAccountCode: merchant.account, merchantReference: body.reference ?? body.paymentReference },
      ...{ eventCode: "TECHNICAL_CANCEL", eventDate: stamp(clock.now()), success: "false", reason: "Payment not found" },
      amount: { currency: "BRL", value: 0 },
    })
  return { status: 201, body: { ...shown, pspReference, status: "received" } }
}

/** Releases all that is authorised. Returns why it could not. */
export function cancel(payment: Payment): string | undefined {
  if (payment.state !== "authorised") return "Payment is not authorised"
  if (payment.captures.some(({ state }) => state === "done")) return "Payment was captured, cancellation not possible"
  payment.released += openOf(payment)
  payment.state = "cancelled"
  return undefined
}

function warn({ violate }: World, { operation }: Call, { method }: Payment): void {
  if (method !== "scheme") violate(operation, `cancels a payment by ${method}: only authorisations are canceled`)
}
