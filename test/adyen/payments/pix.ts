import { ascii, brCode } from "../../../src/acquirers/br-code.ts"
import { HOUR_MS, millisOf, stamp } from "../clock.ts"
import type { Json } from "../types.ts"
import type { World } from "../world.ts"
import { closeOffer } from "./challenge.ts"
import type { Payment } from "./types.ts"

/** Shows a payer the code of a PIX. */
export function offerPix(world: World, payment: Payment): Json {
  const { clock, options } = world
  const { sessionValidity } = payment.asked
  const expiresAt = sessionValidity ? millisOf(sessionValidity) : clock.now() + options.pixMinutes * (HOUR_MS / 60)
  const code = brCode({
    amount: payment.amount.value,
    txid: payment.pspReference,
    merchantName: ascii("Loja do Simulador", 25),
    merchantCity: "Barueri",
    location: `qrcodepix.example/v2/${payment.pspReference.toLowerCase()}`,
  })
  payment.shown = { code, expiresAt }
  clock.later(expiresAt - clock.now(), () => closeOffer(world, payment))
  return {
    resultCode: options.pixResult,
    merchantReference: payment.reference,
    ...(options.pspReferenceWithAction && { pspReference: payment.pspReference }),
    action: {
      ...{ type: "qrCode", paymentMethodType: "pix", qrCodeData: code, expiresAt: stamp(expiresAt) },
      ...{ url: `${world.origin}/checkoutshopper/pix/${payment.pspReference}`, paymentData: "Ab02b4c0!…" },
    },
  }
}
