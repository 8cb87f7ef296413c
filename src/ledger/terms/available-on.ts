import { bankingDaysAfter, nextBankingDay } from "../../base/banking-days.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import type { Settles } from "./terms.ts"

/**
 * When the money of a payment is the account's, for each part that it comes in. That is 00:00 of a day in Brasília, or for `days: 0` the moment
 * of the payment, whether or not that is on a banking day. All times are in Unix seconds.
 */
export function availableOn(paidAt: number, settles: Settles, installments: number): number[] {
  const parts = settles.each_installment ? installments : 1
  return Array.from({ length: parts }, (_, index) => afterDays(paidAt, (index + 1) * settles.days, settles))
}

function afterDays(time: number, days: number, { business_days, next_business_day }: Settles): number {
  if (days === 0) return time
  const day = business_days ? bankingDaysAfter(dayOf(time), days) : dayOf(time) + days
  return startOfDay(next_business_day ? nextBankingDay(day) : day)
}
