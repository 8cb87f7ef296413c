// The lines of a payment that succeeded.

import { split } from "../../base/shares.ts"
import { availableOn } from "../terms/available-on.ts"
import { feeOf } from "../terms/price.ts"
import type { Price } from "../terms/terms.ts"
import type { Line } from "./line.ts"

/** `amount` is in cents, and `now` in Unix seconds. */
type Success = { source: string; amount: number; installments: number; price: Price; now: number }

/** A line for each part that the money comes in. Amount and fee are those of the whole payment. A part may be 0, or less than its fee. */
export function paymentLines({ source, amount, installments, price, now }: Success): Line[] {
  const times = availableOn(now, price.settles, installments)
  const amounts = split(amount, times.length)
  const fees = split(feeOf(amount, price), times.length)
  return times.map((available_on, part) => ({
    type: "payment",
    source,
    part,
    amount: amounts[part] ?? 0,
    fee: fees[part] ?? 0,
    installment: times.length > 1 ? part + 1 : null,
    available_on,
  }))
}
