import { expect } from "chai"
import fc from "fast-check"
import { DateTime } from "luxon"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import { availableOn } from "../../src/ledger/terms/available-on.ts"
import type { Settles } from "../../src/ledger/terms/terms.ts"
import { dayAfter } from "./model.ts"

const ZONE = "America/Sao_Paulo"
const at = (time: string) => DateTime.fromISO(time, { zone: ZONE }).toSeconds()
const DEFAULTS: Settles = { days: 0, business_days: false, next_business_day: true, each_installment: true }

describe("Money of a payment is available", () => {
  const CASES: [paid: string, settles: Partial<Settles>, days: string[], why: string][] = [
    ["2026-03-10T15:00", { days: 1 }, ["2026-03-11"], "the next day"],
    ["2026-03-10T00:00", { days: 1 }, ["2026-03-11"], "the next day, from midnight on"],
    ["2026-03-10T23:59:59", { days: 1 }, ["2026-03-11"], "the next day, until midnight"],
    ["2026-03-13T15:00", { days: 1 }, ["2026-03-16"], "on Monday instead of Saturday"],
    ["2026-03-13T15:00", { days: 1, next_business_day: false }, ["2026-03-14"], "on a Saturday where the terms say so"],
    ["2026-02-13T15:00", { days: 1 }, ["2026-02-18"], "after Carnival"],
    ["2026-04-02T15:00", { days: 1, business_days: true }, ["2026-04-06"], "after Good Friday and the weekend"],
    ["2026-06-03T15:00", { days: 2, business_days: true }, ["2026-06-08"], "after Corpus Christi, not counting it"],
    ["2026-12-24T15:00", { days: 3, business_days: true }, ["2026-12-30"], "after Christmas, not counting it"],
    ["2026-12-30T15:00", { days: 2, business_days: true }, ["2027-01-04"], "after New Year, counting 31 December"],
    ["2026-01-30T15:00", { days: 30 }, ["2026-03-02"], "after 30 days, across months"],
    ["2026-03-14T15:00", { days: 1, business_days: true }, ["2026-03-16"], "on Monday after a payment on Saturday"],
  ]
  for (const [paid, settles, days, why] of CASES)
    it(`${why}: ${paid} and ${settles.days} days`, () => {
      expect(availableOn(at(paid), { ...DEFAULTS, ...settles }, 1)).to.deep.equal(days.map(at))
    })

  it("at once for 0 days, whether or not that is a banking day", () => {
    for (const business_days of [false, true])
      expect(availableOn(at("2026-03-14T15:00"), { ...DEFAULTS, business_days }, 1)).to.deep.equal([at("2026-03-14T15:00")])
  })

  it("each installment so many days after the one before it, before its day moves", () => {
    const days = ["2026-04-09", "2026-05-11", "2026-06-08"]
    expect(availableOn(at("2026-03-10T15:00"), { ...DEFAULTS, days: 30 }, 3)).to.deep.equal(days.map(at))
    expect(availableOn(at("2026-03-10T15:00"), { ...DEFAULTS, days: 30, each_installment: false }, 3)).to.deep.equal([
      at(days[0]!),
    ])
  })

  it("at 00:00 in São Paulo, of the day that a calendar that is written out has", () => {
    const anyPayment = fc.record({
      paid: fc.integer({ min: at("2026-01-01T00:00"), max: at("2027-12-01T00:00") }),
      days: fc.integer({ min: 1, max: 200 }),
      business_days: fc.boolean(),
      next_business_day: fc.boolean(),
    })
    fc.assert(
      fc.property(anyPayment, ({ paid, ...settles }) => {
        const whole = { ...settles, each_installment: false }
        const [time = 0] = availableOn(paid, whole, 1)
        expect(time).to.equal(startOfDay(dayAfter(dayOf(paid), whole.days, whole)))
        expect(DateTime.fromSeconds(time, { zone: ZONE }).toFormat("HH:mm:ss")).to.equal("00:00:00")
      }),
      { numRuns: 2000 },
    )
  })

  it("at 00:00 in São Paulo, also in fifty years", () => {
    for (const [time] of [2026, 2030, 2050, 2076].map((year) =>
      availableOn(at(`${year}-11-10T15:00`), { ...DEFAULTS, days: 3 }, 1),
    ))
      expect(DateTime.fromSeconds(time ?? 0, { zone: ZONE }).toFormat("HH:mm:ss")).to.equal("00:00:00")
  })
})
