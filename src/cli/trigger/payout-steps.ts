// A payout of test mode, with a bank account if there is none.
import { bankAccountsOf, setBankAccount } from "../../payouts/bank-accounts.ts"
import { createPayout } from "../../payouts/create.ts"
import { payoutSettingsOf, updatePayoutSettings } from "../../payouts/settings.ts"
import type { PayoutRow } from "../../payouts/tables.ts"
import { type Order, step } from "./steps.ts"

/** A CPF that nobody has. */
const HOLDER = "52998224725"

/** Pays out what is available. An account that has no holder or no bank account gets one. */
export function payOut(order: Order): Promise<PayoutRow> {
  return step(order, async (tx, scope) => {
    const { holder_document } = await payoutSettingsOf(tx, scope.account)
    if (holder_document === null) await updatePayoutSettings(tx, scope, { holder_document: HOLDER })
    const { current } = await bankAccountsOf(tx, scope)
    if (!current) await setBankAccount(tx, scope, { type: "pix", pix_key: holder_document ?? HOLDER })
    return createPayout(tx, scope, { currency: "brl", automatic: false })
  })
}
