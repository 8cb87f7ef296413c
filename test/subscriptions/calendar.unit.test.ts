import { expect } from "chai"
import { type Interval, startOfPeriod } from "../../src/billing/calendar.ts"

const seconds = (iso: string) => Date.parse(iso.includes("T") ? iso : `${iso}T00:00:00Z`) / 1000

// title, interval, count, anchor, starts of the periods 0, 1, 2, …
const cases: [string, Interval, number, string, string[]][] = [
  [
    "every month from 31 January",
    "MONTH",
    1,
    "2027-01-31",
    ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"],
  ],
  ["every month from 31 January of a leap year", "MONTH", 1, "2028-01-31", ["2028-01-31", "2028-02-29", "2028-03-31"]],
  ["every month from 30 January", "MONTH", 1, "2027-01-30", ["2027-01-30", "2027-02-28", "2027-03-30"]],
  ["every month over the turn of the year", "MONTH", 1, "2026-11-30", ["2026-11-30", "2026-12-30", "2027-01-30", "2027-02-28"]],
  [
    "every two months from 31 December",
    "MONTH",
    2,
    "2026-12-31",
    ["2026-12-31", "2027-02-28", "2027-04-30", "2027-06-30", "2027-08-31"],
  ],
  ["every three months from 30 November", "MONTH", 3, "2027-11-30", ["2027-11-30", "2028-02-29", "2028-05-30"]],
  [
    "every year from 29 February",
    "YEAR",
    1,
    "2028-02-29",
    ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"],
  ],
  ["every year from 29 February over a century without one", "YEAR", 4, "2096-02-29", ["2096-02-29", "2100-02-28", "2104-02-29"]],
  ["every two years", "YEAR", 2, "2026-07-01", ["2026-07-01", "2028-07-01", "2030-07-01"]],
  ["every week", "WEEK", 1, "2026-12-24", ["2026-12-24", "2026-12-31", "2027-01-07"]],
  ["every fortnight", "WEEK", 2, "2028-02-20", ["2028-02-20", "2028-03-05", "2028-03-19"]],
  ["every day over the end of February", "DAY", 1, "2027-02-27", ["2027-02-27", "2027-02-28", "2027-03-01"]],
  ["every ten days", "DAY", 10, "2026-12-25", ["2026-12-25", "2027-01-04", "2027-01-14"]],
  [
    "the time of day stays the same when Brazil or Europe change their clocks",
    "MONTH",
    1,
    "2027-02-28T23:59:59Z",
    ["2027-02-28T23:59:59Z", "2027-03-28T23:59:59Z", "2027-04-28T23:59:59Z"],
  ],
]

describe("The calendar of a subscription", () => {
  for (const [title, interval, count, anchor, starts] of cases) {
    it(`has the right dates: ${title}`, () => {
      const found = starts.map((_, n) => startOfPeriod(interval, count, seconds(anchor), n))
      expect(found.map((at) => new Date(at * 1000).toISOString())).to.deep.equal(
        starts.map((at) => new Date(seconds(at) * 1000).toISOString()),
      )
    })
  }

  describe("on a machine that is not set to UTC", () => {
    const { TZ } = process.env
    before(() => {
      process.env.TZ = "America/New_York"
    })
    after(() => {
      if (TZ === undefined) delete process.env.TZ
      else process.env.TZ = TZ
    })

    it("has the same days and hours, even if the local date differs or local clocks change", () => {
      // This is 31 January in UTC and 30 January in New York. Daylight saving time begins there on 14 March.
      const anchor = seconds("2027-01-31T02:00:00Z")
      const starts = [1, 2, 3].map((n) => new Date(startOfPeriod("MONTH", 1, anchor, n) * 1000).toISOString())
      expect(starts).to.deep.equal(["2027-02-28T02:00:00.000Z", "2027-03-31T02:00:00.000Z", "2027-04-30T02:00:00.000Z"])
    })
  })

  it("has right months for a hundred years: those from the 31st start on the 31st or on the last day of a shorter month", () => {
    for (let n = 0; n < 1200; n++) {
      const start = new Date(startOfPeriod("MONTH", 1, seconds("2027-01-31"), n) * 1000)
      const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
      expect(start.getUTCMonth()).to.equal(n % 12)
      expect(start.getUTCDate()).to.equal(lastDay)
    }
  })
})
