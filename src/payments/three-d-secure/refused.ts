// Accounts whose payers the acquirer authenticates no more, because it refuses their credentials. No payer can mend that.
import { countFailing, forgetFailures, recordFailure } from "../../jobs/failing.ts"
import type { Authenticating } from "./authenticating.ts"

/** The name of such work on the attention list (docs/attention.md). Its item is the account. */
const KIND = "authenticate_payers"

/** Notes that the acquirer refuses to authenticate any payer of the account. After ten minutes an operator is told. */
export async function noteRefusal({ mode, attempt }: Authenticating): Promise<void> {
  const { account, acquirer } = attempt
  const message = `The acquirer ${acquirer} refuses the account's credentials for 3-D Secure, or has not enabled it. No payer is authenticated: payments that need it are refused, and others go on without it. Set the right ones with 'vintem acquirer set', or ask the acquirer.`
  await mode.database.transaction((tx) => recordFailure(tx, KIND, { id: account, account }, message))
}

/** Notes that the acquirer authenticates payers of the account. */
export async function forgetRefusals({ mode: { database }, attempt: { account } }: Authenticating): Promise<void> {
  // There is rarely such a failure, and a read is cheaper than a transaction.
  if ((await countFailing(database, KIND)) === 0) return
  await database.transaction((tx) => forgetFailures(tx, KIND, [{ id: account, account }]))
}
