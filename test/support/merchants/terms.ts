// Terms of an account, as an operator sets them.
import { scopeOf } from "../../../src/accounts/scope.ts"
import { setTerms } from "../../../src/ledger/terms/store.ts"
import { defaultTerms, type Terms } from "../../../src/ledger/terms/terms.ts"
import type { Running } from "../app/vintem.ts"

const MONTHLY = { days: 30, business_days: false, next_business_day: false, each_installment: true }

/** 2 per cent and 30 cents, in parts each month. A refund gives the fee back in proportion, and costs 25 cents, a dispute R$ 15.00. */
export const MONTHLY_TERMS: Terms = {
  ...defaultTerms("brl"),
  card: [{ installments: [1, 12], percent: "2", fixed: 30, settles: MONTHLY }],
  refund_fee: 25,
  dispute_fee: 1500,
  returns_fee_on_refund: true,
}

export async function setTermsOf({ server }: Running, account: string, terms = MONTHLY_TERMS): Promise<void> {
  const { test } = server.modes
  const scope = await scopeOf(test.database, test, account)
  await test.database.transaction((tx) => setTerms(tx, scope, terms))
}
