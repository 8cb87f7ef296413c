// Bugs of amounts that differ from those of their payments.
import { inWorld } from "./planted-kind.ts"

export const OF_AMOUNTS = inWorld("amounts", [
  {
    name: "what was accepted beyond a payment is booked as its refund when it is returned",
    file: "src/payments/inquiries/booking.ts",
    right: "refunded: Math.max(0, gone_back - excess - refunded),",
    wrong: "refunded: Math.max(0, gone_back - refunded),",
  },
  {
    name: "another amount than that of the payment is taken for it",
    file: "src/payments/intents/apply-outcome.ts",
    right: `isKept(attempt, intent) && !isAsOrdered(intent, outcome) ? "mismatch" : "settled"`,
    wrong: `"settled"`,
  },
])
