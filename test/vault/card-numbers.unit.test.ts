import { expect } from "chai"
import { hasCardNumber, hasGroupedCardNumber, MASK, maskCardNumbers } from "../../src/card-numbers.ts"

type Case = [what: string, text: string, inNames: boolean, inOtherTexts: boolean]

describe("A card number in a text", () => {
  const cases: Case[] = [
    ["a card, grouped as on it", "4242 4242 4242 4242", true, true],
    ["a card with hyphens", "4242-4242-4242-4242", true, true],
    ["a card with blanks and hyphens", "4242 4242-4242 4242", true, true],
    ["a card with blanks that do not break", "4242\u00a04242\u00a04242\u00a04242", true, true],
    ["a card with another hyphen", "4242\u20114242\u20114242\u20114242", true, true],
    ["a card in full-width digits", "４２４２ ４２４２ ４２４２ ４２４２", true, true],
    ["an American Express card, grouped as on it", "3782 822463 10005", true, true],
    ["a card in a sentence", "cartão 5555 5555 5555 4444, obrigado", true, true],
    ["a card with its month, year and code", "4242 4242 4242 4242 12 30 123", true, true],
    ["a card with its month and year", "4242 4242 4242 4242 12/30", true, true],
    ["a card after another number", "2 4242 4242 4242 4242", true, true],
    ["a card without blanks", "4242424242424242", true, false],
    ["a card between letters", "ANA4242424242424242SILVA", true, false],
    ["a card in other groups", "42424242 42424242", true, false],
    ["an American Express card in other groups", "3782 8224 6310 005", true, false],
    ["a card of 13 digits", "4222222222222", true, false],
    ["a card of 14 digits", "3056 930902 5904", true, false],
    ["a card of 19 digits", "6304 1234 5678 9012 107", true, false],
    ["an Aura card", "5078 6019 1234 5600 019", true, false],
    ["a card without blanks, and its month and year", "4242424242424242 1230", true, false],
    ["two blanks in a card", "4242 4242  4242 4242", false, false],
    ["dots in a card", "4242.4242.4242.4242", false, false],
    ["a wrong check digit", "4242 4242 4242 4241", false, false],
    ["a range of no brand", "1234 5678 9012 3452", false, false],
    ["12 digits", "424242424242", false, false],
    ["20 digits in a row", "42424242424242424242", false, false],
    ["a CPF", "529.982.247-25", false, false],
    ["a CNPJ whose digits are like a card's", "36123463000198", false, false],
    ["a CNPJ with the blank and hyphen of a card's groups", "36123463 0001-98", false, false],
    ["a company with the CPF of its owner and a year", "ANA DA SILVA 52998224725 2022", false, false],
    ["a telephone number", "+55 11 98765-4321", false, false],
    ["a telephone number and a date", "11 98765-4321 2026-11-27", false, false],
    ["an order number that has the right check digit", "pedido 4000001234567899", true, false],
    ["an id of an advertisement that has the right check digit", "6298710345004", true, false],
    ["the key of an invoice in groups of four", "5220 0114 2001 6600 0187 5500 1000 0000 0710 0000 0071", false, false],
    ["the digits of a boleto", "34191.79001 01043.510047 91020.150008 5 84410026000", false, false],
    ["a URL with a card number", "https://shop.example/4242-4242-4242-4242?q=4242 x", true, false],
    ["a card beside a URL", "https://shop.example 4242 4242 4242 4242", true, true],
    ["no digits", "Ana Maria Braga", false, false],
    ["nothing", "", false, false],
  ]
  for (const [what, text, inNames, inOtherTexts] of cases) {
    it(`${what} is ${inNames ? "" : "not "}found in names, and ${inOtherTexts ? "" : "not "}in other texts`, () => {
      expect(hasCardNumber(text), "names").to.equal(inNames)
      expect(hasGroupedCardNumber(text), "other texts").to.equal(inOtherTexts)
    })
  }

  const masked: [string, string][] = [
    ["curl/8 (4242 4242 4242 4242; x)", `curl/8 (${MASK}; x)`],
    ["4242424242424242", MASK],
    ["a 4242-4242-4242-4242 b 378282246310005 c", `a ${MASK} b ${MASK} c`],
    ["4242 4242 4242 4242 11 30", `${MASK} 11 30`],
    ["https://shop.example/4242424242424242", `https://shop.example/${MASK}`],
    ["4242 4242 4242 4242 4242 4242 4242", MASK],
    ["an order, 4242 4242 4242 4241", "an order, 4242 4242 4242 4241"],
    ["ｃａｆé… ４２４２４２４２４２４２４２４２ ½", `ｃａｆé… ${MASK} ½`],
  ]
  for (const [text, expected] of masked) it(`is masked in logs: ${text}`, () => expect(maskCardNumbers(text)).to.equal(expected))

  it("is looked for in reasonable time, even in headers of 16 KiB", () => {
    const started = performance.now()
    for (const text of ["1 ".repeat(8000), "4".repeat(16_000), "4242 ".repeat(3200)]) hasCardNumber(text)
    expect(performance.now() - started).to.be.below(2000)
  })
})
