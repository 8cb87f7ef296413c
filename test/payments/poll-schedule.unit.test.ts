import { expect } from "chai"
import { nextPollAt, nextTryAt } from "../../src/payments/attempts/poll-schedule.ts"
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
    const next: number | undefined = nextPollAt({ polling_since: SINCE, state, type: "card" }, SINCE + elapsed)
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

  it("for 30 days about a boleto that was given up, and for 7 about a PIX, from a minute on and then once a day", () => {
    for (const [type, days] of [
      ["boleto", 30],
      ["pix", 7],
    ] as const) {
      const next = (elapsed: number) => {
        const at = nextPollAt({ polling_since: SINCE, state: "given_up", type }, SINCE + elapsed)
        return at && at - SINCE - elapsed
      }
      expect([next(0), next(HOUR), next(2 * DAY)]).to.deep.equal([60, HOUR, DAY])
      expect([next(days * DAY - 1), next(days * DAY)], type).to.deep.equal([DAY, undefined])
    }
  })

  it("every hour at first about another amount than was ordered, and then once a day", () => {
    const next = (elapsed: number) =>
      nextPollAt({ polling_since: SINCE, state: "mismatched", type: "card" }, SINCE + elapsed)! - SINCE - elapsed
    expect([next(0), next(2 * HOUR), next(3 * DAY)]).to.deep.equal([HOUR, 2 * HOUR, DAY])
  })

  it("a quarter of an hour after look-ups began to find nothing, and not before", () => {
    const missing_since = SINCE + DAY
    const next = (elapsed: number) =>
      nextPollAt({ polling_since: SINCE, missing_since, state: "unknown", type: "card" }, missing_since + elapsed)! -
      missing_since
    expect(next(0)).to.equal(15 * 60)
    expect(next(15 * 60)).to.equal(15 * 60 + 6 * HOUR)
  })
})

describe("A charge that the acquirer could not process", () => {
  it("is made again after growing gaps of 1 to 300 seconds, and once more when its time is over", () => {
    const next = (elapsed: number, retry_until: number | null) =>
      nextTryAt({ created: SINCE, retry_until: retry_until && SINCE + retry_until }, SINCE + elapsed) - SINCE - elapsed
    expect([next(0, null), next(3, null), next(100, null), next(900, null)]).to.deep.equal([1, 1, 50, 300])
    expect([next(0, HOUR), next(HOUR - 10, HOUR), next(HOUR + 10, HOUR)]).to.deep.equal([1, 10, 0])
  })
})
