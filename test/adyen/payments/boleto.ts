import { boletoBarCode, formatLine, lineOfBarCode } from "../../../src/acquirers/bar-code.ts"
import { DAY_MS, millisOf, stamp } from "../clock.ts"
import { digits } from "../ids.ts"
import type { Json } from "../types.ts"
import type { World } from "../world.ts"
import { closeOffer } from "./challenge.ts"
import type { Payment } from "./types.ts"

/** Issues a boleto of Santander. Its due date is deliveryDate. */
export function offerBoleto(world: World, payment: Payment): Json {
  const { clock, options, origin } = world
  const { deliveryDate } = payment.asked
  const expiresAt = deliveryDate ? millisOf(deliveryDate) : clock.now() + options.boletoDays * DAY_MS
  const barCode = boletoBarCode({
    bank: "033",
    amount: payment.amount.value,
    dueDate: stamp(expiresAt).slice(0, 10),
    freeField: `9${digits(24)}`,
  })
  const code = formatLine(lineOfBarCode(barCode))
  payment.shown = { code, expiresAt }
  // It can be paid on its whole last day.
  clock.later(expiresAt + DAY_MS - clock.now(), () => closeOffer(world, payment, options.unpaidBoleto))
  return {
    resultCode: "PresentToShopper",
    merchantReference: payment.reference,
    pspReference: payment.pspReference,
    action: {
      ...{ type: "voucher", paymentMethodType: payment.method, reference: code, expiresAt: stamp(expiresAt).slice(0, 19) },
      ...{ downloadUrl: `${origin}/checkoutshopper/voucher/${payment.pspReference}.pdf`, merchantReference: payment.reference },
      ...{ initialAmount: payment.amount, totalAmount: payment.amount, paymentData: "Ab02b4c0!…" },
    },
  }
}
