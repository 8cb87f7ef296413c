// What payments cost merchants, and when their money comes.
import type { Database } from "../../src/db/database.ts"
import { setTerms } from "../../src/ledger/terms/store.ts"
import type { Settles, Terms } from "../../src/ledger/terms/terms.ts"
import type { Random } from "./random.ts"

const AT_ONCE: Settles = { days: 0, business_days: false, next_business_day: true, each_installment: true }
const NEXT_DAY: Settles = { ...AT_ONCE, days: 1 }
const NEXT_BANKING_DAY: Settles = { ...NEXT_DAY, business_days: true }
const MONTHLY: Settles = { ...AT_ONCE, days: 30 }

const SLOW: Terms = {
  currency: "brl",
  card: [
    { brands: ["elo"], installments: [1, 12], percent: "4.75", fixed: 0, settles: { ...MONTHLY, each_installment: false } },
    { installments: [1, 1], percent: "2.99", fixed: 30, settles: { ...MONTHLY, next_business_day: false } },
    { installments: [2, 12], percent: "3.49", fixed: 39, settles: MONTHLY },
  ],
  pix: { percent: "0.99", fixed: 0, settles: AT_ONCE },
  boleto: { percent: "0", fixed: 250, settles: NEXT_BANKING_DAY },
  refund_fee: 25,
  dispute_fee: 1500,
  payout_fee: 0,
  returns_fee_on_refund: true,
}

/** Money comes while its merchant still refunds it, and what a payment cost is not given back. */
const FAST: Terms = {
  ...SLOW,
  card: [
    { installments: [1, 1], percent: "1.29", fixed: 0, settles: NEXT_DAY },
    { installments: [2, 12], percent: "2.5", fixed: 10, settles: NEXT_BANKING_DAY },
  ],
  pix: { percent: "100", fixed: 1, settles: NEXT_DAY },
  refund_fee: 7,
  dispute_fee: 0,
  payout_fee: 45,
  returns_fee_on_refund: false,
}

/** What is sold can be paid out at once. */
export const AT_ONCE_TERMS: Terms = {
  ...SLOW,
  card: [{ installments: [1, 12], percent: "4.5", fixed: 0, settles: AT_ONCE }],
  boleto: { percent: "1", fixed: 0, settles: AT_ONCE },
  payout_fee: 120,
}

/** All terms that a merchant may have. */
export const ALL_TERMS: readonly Terms[] = [
  SLOW,
  FAST,
  { ...FAST, returns_fee_on_refund: true },
  { ...SLOW, refund_fee: 0 },
  AT_ONCE_TERMS,
]

/** Gives an account other terms from now on. Earlier payments keep theirs. `now` is in Unix seconds. */
export async function agreeOn(
  database: Database,
  account: string,
  random: Random,
  now: number,
  choice: readonly Terms[] = ALL_TERMS,
): Promise<void> {
  const terms = random.pick(choice)
  await database.transaction((tx) => setTerms(tx, { account, now }, terms))
}
