// Reads the ledger of the mock acquirer directly from the database.

import type { Running } from "../app/vintem.ts"
import { statement } from "../databases/statement.ts"

type Charge = { id: string; amount: number; status: string; reference: string }

type Refund = { charge: string; amount: number }

const ofAmount = statement<Charge>((k, p) => k("mock_charges").where({ amount: p.amount }))

/** Returns every charge of this amount in the mock acquirer's ledger. Give each payment of a test a unique amount. */
export function mockCharges(vintem: Pick<Running, "server">, amount: number): Promise<Charge[]> {
  return vintem.server.modes.test.database.all(ofAmount, { amount })
}

const refundsOfAccount = statement<Refund>((k, p) => k("mock_refunds").where({ account: p.account }))

/** Returns every refund and reversal of an account in the mock acquirer's ledger. */
export function mockRefunds(vintem: Pick<Running, "server">, account: string): Promise<Refund[]> {
  return vintem.server.modes.test.database.all(refundsOfAccount, { account })
}
