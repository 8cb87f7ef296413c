import { getBoletoInfo, isValidBoleto } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import fc from "fast-check"
import { isBoleto } from "validation-br"
import { Boleto } from "validation-br/boleto"
import { bankCheckDigit, boletoBarCode, dueDateFactor, formatLine, lineOfBarCode } from "../../src/acquirers/bar-code.ts"
import { dayOf, dueDateAfter } from "../../src/payments/intents/terms.ts"
import { barCodePng, barsOf } from "../../src/web/pay/boleto/bars.ts"
import { brazilianDate, reais } from "../../src/web/pay/boleto/pdf.ts"
import { readInterleaved, readPng, runsOf } from "../support/bytes/pictures.ts"

const DAY = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const digits = (length: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length })

describe("Boleto", () => {
  it("two other libraries read back 1,000 random lines, from both sides of the due-date factor's rollover", () => {
    const rollover = Date.UTC(2025, 1, 22)
    fc.assert(
      fc.property(
        digits(3).filter((bank) => !bank.startsWith("8")),
        fc.integer({ min: 1, max: 9_999_999_999 }),
        // Both libraries can tell the factor's two cycles apart only in this range.
        fc.integer({ min: -2999, max: 4999 }),
        digits(25),
        (bank, amount, days, freeField) => {
          const dueDate = iso(rollover + days * DAY)
          const barCode = boletoBarCode({ bank, amount, dueDate, freeField })
          const line = lineOfBarCode(barCode)
          expect(barCode).to.match(/^\d{44}$/)
          expect(line).to.match(/^\d{47}$/)

          expect(isValidBoleto(line), line).to.equal(true)
          const referenceDate = new Date(rollover + days * DAY)
          const info = getBoletoInfo(line, { referenceDate })!
          expect(info).to.include({ amount, bankCode: bank })
          expect(dateOf(info.expirationDate!)).to.equal(dueDate)

          expect(isBoleto(line) && isBoleto(barCode)).to.equal(true)
          const read = new Boleto(line)
          expect(read.toBarcode()).to.equal(barCode)
          expect(read.mask()).to.equal(formatLine(line))
          expect(Math.round(read.amount * 100)).to.equal(amount)
          expect(iso(read.expiresAt!.getTime())).to.equal(dueDate)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it("two other libraries refuse a line with one wrong digit", () => {
    const line = lineOfBarCode(boletoBarCode({ bank: "999", amount: 12345, dueDate: "2026-11-24", freeField: "0".repeat(25) }))
    for (let i = 0; i < line.length; i++) {
      const wrong = line.slice(0, i) + ((Number(line[i]) + 1) % 10) + line.slice(i + 1)
      expect(isValidBoleto(wrong) || isBoleto(wrong), `digit ${i}`).to.equal(false)
    }
  })

  it("the due-date factor is 9999 on 21 February 2025 and restarts at 1000 the next day", () => {
    expect(dueDateFactor("2000-07-03")).to.equal("1000")
    expect(dueDateFactor("2025-02-21")).to.equal("9999")
    expect(dueDateFactor("2025-02-22")).to.equal("1000")
    expect(dueDateFactor("2026-11-24")).to.equal("1640")
    expect(dueDateFactor("2049-10-13")).to.equal("9999")
    expect(dueDateFactor("2049-10-14")).to.equal("1000")
    expect(() => dueDateFactor("1999-12-31")).to.throw(RangeError)
    expect(() => dueDateFactor("nonsense")).to.throw(RangeError)
  })

  it("an amount of more than ten digits replaces the due-date factor", () => {
    const barCode = boletoBarCode({ bank: "999", amount: 99_999_999_999, dueDate: "2026-11-24", freeField: "1".repeat(25) })
    expect(barCode.slice(5, 19)).to.equal("00099999999999")
    expect(isValidBoleto(lineOfBarCode(barCode)) && isBoleto(barCode)).to.equal(true)
  })

  it("refuses values that do not fit in a bar code", () => {
    const right = { bank: "999", amount: 1, dueDate: "2026-11-24", freeField: "0".repeat(25) }
    for (const wrong of [
      { amount: 0 },
      { amount: 1.5 },
      { amount: 100_000_000_000_000 },
      { bank: "99" },
      { freeField: "0".repeat(24) },
      { freeField: "0".repeat(26) },
    ]) {
      expect(() => boletoBarCode({ ...right, ...wrong }), JSON.stringify(wrong)).to.throw(RangeError)
    }
    for (const length of [43, 45]) expect(() => lineOfBarCode("1".repeat(length))).to.throw(RangeError)
  })

  it("a boleto is due at the end of the third day in São Paulo", () => {
    // 22:30 on 21 November in São Paulo is already 22 November in UTC.
    const evening = Date.UTC(2026, 10, 22, 1, 30) / 1000
    expect(dueDateAfter(evening, 3)).to.deep.equal({ date: "2026-11-24", expires_at: Date.UTC(2026, 10, 25, 2, 59, 59) / 1000 })
    expect(dayOf(evening)).to.equal("2026-11-21")
    const newYear = Date.UTC(2026, 11, 30, 12) / 1000
    expect(dueDateAfter(newYear, 3).date).to.equal("2027-01-02")
    // Summer time began on 4 November 2018 at 00:00, so that midnight did not exist.
    const spring = Date.UTC(2018, 10, 3, 15) / 1000
    expect(dueDateAfter(spring, 0).expires_at).to.equal(Date.UTC(2018, 10, 4, 2, 59, 59) / 1000)
    expect(dueDateAfter(spring, 1).expires_at).to.equal(Date.UTC(2018, 10, 5, 1, 59, 59) / 1000)
  })

  it("the check digits of well-known banks are right", () => {
    expect(["001", "237", "341", "104", "033"].map(bankCheckDigit)).to.deep.equal(["9", "2", "7", "0", "7"])
  })

  it("the bar code image encodes the 44 digits", async () => {
    const barCode = boletoBarCode({ bank: "999", amount: 98765, dueDate: "2026-12-31", freeField: "1234567890123456789012345" })
    const picture = readPng(await barCodePng(barCode))
    const [left, ...runs] = runsOf(picture, Math.floor(picture.height / 2))
    const right = runs.pop()!
    expect(readInterleaved(runs)).to.equal(barCode)
    // Scanners need a white margin of ten narrow bars on both sides.
    expect(Math.min(left!, right)).to.be.at.least(10 * Math.min(...runs))
    const { bars, width: total } = barsOf(barCode)
    const gaps = bars.flatMap(({ x, width }, i) => [width, (bars[i + 1]?.x ?? total) - x - width]).slice(0, -1)
    expect(readInterleaved(gaps)).to.equal(barCode)
  })

  it("formats money and dates the Brazilian way", () => {
    expect([1, 99, 100, 123456, 99_999_999_999].map(reais)).to.deep.equal([
      "R$ 0,01",
      "R$ 0,99",
      "R$ 1,00",
      "R$ 1.234,56",
      "R$ 999.999.999,99",
    ])
    expect(brazilianDate("2026-11-24")).to.equal("24/11/2026")
  })
})

/** The library returns midnight in the machine's time zone. */
function dateOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-")
}
