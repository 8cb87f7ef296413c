import { expect } from "chai"
import { nextPollAt } from "../../src/payments/attempts/poll-schedule.ts"
import type { AttemptState } from "../../src/payments/attempts/state.ts"

const HOUR = 3600
const DAY = 24 * HOUR
const SINCE = 1_800_000_000

/** The times of all polls within `days`, in seconds after the start. */
function pollTimes(state: AttemptState, days: number, from = 0): number[] {
  const times: number[] = []
  let elapsed: number | undefined = from
  while (elapsed !== undefined && elapsed <= days * DAY && times.length < 1000) {
    times.push(elapsed)
    const next = nextPollAt({ polling_since: SINCE, state, type: "card" }, SINCE + elapsed)
    elapsed = next === undefined ? undefined : next - SINCE
  }
  return times.slice(1)
}

describe("An acquirer whose outcome is unknown is polled", () => {
  it("after a second at first, then ever more rarely, but at least every 6 hours", () => {
    expect(nextPollAt({ polling_since: null, state: "unknown", type: "card" }, SINCE)).to.equal(SINCE + 1)
    const times = pollTimes("pending", 3)
    const gaps = times.map((time, i) => time - (times[i - 1] ?? 0))
    expect(gaps.slice(0, 4)).to.deep.equal([1, 1, 1, 1])
    expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b))
    expect(gaps.at(-1)).to.equal(6 * HOUR)
  })

  it("at the moment at which a sale is given up", () => {
    expect(pollTimes("unknown", 1)).to.include(15 * 60)
  })

  it("for 7 days about a sale that was given up, and without end otherwise", () => {
    const watched = pollTimes("given_up", 60, 15 * 60)
    expect(watched.at(-1)).to.be.within(7 * DAY, 7 * DAY + 6 * HOUR)
    for (const state of ["unknown", "pending", "waiting"] as const) expect(pollTimes(state, 60).at(-1)).to.be.above(59 * DAY)
  })
})
