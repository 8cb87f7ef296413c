// A server whose acquirer is a bank without idempotency.

import { callAcquirers } from "../../../src/payments/call-acquirers.ts"
import type { ServeOptions } from "../../../src/serve.ts"
import { startVintem } from "../app/vintem.ts"
import { freshDatabases } from "../databases/databases.ts"
import type { Merchant } from "../merchants/merchant.ts"
import { perform, recoverAttempts } from "../merchants/rails.ts"
import { bankFor } from "./bank.ts"

export type BankServer = Awaited<ReturnType<typeof startWithBank>>

/** Starts a server without a scheduler: the tests run its jobs. */
export async function startWithBank(options: Pick<ServeOptions, "log" | "callDeadlineMs" | "checkpoint"> = {}) {
  const databases = await freshDatabases()
  const bank = bankFor(databases)
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const vintem = await startVintem({}, { ...options, role: "api", databases, clock, acquirerOf: () => bank.acquirer })
  return {
    vintem,
    bank,
    clock,
    /** Polls at `later` seconds after the start of the test. */
    poll: (merchant: Merchant, later: number) => {
      clock.ahead = later
      return perform(vintem, callAcquirers, merchant.account)
    },
    /** Does the due work now, even if a dead process still holds it. */
    recover: (merchant: Merchant) => recoverAttempts(vintem, merchant.account),
    /** Removes all troubles, and resets the clock. */
    reset: () => {
      bank.heal()
      clock.ahead = 0
    },
    close: async () => {
      await vintem.close()
      bank.close()
      await databases.remove()
    },
  }
}
