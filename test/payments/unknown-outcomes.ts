// What the tests of unknown outcomes read from the database, and the mock acquirer's faults.
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import type { Running } from "../support/app/vintem.ts"
import { statement } from "../support/databases/statement.ts"

type MockCharge = { id: string; status: string; amount: number; captured: number | null; refunded: number; reference: string }
const chargesOf = statement<MockCharge>((k, p) => k("mock_charges").where({ account: p.account }).orderBy("id"))
export const everyAttempt = statement<{ kind: string; state: string; reference: string }>((k, p) =>
  k("attempts").where({ payment_intent: p.payment_intent }).orderBy("id"),
)

/** Every charge of an account in the mock acquirer's ledger. */
export function mockChargesOf(vintem: Running, account: string): Promise<MockCharge[]> {
  return vintem.server.modes.test.database.all(chargesOf, { account })
}

export function clearFaults(faults: Faults): void {
  for (const operation of Object.keys(faults) as (keyof Faults)[]) delete faults[operation]
}
