import { expect } from "chai"
import { brandOf, cvcLength, readNumber } from "../../src/vault/number.ts"
import { CARDS } from "../support/merchants/payments.ts"

/** Appends the Luhn check digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, i) => total + (i % 2 ? Number(digit) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]!), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

describe("Card numbers", () => {
  const brands: [string, string][] = [
    ["4242424242424242", "visa"],
    ["5555555555554444", "mastercard"],
    ["378282246310005", "amex"],
    ["6362970000457013", "elo"],
    ["6062825624254001", "hipercard"],
    ["30569309025904", "diners"],
    ["6011111111111117", "discover"],
    ["3530111333300000", "jcb"],
    ["5078601912345600019", "aura"],
    ["5000000000000009", "aura"],
  ]
  for (const [number, brand] of brands) {
    it(`${number.slice(0, 6)}… is ${brand}`, () => expect(brandOf(number)).to.equal(brand))
  }

  it("are accepted for every brand and every test card", () => {
    for (const number of [...brands.map(([number]) => number), ...Object.values(CARDS)]) {
      expect(readNumber(number)).to.equal(number)
    }
  })

  it("of an unknown brand have 12 to 19 digits", () => {
    const unknown = (length: number) => withCheckDigit("9".padEnd(length - 1, "7"))
    for (const length of [12, 19]) {
      expect(brandOf(unknown(length))).to.equal("unknown")
      expect(readNumber(unknown(length)), `${length} digits`).to.equal(unknown(length))
    }
    for (const length of [11, 20]) expect(readNumber(unknown(length)), `${length} digits`).to.equal(undefined)
  })

  it("can contain spaces", () => expect(readNumber("4242 4242 4242 4242")).to.equal("4242424242424242"))

  const wrong = {
    "a wrong check digit": "4242424242424241",
    "too few digits": "42424242424242",
    "too many digits": "42424242424242424242424",
    "a digit more than its brand has": withCheckDigit("378282246310005"),
    letters: "4242x24242424242",
    "a dash": "4242-4242-4242-4242",
    nothing: " ",
    "digits of another script": "４２４２４２４２４２４２４２４２",
  }
  for (const [what, number] of Object.entries(wrong)) {
    it(`are rejected with ${what}`, () => expect(readNumber(number)).to.equal(undefined))
  }

  it("have a CVC of three digits, or four for American Express", () => {
    expect(cvcLength("4242424242424242")).to.equal(3)
    expect(cvcLength("378282246310005")).to.equal(4)
  })
})
