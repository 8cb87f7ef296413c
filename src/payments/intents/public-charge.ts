import { isId } from "../../ids.ts"
import type { IntentRow } from "./store.ts"

/**
 * The id of a payment's charge in the API, `ch_…`. The acquirer's own id can have any form, so the id of the attempt stands for it:
 * a payment intent has one charge, that of its latest attempt. The mock acquirer's ids have this form already.
 */
export function publicCharge({ charge, latest_attempt }: Pick<IntentRow, "charge" | "latest_attempt">): string | null {
  if (charge === null || latest_attempt === null || (charge.startsWith("ch_") && isId(charge))) return charge
  return latest_attempt.replace(/^att_/, "ch_")
}
