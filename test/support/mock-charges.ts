// The books of the mock acquirer, read past the API.
import { statement } from "../../src/db/statement.ts"
import type { Running } from "./vintem.ts"

type Charge = { id: string; amount: number; status: string; reference: string }

const ofAmount = statement<Charge>((k, p) => k("mock_charges").where({ amount: p.amount }))

/** Every charge of this amount that the mock acquirer has booked; give each payment of a test an amount of its own. */
export function mockCharges(vintem: Pick<Running, "server">, amount: number): Promise<Charge[]> {
  return vintem.server.modes.test.database.all(ofAmount, { amount })
}
