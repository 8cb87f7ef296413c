import { expect } from "chai"
import { nextPollAt } from "../../src/payments/attempts/poll-schedule.ts"
import type { AttemptState } from "../../src/payments/attempts/store.ts"

const HOUR = 3600
const DAY = 24 * HOUR
const SINCE = 1_800_000_000

/** The seconds after the beginning at which the acquirer is asked, within `days`. */
function askings(state: AttemptState, days: number, from = 0): number[] {
  const times: number[] = []
  let elapsed: number | undefined = from
  while (elapsed !== undefined && elapsed <= days * DAY && times.length < 1000) {
    times.push(elapsed)
    const next = nextPollAt({ asking_since: SINCE, state }, SINCE + elapsed)
    elapsed = next === undefined ? undefined : next - SINCE
  }
  return times.slice(1)
}

describe("An acquirer that has left us in the dark is asked", () => {
  it("a second later at first, then ever more rarely, and every 6 hours at least", () => {
    expect(nextPollAt({ asking_since: null, state: "unknown" }, SINCE)).to.equal(SINCE + 1)
    const times = askings("pending", 3)
    const gaps = times.map((time, i) => time - (times[i - 1] ?? 0))
    expect(gaps.slice(0, 4)).to.deep.equal([1, 1, 1, 1])
    expect(gaps).to.deep.equal([...gaps].sort((a, b) => a - b))
    expect(gaps.at(-1)).to.equal(6 * HOUR)
  })

  it("at the very moment at which a sale is to be given up", () => {
    expect(askings("unknown", 1)).to.include(15 * 60)
  })

  it("for 7 days about a sale that was given up, and without end about everything else", () => {
    const watched = askings("given_up", 60, 15 * 60)
    expect(watched.at(-1)).to.be.within(7 * DAY, 7 * DAY + 6 * HOUR)
    for (const state of ["unknown", "pending", "waiting"] as const) expect(askings(state, 60).at(-1)).to.be.above(59 * DAY)
  })
})
