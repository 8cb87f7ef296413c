// What Cielo charges the merchant of this world, and when it pays: the terms have the same.
import type { Settles, Terms } from "../../../src/ledger/terms/terms.ts"

/** Of this brand, each installment is paid when it is due. All others are paid in two banking days. */
export const SLOW_BRAND = "Elo"
/** What Cielo takes for that, and what it takes too much of some sales, in hundredths of a per cent. */
export const AUTOMATIC = 150
export const DEARER = 300

const AT_ONCE: Settles = { days: 0, business_days: false, next_business_day: false, each_installment: false }
const EACH: Settles = { days: 30, business_days: false, next_business_day: true, each_installment: true }
const SOON: Settles = { days: 2, business_days: true, next_business_day: true, each_installment: false }

/** Cielo's fee, in hundredths of a per cent. */
export function feeOf(installments: number): number {
  return installments === 1 ? 248 : 315
}

export const TERMS: Terms = {
  currency: "brl",
  card: [
    { brands: ["elo"], installments: [1, 1], percent: "2.48", fixed: 0, settles: EACH },
    { brands: ["elo"], installments: [2, 12], percent: "3.15", fixed: 0, settles: EACH },
    { installments: [1, 1], percent: "3.98", fixed: 0, settles: SOON },
    { installments: [2, 12], percent: "4.65", fixed: 0, settles: SOON },
  ],
  pix: { percent: "0.99", fixed: 0, settles: AT_ONCE },
  boleto: { percent: "1", fixed: 0, settles: AT_ONCE },
  refund_fee: 0,
  dispute_fee: 0,
  payout_fee: 0,
  returns_fee_on_refund: true,
}
