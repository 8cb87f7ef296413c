import { expect } from "chai"
import { hasCardNumber, hasGroupedCardNumber, MASK, maskCardNumbers } from "../../src/base/card-numbers.ts"

type Case = [what: string, text: string, inNames: boolean, inOtherTexts: boolean]

describe("A card number in a text", () => {
  const cases: Case[] = [
    ["a card, grouped as on it", "4242 4242 4242 4242", true, true],
    ["a card with hyphens", "4242-4242-4242-4242", true, true],
    ["a card with blanks and hyphens", "4242 4242-4242 4242", true, true],
    ["a card with blanks that do not break", "4242\u00a04242\u00a04242\u00a04242", true, true],
    ["a card with another hyphen", "4242\u20114242\u20114242\u20114242", true, true],
    ["a card in full-width digits", "４２４２ ４２４２ ４２４２ ４２４２", true, true],
    ["a card in Arabic digits", "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", true, true],
    ["a card in superscript digits", "⁴²⁴² ⁴²⁴² ⁴²⁴² ⁴²⁴²", true, true],
    ["a card in circled digits", "④②④② ④②④② ④②④② ④②④②", true, true],
    ["a card in circled numbers of two digits", "㊷㊷ ㊷㊷ ㊷㊷ ㊷㊷", true, true],
    ["a card in digits of several scripts", "42４２ ४२४२ 𝟒𝟐𝟜𝟚 ₄₂④②", true, true],
    ["a card with minus signs", "4242\u22124242\u22124242\u22124242", true, true],
    ["an American Express card, grouped as on it", "3782 822463 10005", true, true],
    ["a card in a sentence", "cartão 5555 5555 5555 4444, obrigado", true, true],
    ["a card with its month, year and code", "4242 4242 4242 4242 12 30 123", true, true],
    ["a card with its month and year", "4242 4242 4242 4242 12/30", true, true],
    ["a card after another number", "2 4242 4242 4242 4242", true, true],
    ["two cards", "4242 4242 4242 4242 5555 5555 5555 4444", true, true],
    ["two cards with hyphens", "4242-4242-4242-4242-5555-5555-5555-4444", true, true],
    ["a card with its month, year, code and a CPF", "4242 4242 4242 4242 12 2030 123 12345678909", true, true],
    ["the same with hyphens", "4242-4242-4242-4242-12-2030-123-12345678909", true, true],
    ["a telephone number and a card", "11 98765 4321 4242 4242 4242 4242", true, true],
    ["a telephone number and a card, with hyphens", "11-98765-4321-4242-4242-4242-4242", true, true],
    [
      "two cards and 12 digits, which are no key of an invoice",
      `4242 4242 4242 4242 5555 5555 5555 4444 1230 1231 2345`,
      true,
      true,
    ],
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
    ["a key of an invoice that has a card's digits", "3517 0458 7165 2300 0119 5500 1000 0012 1410 0012 3458", true, false],
    ["the same with hyphens", "3517-0458-7165-2300-0119-5500-1000-0012-1410-0012-3458", true, false],
    ["the same with a digit too many", "3517 0458 7165 2300 0119 5500 1000 0012 1410 0012 3458 1", true, true],
    ["digits in a fraction, and in brackets", "4242 4242 4242 ½42 ⑵", false, false],
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
    ["x 4242.4242.4242.4242; 4242\t4242\t4242\t4242", `x ${MASK}; ${MASK}`],
    [JSON.stringify("4242\t4242\t4242\t4242"), `"${MASK}"`],
    ["Chrome/142.0.7444.175 Safari/537.36", "Chrome/142.0.7444.175 Safari/537.36"],
    ["x ④②④②④②④②④②④②④②④② 𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐", `x ${MASK} ${MASK}`],
    ["ｃａｆé… ４２４２４２４２４２４２４２４２ ½", `ｃａｆé… ${MASK} ½`],
  ]
  for (const [text, expected] of masked) it(`is masked in logs: ${text}`, () => expect(maskCardNumbers(text)).to.equal(expected))

  it("has every digit that Unicode makes one of 0 to 9", () => {
    const scripts = Intl.supportedValuesOf("numberingSystem")
      .map((numberingSystem) => new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(4242424242424242n))
      .filter((number) => /^\p{Nd}{16}$/u.test(number))
    expect(scripts).to.have.lengthOf.above(50)
    expect(scripts.filter((number) => !hasCardNumber(number))).to.deep.equal([])
    const compatible = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
      .map((character) => [character, character.normalize("NFKC")] as const)
      .filter(([, digits]) => /^[0-9]+$/.test(digits))
    expect(compatible).to.have.lengthOf.above(100)
    for (const [character, digits] of compatible) {
      const check = [...Array(10).keys()].find((digit) => hasCardNumber(`4000000000000${digits}${digit}`))
      expect(check, digits).to.be.a("number")
      expect(maskCardNumbers(`4000000000000${character}${check}`), character).to.equal(MASK)
    }
  })

  it("is masked where the text is cut, and half a number is not kept", () => {
    const number = "4242 4242 4242 4242"
    for (let before = 0; before <= 60; before++) {
      const cut = maskCardNumbers(`${"x".repeat(before)} ${number} ${number}`, 40)
      expect(cut, String(before)).to.have.lengthOf.at.most(40)
      expect(cut, String(before)).not.to.match(/\d/)
    }
    expect(maskCardNumbers("no card number, however long", 7)).to.equal("no card")
    expect(maskCardNumbers(`${"4 ".repeat(19)}x`.repeat(400), 40)).to.have.lengthOf.at.most(40)
  })

  const HOSTILE = [
    "4 ",
    "4-",
    "0 ",
    "1 ",
    "4242 ",
    "42 ",
    "4",
    "4242424242424242 ",
    "12345678909 ",
    "④ ",
    "٤ ",
    "4.",
    "424242424242  ",
  ]
  /** Processor time of the fastest of some runs, in microseconds. */
  const timeOf = (run: () => unknown, times = 1) => {
    const measured = Array.from({ length: 4 }, () => {
      const { user, system } = process.cpuUsage()
      for (let i = 0; i < times; i++) run()
      const after = process.cpuUsage()
      return after.user + after.system - user - system
    })
    return Math.max(1, Math.min(...measured))
  }

  it("is looked for in a time that is about the same for any text of 15 KB", () => {
    const harmless = "424242-x ".repeat(1700)
    const looks = [hasCardNumber, hasGroupedCardNumber, (text: string) => maskCardNumbers(text)]
    for (const look of looks) {
      const usual = timeOf(() => look(harmless), 10) / 10
      for (const filler of HOSTILE) {
        const text = filler.repeat(15_000 / filler.length)
        expect(timeOf(() => look(text)) / usual, `${look.name} of ${filler}`).to.be.below(400)
      }
    }
  })

  it("is looked for only as far as the text is kept", () => {
    for (const filler of HOSTILE) {
      const short = filler.repeat(300 / filler.length)
      const usual = timeOf(() => maskCardNumbers(short, 200), 40)
      const long = short.repeat(50)
      expect(timeOf(() => maskCardNumbers(long, 200), 40) / usual, filler).to.be.below(25)
    }
  })
})
