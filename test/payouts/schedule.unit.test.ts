import { expect } from "chai"
import { dateOf, dayOf, msOfMinute } from "../../src/base/day.ts"
import { nextPayoutAt, type Schedule } from "../../src/payouts/schedule.ts"

const at = (minute: string) => (msOfMinute(minute) ?? 0) / 1000
const next = (schedule: Schedule, now: string) => {
  const due = nextPayoutAt(schedule, at(now))
  if (due === null) return null
  expect(due).to.equal(at(`${dateOf(dayOf(due))}T00:00`))
  return dateOf(dayOf(due))
}

describe("The schedule of payouts", () => {
  it("by hand, has no day", () => {
    expect(next("manual", "2026-03-10T12:00")).to.equal(null)
  })

  const CASES: { schedule: Schedule; now: string; day: string; why: string }[] = [
    { schedule: "daily", now: "2026-03-10T00:00", day: "2026-03-11", why: "the next day" },
    { schedule: "daily", now: "2026-03-13T23:59", day: "2026-03-16", why: "after a Friday, Monday" },
    { schedule: "daily", now: "2026-02-13T12:00", day: "2026-02-18", why: "after the Friday before Carnival, Ash Wednesday" },
    { schedule: "daily", now: "2026-12-31T12:00", day: "2027-01-04", why: "after New Year's Eve, the Monday after New Year" },
    { schedule: "weekly", now: "2026-03-10T12:00", day: "2026-03-16", why: "Monday" },
    { schedule: "weekly", now: "2026-03-15T23:59", day: "2026-03-16", why: "on a Sunday, the day after" },
    { schedule: "weekly", now: "2026-03-16T00:00", day: "2026-03-23", why: "on a Monday, the next one" },
    { schedule: "weekly", now: "2026-02-16T00:00", day: "2026-02-18", why: "on Carnival Monday, the Wednesday after" },
    {
      schedule: "weekly",
      now: "2026-02-18T00:00",
      day: "2026-02-23",
      why: "on the Wednesday in Monday's place, the next Monday",
    },
    { schedule: "monthly", now: "2026-03-31T23:59", day: "2026-04-01", why: "on the 31st, the day after" },
    { schedule: "monthly", now: "2026-01-31T12:00", day: "2026-02-02", why: "if the 1st is a Sunday, the 2nd" },
    { schedule: "monthly", now: "2026-02-01T12:00", day: "2026-02-02", why: "on a Sunday that is the 1st, the 2nd" },
    { schedule: "monthly", now: "2026-02-02T00:00", day: "2026-03-02", why: "on the day in the 1st's place, the next month" },
    {
      schedule: "monthly",
      now: "2026-04-30T12:00",
      day: "2026-05-04",
      why: "if the 1st is the holiday of May and a Friday, Monday",
    },
    { schedule: "monthly", now: "2026-12-15T12:00", day: "2027-01-04", why: "in December, after New Year and its weekend" },
    { schedule: "monthly", now: "2028-02-29T12:00", day: "2028-03-01", why: "on a leap day, the day after" },
  ]
  for (const { schedule, now, day, why } of CASES)
    it(`${schedule}: ${why}`, () => {
      expect(next(schedule, now)).to.equal(day)
    })

  it("has each banking day once, and each Monday and each 1st or the banking day after it once, for ten years", () => {
    for (const [schedule, most] of Object.entries({ daily: 2600, weekly: 522, monthly: 120 })) {
      let count = 0
      for (let now = at("2026-01-01T00:00"), last = now; ; last = now, count++) {
        now = nextPayoutAt(schedule as Schedule, now) ?? 0
        expect(now).to.be.greaterThan(last)
        if (now >= at("2036-01-01T00:00")) break
      }
      if (schedule === "daily") expect(count).to.be.within(2480, most)
      else expect(count).to.be.within(most - 1, most)
    }
  })
})
