import type { Acquirer } from "../../acquirers/acquirer.ts"
import type { PaymentsMode } from "../mode.ts"

/** The acquirer of an attempt's account. Throws where the account no longer has one. */
export async function acquirerFor(mode: Pick<PaymentsMode, "acquirerOf">, attempt: { account: string }): Promise<Acquirer> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) throw new Error(`the account ${attempt.account} no longer has an acquirer`)
  return acquirer
}
