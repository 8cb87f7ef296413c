import { globSync, readFileSync } from "node:fs"
import { expect } from "chai"
import * as dinero from "dinero.js/currencies"
import { compactMoney, decimalsOf, money } from "../../src/base/currency.ts"
import { DECIMALS, ISO_4217_DATE } from "../../src/base/iso-4217.ts"
import { readAmount } from "../../src/base/read-amount.ts"

describe("An amount that people see", () => {
  for (const [currency, lang, shown] of [
    ["brl", "pt-BR", "R$\u00a01.234,56"],
    ["usd", "en-US", "$1,234.56"],
    ["jpy", "pt-BR", "JP¥\u00a0123.456"],
    ["jpy", "en-US", "¥123,456"],
    ["kwd", "pt-BR", "KWD\u00a0123,456"],
    ["cop", "es-CO", "$\u00a01.234,56"],
    ["huf", "pt-BR", "HUF\u00a01.234,56"],
    ["idr", "pt-BR", "IDR\u00a01.234,56"],
    ["pkr", "en-US", "PKR\u00a01,234.56"],
    ["iqd", "en-US", "IQD\u00a0123.456"],
    ["clf", "en-US", "CLF\u00a012.3456"],
    ["sll", "en-US", "SLL\u00a01,234.56"],
  ] as const)
    it(`is ${shown} for 123456 in the smallest unit of ${currency} (${lang})`, () =>
      expect(money(123_456, currency, lang)).to.equal(shown))
})

describe("The decimals of currencies", () => {
  type Listed = { code: string; base: number | readonly number[]; exponent: number }
  const listed = (Object.values(dinero) as Listed[]).filter(({ code }) => code)

  it("are those of another list of ISO 4217", () => {
    // That list counts ariary and ouguiya in fifths. ISO 4217 says 2 decimals.
    const [decimal, others] = [listed.filter(({ base }) => base === 10), listed.filter(({ base }) => base !== 10)]
    expect(others.map(({ code }) => code).sort()).to.deep.equal(["MGA", "MRU"])
    const different = decimal.filter(({ code, exponent }) => DECIMALS.get(code.toLowerCase()) !== exponent)
    expect(different.map(({ code }) => code)).to.deep.equal([])
    expect(decimal.length).to.be.above(150)
    expect(ISO_4217_DATE).to.match(/^\d{4}-\d{2}-\d{2}$/)
  })

  it("are known of every code that was taken before there was a table", () => {
    const before = Intl.supportedValuesOf("currency").filter((code) => !DECIMALS.has(code.toLowerCase()))
    expect(before).to.deep.equal([])
  })

  it("are the same where an amount is shown and where it is typed, for every currency", () => {
    for (const currency of DECIMALS.keys()) {
      const [shown] = /\d[\d.,]*/.exec(money(1_234_567, currency, "en-US"))!
      expect(shown.split(".")[1]?.length ?? 0, currency).to.equal(decimalsOf(currency))
      expect(readAmount(shown, currency), `${currency}: ${shown}`).to.equal(1_234_567)
    }
  })

  it("are those of ISO 4217 on the axis of a chart, too", () => {
    expect(compactMoney(1_250_000, "cop", "en-US")).to.equal("COP\u00a012.5K")
    expect(compactMoney(1_250_000, "brl", "pt-BR")).to.equal("R$\u00a012,5\u00a0mil")
  })

  it("are never left to the runtime: everything formats money in src/base/currency.ts", () => {
    const formats = globSync(["src/**/*.{ts,js}", "handlers/*.ts", "seeds/*.ts", "scripts/**/*.ts"]).filter((file) =>
      /style:\s*["']currency/.test(readFileSync(file, "utf8")),
    )
    expect(formats.sort()).to.deep.equal(["src/base/currency.ts", "src/sdk/package/examples/shop/public/texts.js"])
  })
})
