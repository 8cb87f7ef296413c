import { expect } from "chai"
import { readAmount } from "../../src/base/read-amount.ts"

describe("An amount that somebody types", () => {
  const amounts: Record<string, number | undefined> = {
    "49,90": 4990,
    "49.90": 4990,
    "49,9": 4990,
    "49": 4900,
    "0,01": 1,
    "1.234,56": 123_456,
    "1,234.56": 123_456,
    "1.234": 123_400,
    "1,234": 123_400,
    "1.234.567": 123_456_700,
    "R$ 1.234,56": 123_456,
    "r$49,90": 4990,
    "$ 49.90": 4990,
    "1 234,56": 123_456,
    "": undefined,
    "-1": undefined,
    "1.2345": undefined,
    "1,23,45": undefined,
    "1.23,45": undefined,
    "49,90 x": undefined,
    "1e3": undefined,
    "99999999999999999999": undefined,
  }
  for (const [text, currency, amount] of [
    ["500", "jpy", 500],
    ["¥ 50.000", "jpy", 50_000],
    ["50,000", "jpy", 50_000],
    ["500,5", "jpy", undefined],
    ["15.000", "kwd", 15_000],
    ["1,5", "kwd", 1500],
    ["1.234,567", "kwd", 1_234_567],
    ["1.2345", "kwd", undefined],
  ] as const)
    it(`'${text}' is ${amount ?? "none"} in the smallest unit of ${currency}`, () =>
      expect(readAmount(text, currency)).to.equal(amount))
  for (const [text, cents] of Object.entries(amounts))
    it(`'${text}' is ${cents === undefined ? "none" : `${cents} cents`}`, () => expect(readAmount(text)).to.equal(cents))
})
