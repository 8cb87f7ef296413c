import { expect } from "chai"
import { DateTime } from "luxon"
import { businessDaysAfter, isBankHoliday } from "../../src/base/banking-days.ts"
import { payableUntil } from "../../src/payments/intents/terms.ts"

/** The movable days of Febraban's calendar. */
const MOVABLE: Record<number, string[]> = {
  2025: ["03-03", "03-04", "04-18", "06-19"],
  2026: ["02-16", "02-17", "04-03", "06-04"],
  2027: ["02-08", "02-09", "03-26", "05-27"],
  2028: ["02-28", "02-29", "04-14", "06-15"],
  2029: ["02-12", "02-13", "03-30", "05-31"],
  2030: ["03-04", "03-05", "04-19", "06-20"],
  2038: ["03-08", "03-09", "04-23", "06-24"],
}
const FIXED = ["01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "11-20", "12-25"]

describe("The holidays of Brazilian banks", () => {
  for (const [year, days] of Object.entries(MOVABLE)) {
    it(`in ${year} are those of Febraban's calendar and no others`, () => {
      const found: string[] = []
      for (let day = DateTime.utc(Number(year)); day.year === Number(year); day = day.plus({ days: 1 }))
        if (isBankHoliday(day)) found.push(day.toFormat("MM-dd"))
      expect(found).to.deep.equal([...FIXED, ...days].sort())
    })
  }

  const endOf = (date: string) => Math.floor(DateTime.fromISO(date, { zone: "America/Sao_Paulo" }).endOf("day").toSeconds())
  for (const [due, days, cleared, over] of [
    ["2026-03-10", 3, "2026-03-13", "nothing"],
    ["2026-03-12", 3, "2026-03-17", "a weekend"],
    ["2026-02-13", 3, "2026-02-20", "Carnival"],
    ["2026-04-02", 1, "2026-04-06", "Good Friday"],
    ["2026-12-24", 3, "2026-12-30", "Christmas"],
    ["2026-12-30", 2, "2027-01-04", "New Year, with 31 December as a business day"],
    ["2026-03-10", 0, "2026-03-10", "nothing, where the acquirer clears at once"],
  ] as const) {
    it(`do not count while a boleto that was due on ${due} may still be cleared: ${days} business days over ${over}`, () => {
      expect(businessDaysAfter(endOf(due), days)).to.equal(endOf(cleared))
    })
  }

  for (const [due, until] of [
    ["2026-03-10", "2026-03-10"],
    ["2026-03-14", "2026-03-16"],
    ["2026-02-14", "2026-02-18"],
    ["2026-12-25", "2026-12-28"],
    ["2026-12-31", "2026-12-31"],
  ] as const) {
    it(`let a boleto that falls due on ${due} be paid until the end of ${until}`, () => {
      expect(payableUntil({ expires_at: endOf(due) })).to.equal(endOf(until))
    })
  }
})
