import { capturedOf } from "./payments/types.ts"
import type { World } from "./world.ts"

/** What Adyen has booked for a payment, in cents, oldest first. */
export function ledgerOf({ payments }: World) {
  return payments.map((payment) => {
    const { refunds, captures } = payment
    const refundsIn = (...states: string[]) =>
      refunds.filter(({ state }) => states.includes(state)).reduce((sum, { amount }) => sum + amount, 0)
    return {
      ...{ reference: payment.reference, pspReference: payment.pspReference, account: payment.merchant },
      created: new Date(payment.created).toISOString(),
      ...{ method: payment.method, brand: payment.brand, amount: payment.amount.value, currency: payment.amount.currency },
      ...{ state: payment.state, code: payment.code ?? null, authorised: payment.authorised, released: payment.released },
      captured: capturedOf(payment),
      captures: captures.map(({ amount, state }) => ({ amount, state })),
      refunded: refundsIn("done"),
      pending: refundsIn("pending"),
      refunds: refunds.map(({ pspReference, reference, amount, state }) => ({
        pspReference,
        reference: reference ?? null,
        amount,
        state,
      })),
      chargedBack: payment.chargedBack,
      authenticated: payment.authenticated,
      networkTxReference: payment.networkTxReference ?? null,
      installments: payment.asked.installments?.value ?? 1,
      shown: payment.shown?.code ?? null,
      pageUrl: payment.challenge ? `/checkoutshopper/threeDS/redirect/${payment.challenge.token}` : null,
    }
  })
}

/** A row of the ledger. */
export type Entry = ReturnType<typeof ledgerOf>[number]
