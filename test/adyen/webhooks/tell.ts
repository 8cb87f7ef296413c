import { stamp } from "../clock.ts"
import type { Payment } from "../payments/types.ts"
import type { World } from "../world.ts"
import type { Item } from "./sign.ts"

/** What an item says that its payment does not. */
export type Event = Pick<Item, "eventCode" | "pspReference"> &
  Partial<Pick<Item, "originalReference" | "merchantReference" | "reason" | "operations" | "additionalData">> & {
    success: boolean
    value?: number
  }

/** The item of an event of a payment. */
export function itemOf({ clock }: World, payment: Payment, { success, value, additionalData, ...event }: Event): Item {
  return {
    additionalData: { paymentMethodVariant: payment.brand, ...additionalData },
    amount: { currency: payment.amount.currency, value: value ?? payment.amount.value },
    eventDate: stamp(clock.now()),
    merchantAccountCode: payment.merchant,
    merchantReference: payment.reference,
    paymentMethod: payment.brand,
    reason: "",
    ...event,
    success: success ? "true" : "false",
  }
}

/** Tells the merchant of an event of a payment. */
export function tell(world: World, payment: Payment, event: Event): void {
  world.deliveries.notify(itemOf(world, payment, event))
}

/** Tells what became of a request to change a payment. */
export function tellOfRequest(world: World, payment: Payment, event: Event): void {
  tell(world, payment, { originalReference: payment.pspReference, ...event })
}
