import { expect } from "chai"
import { cycleOf, isInWindow, settlementDay } from "./calendar.ts"

type Period = Parameters<typeof cycleOf>[0]["periodicidade"]

const CYCLES: [first: string, period: Period, day: string, from: string, next: string][] = [
  ["2026-10-31", "MENSAL", "2026-11-29", "2026-10-31", "2026-11-30"],
  ["2026-10-31", "MENSAL", "2026-11-30", "2026-11-30", "2026-12-31"],
  ["2026-10-31", "MENSAL", "2027-01-30", "2026-12-31", "2027-01-31"],
  ["2026-10-31", "MENSAL", "2027-02-28", "2027-02-28", "2027-03-31"],
  ["2026-12-10", "SEMANAL", "2026-12-16", "2026-12-10", "2026-12-17"],
  ["2026-12-10", "SEMANAL", "2026-12-17", "2026-12-17", "2026-12-24"],
  ["2026-12-10", "TRIMESTRAL", "2027-06-09", "2027-03-10", "2027-06-10"],
  ["2026-12-10", "SEMESTRAL", "2027-06-10", "2027-06-10", "2027-12-10"],
  ["2024-02-29", "ANUAL", "2027-02-28", "2027-02-28", "2028-02-29"],
]

/** A charge that is settled on Thursday 2026-12-10, and which days it may be sent on. */
const WINDOW: [today: string, business: boolean, calendar: boolean][] = [
  ["2026-11-29", false, false],
  ["2026-11-30", true, true],
  ["2026-12-08", true, true],
  ["2026-12-09", false, false],
  ["2026-12-10", false, false],
]

describe("The simulator's calendar of PIX Automático", () => {
  for (const [first, period, day, from, next] of CYCLES) {
    it(`has ${day} in the cycle from ${from}, ${period} since ${first}`, () => {
      expect(cycleOf({ dataInicial: first, periodicidade: period }, day)).to.deep.equal({ from, next })
    })
  }

  it("has no cycle before the first day", () => {
    expect(cycleOf({ dataInicial: "2026-12-10", periodicidade: "MENSAL" }, "2026-12-09")).to.equal(undefined)
  })

  for (const [today, business, calendar] of WINDOW) {
    it(`${business ? "lets" : "does not let"} a charge be sent on ${today} that is settled on 2026-12-10`, () => {
      expect(isInWindow(today, "2026-12-10", "business")).to.equal(business)
      expect(isInWindow(today, "2026-12-10", "calendar")).to.equal(calendar)
    })
  }

  it("counts two business days or two calendar days over a weekend", () => {
    // Monday 2026-12-14.
    expect(isInWindow("2026-12-10", "2026-12-14", "business")).to.equal(true)
    expect(isInWindow("2026-12-11", "2026-12-14", "business")).to.equal(false)
    expect(isInWindow("2026-12-12", "2026-12-14", "calendar")).to.equal(true)
    expect(isInWindow("2026-12-13", "2026-12-14", "calendar")).to.equal(false)
  })

  it("settles on a business day of the payer's town, if the charge says so", () => {
    const holidays = { "3550308": ["2027-01-25"] }
    // Carnival's Monday and Tuesday of 2027.
    expect(settlementDay("2027-02-06", true, undefined, holidays)).to.equal("2027-02-10")
    expect(settlementDay("2027-02-06", false, undefined, holidays)).to.equal("2027-02-06")
    expect(settlementDay("2027-01-25", true, "3550308", holidays)).to.equal("2027-01-26")
    expect(settlementDay("2027-01-25", true, "3304557", holidays)).to.equal("2027-01-25")
  })
})
