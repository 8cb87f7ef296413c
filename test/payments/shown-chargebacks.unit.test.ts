import { expect } from "chai"
import { compareTotal } from "../../src/payments/disputes/shown.ts"
import type { DisputeStatus } from "../../src/payments/disputes/state.ts"

type Dispute = [amount: number, status: DisputeStatus, shown: number | null]

/** A source's total, the disputes of the charge, what counts already, and what the source shows of each dispute now. In cents. */
const CASES: [what: string, total: number, disputes: Dispute[], counted: number, shown: number[]][] = [
  ["nothing", 0, [], 0, []],
  ["a chargeback that is not booked", 1000, [], 0, []],
  ["one that is booked", 1000, [[1000, "lost", 1000]], 1000, [1000]],
  ["one that a person booked before it was shown", 1000, [[1000, "lost", 0]], 1000, [1000]],
  ["nothing of what a person booked", 0, [[1000, "needs_response", 0]], 1000, [0]],
  ["a part of what a person booked", 400, [[1000, "under_review", 0]], 1000, [400]],
  ["one that was won, still", 1000, [[1000, "won", 1000]], 1000, [1000]],
  ["one that was won, no longer", 0, [[1000, "won", 1000]], 0, [0]],
  ["one again that was won, and was gone", 1000, [[1000, "won", 0]], 0, [0]],
  ["more than what was won", 1500, [[1000, "won", 1000]], 1000, [1000]],
  ["one that was won before it was ever shown", 1000, [[1000, "won", 0]], 0, [0]],
  [
    "one that was won and one that was lost",
    3000,
    [
      [1000, "won", 1000],
      [2000, "lost", 2000],
    ],
    3000,
    [1000, 2000],
  ],
  [
    "the one that was lost only",
    2000,
    [
      [1000, "won", 1000],
      [2000, "lost", 2000],
    ],
    2000,
    [0, 2000],
  ],
  ["one of the version before", 1000, [[1000, "lost", null]], 1000, [1000]],
]

describe("What a source shows of a charge", () => {
  for (const [what, total, disputes, counted, shown] of CASES)
    it(`(${what}) counts as ${counted} of ${total}`, () => {
      const rows = disputes.map(([amount, status, part], i) => {
        return { id: `dp_${i}`, amount, status, shown: part === null ? null : { look_up: part } }
      })
      const compared = compareTotal(total, rows, "look_up")
      expect([compared.counted, rows.map(({ id }) => compared.shown.get(id))]).to.deep.equal([counted, shown])
    })
})
