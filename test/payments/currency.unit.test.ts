import { expect } from "chai"
import { money } from "../../src/payments/currency.ts"

describe("An amount that people see", () => {
  for (const [currency, lang, shown] of [
    ["brl", "pt-BR", "R$\u00a01.234,56"],
    ["usd", "en-US", "$1,234.56"],
    ["jpy", "pt-BR", "JP¥\u00a0123.456"],
    ["jpy", "en-US", "¥123,456"],
    ["kwd", "pt-BR", "KWD\u00a0123,456"],
  ] as const)
    it(`is ${shown} for 123456 in the smallest unit of ${currency} (${lang})`, () =>
      expect(money(123_456, currency, lang)).to.equal(shown))
})
