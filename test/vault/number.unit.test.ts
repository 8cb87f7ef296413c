import { expect } from "chai"
import { brandOf, cvcLength, readNumber } from "../../src/vault/number.ts"

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

  it("may be typed with spaces", () => expect(readNumber("4242 4242 4242 4242")).to.equal("4242424242424242"))

  const wrong = {
    "a wrong check digit": "4242424242424241",
    "too short": "42424242424242",
    "too long": "42424242424242424242424",
    letters: "4242x24242424242",
    "a dash": "4242-4242-4242-4242",
    nothing: " ",
    "digits of another script": "４２４２４２４２４２４２４２４２",
  }
  for (const [what, number] of Object.entries(wrong)) {
    it(`are refused with ${what}`, () => expect(readNumber(number)).to.equal(undefined))
  }

  it("have a security code of three digits, American Express of four", () => {
    expect(cvcLength("4242424242424242")).to.equal(3)
    expect(cvcLength("378282246310005")).to.equal(4)
  })
})
