// The day's comparison with what the bank lists, on the server of `withBank`.
import { beginListing, findListing } from "../../../src/acquirers/listings.ts"
import { listPayments } from "../../../src/payments/listings/poll.ts"
import { mayFail, perform, scopeOfAccount } from "../../support/merchants/rails.ts"
import { withBank } from "./engine-with-bank.ts"

export const HOUR = 3600
export const DAY = 24 * HOUR

/** Call it in a `describe`. Each test has a merchant whose list is due now. */
export function withListedDays() {
  const on = withBank()
  const database = () => on.vintem.server.modes.test.database
  const of = () => ({ account: on.merchant.account, acquirer: "bank-pix" })
  beforeEach(async () => {
    const { now } = await scopeOfAccount(on.vintem, on.merchant.account)
    await database().transaction((tx) => beginListing(tx, { ...of(), now }))
  })
  /** Moves the clock, does what is due at the bank by then, and after that the day's comparison. */
  const list = async (later: number) => {
    await on.poll(later)
    return perform(on.vintem, listPayments, on.merchant.account)
  }
  return Object.assign(on, {
    list,
    listInVain: (later: number) => mayFail(list(later)),
    listing: async () => (await findListing(database(), of()))!,
    /** Compares as a worker does that has claimed the list, whoever else has. */
    compare: async () => {
      const scope = await scopeOfAccount(on.vintem, on.merchant.account)
      const { id } = (await findListing(database(), of()))!
      await listPayments.perform(scope, { id, account: on.merchant.account, due_at: scope.now, group: null })
    },
    entry: (e2eid: string) => on.bank.ledger().find((entry) => entry.e2eid === e2eid)!,
  })
}
