import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { PaymentsMode } from "../mode.ts"

/** The acquirer of the account that an attempt is of. Throws where it has none any more. */
export async function acquirerFor(mode: Pick<PaymentsMode, "acquirerOf">, attempt: { account: string }): Promise<Acquirer> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) throw new Error(`the account ${attempt.account} has no acquirer any more`)
  return acquirer
}
