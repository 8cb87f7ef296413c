import type { NextActionResult, PaymentIntentWithAction } from "../../sdk/browser/types.ts"

/** Shows what the payer has to do, and resolves when that has ended. */
export function handleNextAction(
  _paymentIntent: PaymentIntentWithAction,
  _options: { container: string | Element },
): Promise<NextActionResult> {
  return Promise.reject(new Error("Vintem: handleNextAction is not available yet."))
}
