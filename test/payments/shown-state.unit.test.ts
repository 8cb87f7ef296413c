import Sqlite from "better-sqlite3"
import { expect } from "chai"
import { SHOWN_STATE, SHOWN_STATES, type ShownState, shownState } from "../../src/payments/intents/shown-state.ts"
import { INTENT_TRANSITIONS, type IntentStatus } from "../../src/payments/intents/state.ts"
import type { PaymentError } from "../../src/payments/intents/table.ts"

const DECLINED = { code: "card_declined", message: "Declined." } as const
const EXPIRED = { code: "payment_intent_expired", message: "Expired." } as const
const ABANDONED = { code: "authentication_failed", message: "Not completed in time." } as const

/** What a payment of 1000 cents has: its status, what was refunded, whether it is disputed or expired, its error; and what it is shown as. */
const CASES: [
  status: IntentStatus,
  refunded: number,
  disputed: boolean,
  expired: boolean,
  error: PaymentError | null,
  ShownState,
][] = [
  ["requires_payment_method", 0, false, false, null, "requires_payment_method"],
  ["requires_confirmation", 0, false, false, null, "requires_confirmation"],
  ["requires_action", 0, false, false, null, "requires_action"],
  ["processing", 0, false, false, null, "processing"],
  ["requires_capture", 0, false, false, null, "requires_capture"],
  ["succeeded", 0, false, false, null, "paid"],
  ["succeeded", 1, false, false, null, "partly_refunded"],
  ["succeeded", 999, false, false, null, "partly_refunded"],
  ["succeeded", 1000, false, false, null, "refunded"],
  ["succeeded", 1000, true, false, null, "disputed"],
  ["succeeded", 500, true, false, null, "disputed"],
  ["canceled", 0, false, false, null, "canceled"],
  ["canceled", 0, false, false, DECLINED, "failed"],
  ["canceled", 0, false, false, ABANDONED, "failed"],
  ["canceled", 0, false, true, EXPIRED, "expired"],
  ["canceled", 0, false, true, ABANDONED, "expired"],
]

describe("The state that a payment is shown with", () => {
  it("is paid if it began a trial without a charge", () => {
    const row = { status: "succeeded", amount: 0, amount_refunded: 0, disputed: false, expired: false } as const
    expect(shownState({ ...row, last_payment_error: null })).to.equal("paid")
  })

  for (const [status, amount_refunded, disputed, expired, last_payment_error, shown] of CASES)
    it(`is ${shown} with ${status}, ${amount_refunded} of 1000 refunded${disputed ? ", disputed" : ""}${expired ? ", out of time" : ""}${last_payment_error ? `, ${last_payment_error.code}` : ""}`, () => {
      const row = { status, amount: 1000, amount_refunded, disputed, expired, last_payment_error }
      expect(shownState(row)).to.equal(shown)
      const error = last_payment_error && JSON.stringify(last_payment_error)
      const stored = { ...row, disputed: Number(disputed), expired: Number(expired), last_payment_error: error }
      const columns = Object.keys(stored).map((name) => `@${name} AS ${name}`)
      const database = new Sqlite(":memory:")
      expect(database.prepare(`SELECT ${SHOWN_STATE} FROM (SELECT ${columns})`).pluck().get(stored), "in SQL").to.equal(shown)
      database.close()
    })

  it("is one of those that the filter offers, and each of them occurs", () => {
    expect([...new Set(CASES.map(([, , , , , shown]) => shown))].sort()).to.deep.equal([...SHOWN_STATES].sort())
    expect(new Set(CASES.map(([status]) => status))).to.deep.equal(new Set(Object.keys(INTENT_TRANSITIONS)))
  })
})
